"""The Users tab: finding, adding and changing players, by mouse, by keyboard and on a phone."""

import re

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from rookiebattle.progression import catalogue
from tests.journeys.people import Person, on_phone, tab_to
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, ORGANIZER, OTHER, Stage

PATH = "/admin"
HIGHEST_ROW = 360
"""Where the first row of a list begins at the latest on a laptop, in pixels."""
SECOND = "ines@example.org"
BEADS = {"red": 12, "black": 1, "clear": 2, "wood": 3}
PATHS = {
    "singleHand": {"enabled": True, "level": 4},
    "bow": {"enabled": True, "level": 0},
    "shield": {"enabled": False, "level": 2},
}


def row_of(page: Page, name: str) -> Locator:
    return page.get_by_role("row").filter(has_text=name)


def form_of(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=name)


def open_form(page: Page, name: str) -> Locator:
    page.get_by_role("button", name=f"Edit {name}").click()
    form = form_of(page, f"Edit {name}")
    expect(form.get_by_label("First Name")).to_be_focused()
    return form


def beads(form: Locator, meaning: str) -> Locator:
    return form.get_by_role("spinbutton", name=re.compile(f"^{meaning}"))


def level(form: Locator, path: str, number: int) -> Locator:
    levels = form.get_by_role("group", name=f"Path of the {path}, level")
    return levels.get_by_role("radio", name=str(number))


def error(form: Locator, words: str) -> Locator:
    return form.locator(".field-error", has_text=words)


def find(page: Page, words: str) -> None:
    page.get_by_role("searchbox").fill(words)
    expect(page).to_have_url(re.compile(r"[?&]q="))


@pytest.fixture
def maya(stage: Stage) -> str:
    """A player who wears a lot."""
    return stage.person(
        MEMBER,
        game_name="Kitsune",
        bio="Shield first, questions later. Learning to heal before I learn to win. " * 3,
        chapter_id=stage.chapter("Tampa Bay"),
        admin_rank=0,
        member_rank=3,
        is_samurai=True,
        award_beads=BEADS,
        warrior_paths=PATHS,
        membership_tier="premium",
        membership_status="active",
    )


def test_a_player_is_changed_and_the_drawing_follows(admin: Person, maya: str) -> None:
    page = admin.open(PATH)
    row = row_of(page, MEMBER)
    box = page.locator("tbody > tr").first.bounding_box()
    assert box
    assert box["y"] < HIGHEST_ROW
    for words in ("“Kitsune”", "Warrior 2nd Class • Samurai", "Tampa Bay"):
        expect(row.get_by_text(words)).to_be_visible()
    expect(row.get_by_role("img", name=re.compile("12 red beads for Service"))).to_be_visible()
    expect(row.get_by_role("img", name="3 gray beads, 1 silver bead")).to_be_visible()
    expect(row.get_by_role("img", name="Path of the Single Hand, level 4")).to_be_visible()
    expect(row.get_by_role("img", name=re.compile("Shield"))).to_have_count(0)
    form = open_form(page, "Maya Example")
    drawing = form.get_by_role("status").filter(has_text="award beads")
    expect(drawing).to_have_text("Warrior 2nd Class • Samurai, 18 award beads")
    form.get_by_role("button", name="One more: Fitness").click()
    expect(drawing).to_have_text("Warrior 2nd Class • Samurai, 19 award beads")
    expect(form.get_by_role("img", name=re.compile("1 brown bead for Fitness"))).to_be_visible()
    beads(form, "Service").fill("2")
    expect(drawing).to_have_text("Warrior 2nd Class • Samurai, 9 award beads")
    form.get_by_role("switch", name="Board Member").check()
    expect(drawing).to_have_text(re.compile("Board Member • Samurai"))
    for _ in range(2):
        form.get_by_role("button", name="One less: High Honor").click()
    expect(beads(form, "High Honor")).to_have_value("0")
    form.get_by_label("Admin Rank").select_option(label="Park Lead · 3 white beads")
    expect(drawing).to_have_text("Park Lead • Board Member • Samurai, 8 award beads")
    expect(form.get_by_label("Member Rank")).to_be_hidden()
    shield = form.get_by_role("group", name="Path of the Shield, level")
    expect(shield.get_by_role("radio", name="2")).to_be_disabled()
    form.get_by_role("switch", name="Shield").check()
    shield.get_by_text("5").click()
    expect(form.get_by_role("img", name="Path of the Shield, level 5")).to_be_visible()
    form.get_by_label("Reason (shown in their history)").fill("After the spring trial")
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("User updated")
    expect(row.get_by_text("Park Lead • Board Member • Samurai")).to_be_visible()
    expect(row.get_by_role("img", name="Path of the Shield, level 5")).to_be_visible()
    form = open_form(page, "Maya Example")
    expect(beads(form, "Service")).to_have_value("2")
    form.get_by_label("Admin Rank").select_option(value="0")
    expect(form.get_by_label("Member Rank")).to_have_value("3")


@pytest.mark.whole
def test_a_wrong_form_stays_open_with_what_was_typed(
    admin: Person, maya: str, stage: Stage
) -> None:
    stage.person(MEMBER, issuer=None, subject=None)
    page = admin.open(PATH)
    form = open_form(page, "Maya Example")
    form.get_by_label("First Name").fill("")
    form.get_by_label("Last Name").fill("")
    form.get_by_role("textbox", name="Email").fill("maya@")
    form.get_by_label("Profile Image URL").fill("example")
    beads(form, "Service").fill("-1")
    form.get_by_role("switch", name="Administrator").check()
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Error")
    for words in (
        *("First name is required", "Last name is required", "Invalid email address"),
        *("Must be a valid URL", "Award beads must be at least 0"),
    ):
        expect(error(form, words)).to_be_visible()
    expect(form.get_by_role("textbox", name="Email")).to_have_value("maya@")
    expect(form.get_by_label("First Name")).to_have_attribute("aria-invalid", "true")
    form.get_by_label("First Name").fill("May")
    form.get_by_label("Last Name").fill("Ortiz")
    form.get_by_role("textbox", name="Email").fill(MEMBER)
    form.get_by_label("Profile Image URL").fill("")
    beads(form, "Service").fill("1")
    form.get_by_role("button", name="Save Changes").click()
    expect(error(form, "They have to log in once before")).to_be_visible()
    expect(form.get_by_role("switch", name="Administrator")).to_be_focused()
    form.get_by_role("switch", name="Administrator").uncheck()
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("User updated")
    expect(row_of(page, "May Ortiz")).to_be_visible()


def test_somebody_is_added_before_the_first_sign_in(admin: Person, maya: str) -> None:
    page = admin.open(PATH)
    page.get_by_role("button", name="Add User").click()
    form = form_of(page, "Add User")
    expect(form.get_by_label("First Name")).to_be_focused()
    expect(form.get_by_text("Recruit", exact=True).first).to_be_visible()
    form.get_by_label("First Name").fill("Nell")
    form.get_by_label("Last Name").fill("Ash")
    form.get_by_role("textbox", name="Email").fill(MEMBER.upper())
    form.get_by_role("button", name="One more: Service").click()
    form.get_by_role("button", name="Add User").click()
    admin.expect_toast("Error")
    expect(error(form, "Another account already has this email")).to_be_visible()
    expect(form.get_by_label("First Name")).to_have_value("Nell")
    expect(beads(form, "Service")).to_have_value("1")
    form.get_by_role("textbox", name="Email").fill("nell@example.org")
    form.get_by_role("button", name="Add User").click()
    admin.expect_toast("User added")
    find(page, "nell")
    row = row_of(page, "nell@example.org")
    expect(row.get_by_text("Never logged in")).to_be_visible()
    expect(row.get_by_role("img", name="1 red bead for Service")).to_be_visible()


def test_a_player_is_changed_by_keyboard_alone(admin: Person, maya: str) -> None:
    page = admin.open(PATH)
    keys = page.keyboard

    tab_to(page, "Edit Maya Example")
    keys.press("Enter")
    form = form_of(page, "Edit Maya Example")
    expect(form.get_by_label("First Name")).to_be_focused()
    tab_to(page, "Samurai.*")
    keys.press("Space")
    tab_to(page, "Service.*")
    keys.press("ArrowDown")
    tab_to(page, "Shield")
    keys.press("Space")
    keys.press("Tab")
    expect(form.get_by_role("radio", name="2", checked=True)).to_be_focused()
    keys.press("ArrowRight")
    tab_to(page, "Reason.*")
    keys.type("Trial")
    keys.press("Enter")
    admin.expect_toast("User updated")
    row = row_of(page, MEMBER)
    expect(row.get_by_text("Warrior 2nd Class", exact=True)).to_be_visible()
    expect(row.get_by_role("img", name=re.compile("11 red beads"))).to_be_visible()
    expect(row.get_by_role("img", name="Path of the Shield, level 3")).to_be_visible()
    expect(page.get_by_role("button", name="Edit Maya Example")).to_be_focused()
    keys.press("Enter")
    expect(form.get_by_label("First Name")).to_be_focused()
    keys.press("Escape")
    expect(form).to_be_hidden()


@pytest.mark.whole
def test_a_player_is_changed_on_a_phone(admin: Person, maya: str) -> None:
    page = admin.open(PATH)
    on_phone(page)
    form = open_form(page, "Maya Example")
    form.get_by_role("button", name="One more: Roleplay").click()
    expect(form.get_by_text("19 award beads")).to_be_visible()
    form.get_by_role("switch", name="Great Weapon").check()
    form.get_by_role("group", name="Path of the Great Weapon, level").get_by_text("1").click()
    too_small = form.locator("button:visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect())"
        ".filter(box => box.width < 44 || box.height < 44).length"
    )
    assert too_small == 0
    sideways = form.locator(".dialog-body").evaluate("one => one.scrollWidth - one.clientWidth")
    assert sideways == 0
    # Only the body scrolls; the heading and the buttons stay where they are.
    assert form.evaluate("one => one.scrollTop") == 0
    admin.look_over("console-user-form-end")
    on_phone(page)
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("User updated")
    row = row_of(page, MEMBER)
    expect(row.get_by_role("img", name="Path of the Great Weapon, level 1")).to_be_visible()
    admin.expect_no_sideways_scrolling()


def test_the_second_of_two_sees_what_the_other_changed(
    admin: Person, site: Site, stage: Stage, maya: str
) -> None:
    with site.member(SECOND) as second:
        stage.person(SECOND, is_admin=True, first_name="Ines", last_name="Ferrer")
        mine, hers = admin.open(PATH), second.open(PATH)
        form = open_form(mine, "Maya Example")
        theirs = open_form(hers, "Maya Example")
        theirs.get_by_label("Last Name").fill("Moss")
        theirs.get_by_label("Tier").select_option(label="Sustainer")
        beads(theirs, "Service").fill("20")
        level(theirs, "Single Hand", 5).check(force=True)
        theirs.get_by_role("switch", name="Samurai").uncheck()
        theirs.get_by_role("button", name="Save Changes").click()
        second.expect_toast("User updated")
    form.get_by_label("Last Name").fill("Oak")
    form.get_by_label("Bio").fill("Mine")
    form.get_by_role("button", name="One more: Service").click()
    level(form, "Single Hand", 2).check(force=True)
    form.get_by_role("button", name="Save Changes").click()
    told = form.get_by_role("alert")
    expect(told).to_contain_text("Ines Ferrer changed Last name, Service bead and Path of the")
    expect(error(form, "Ines Ferrer changed this to “Moss” in the meantime")).to_be_visible()
    expect(error(form, "Ines Ferrer changed this to “20” in the meantime")).to_be_visible()
    expect(form.get_by_label("Last Name")).to_have_value("Oak")
    expect(beads(form, "Service")).to_have_value("13")
    expect(form.get_by_label("Bio")).to_have_value("Mine")
    expect(level(form, "Single Hand", 2)).to_be_checked()
    # Nobody has touched these here: they follow.
    expect(form.get_by_label("Tier")).to_have_value("master")
    expect(form.get_by_role("switch", name="Samurai")).not_to_be_checked()
    expect(form.get_by_text("Warrior 2nd Class", exact=True)).to_be_visible()
    admin.look_over("console-user-overtaken")
    beads(form, "Service").fill("20")
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("User updated")
    row = row_of(mine, MEMBER)
    for words in ("Maya Oak", "Mine", "Sustainer"):
        expect(row.get_by_text(words)).to_be_visible()
    expect(row.get_by_role("img", name=re.compile("20 red beads"))).to_be_visible()
    expect(row.get_by_role("img", name="Path of the Single Hand, level 2")).to_be_visible()


def test_chosen_players_are_changed_and_downloaded_together(
    admin: Person, stage: Stage, maya: str
) -> None:
    for email in (MEMBER, OTHER, ORGANIZER):
        stage.person(email, last_name="Chosen")
    page = admin.open(PATH + "?q=chosen")
    page.get_by_role("checkbox", name="Select Maya Chosen").check()
    last = page.get_by_role("checkbox", name="Select Amara Chosen")
    last.check()
    expect(page.get_by_text("2 selected")).to_be_visible()
    # The keyboard comes from a box to the bar without passing the rows, and back through them.
    last.press("Enter")
    expect(page.get_by_role("button", name="Select All on This Page")).to_be_focused()
    page.get_by_role("button", name="Apply").press("Tab")
    expect(page.get_by_role("checkbox", name="Select Amara Chosen")).to_be_focused()
    admin.look_over("console-users-chosen")
    with page.expect_download() as started:
        page.get_by_role("link", name="Export Selected").click()
    text = started.value.path().read_text(encoding="utf-8-sig")
    assert (MEMBER in text, OTHER in text, ORGANIZER in text) == (True, True, False)
    page.get_by_label("Chapter").last.select_option(label="Tampa Bay - Tampa, FL")
    page.get_by_label("Status").last.select_option(label="Expired")
    page.get_by_role("button", name="Apply").click()
    admin.look_over("console-users-question")
    page.get_by_role("button", name="Change 2 Players").click()
    admin.expect_toast("2 players changed")
    expect(row_of(page, OTHER).get_by_text("Expired")).to_be_visible()
    expect(row_of(page, OTHER).get_by_text("Tampa Bay")).to_be_visible()
    expect(row_of(page, ORGANIZER).get_by_text("Expired")).to_have_count(0)
    expect(page.get_by_text("2 selected")).to_be_hidden()
    page.get_by_role("checkbox", name="Select Maya Chosen").check()
    page.get_by_role("button", name="Award Beads").click()
    award = form_of(page, "Award Beads")
    expect(award.get_by_text("For Maya Chosen.")).to_be_visible()
    admin.look_over("console-users-award")
    award.get_by_role("button", name="Award Beads").click()
    admin.expect_toast("Awarded to 1 member")
    # The bar is gone, and the keyboard goes on at the row.
    expect(page.get_by_role("checkbox", name="Select Maya Chosen")).to_be_focused()
    expect(
        row_of(page, MEMBER).get_by_role("img", name=re.compile("13 red beads for Service"))
    ).to_be_visible()
    page.get_by_label("Status").first.select_option(label="Expired")
    # The number above the list is counted twice a minute, and the stage tells nobody of its rows.
    expect(row_of(page, ORGANIZER)).to_have_count(0)
    with page.expect_download() as started:
        page.get_by_role("link", name="CSV", exact=True).click()
    assert started.value.suggested_filename == "members.csv"
    text = started.value.path().read_text(encoding="utf-8-sig")
    assert (MEMBER in text, OTHER in text, ORGANIZER in text) == (True, True, False)


@pytest.mark.whole
def test_on_a_tablet_a_player_can_be_edited_without_scrolling_sideways(
    admin: Person, stage: Stage
) -> None:
    stage.person(
        MEMBER,
        member_rank=4,
        award_beads={award.key: 1 for award in catalogue.AWARDS},
        warrior_paths={path.key: {"enabled": True, "level": 5} for path in catalogue.PATHS},
        chapter_id=stage.chapter("Osprey Guard of the Southern Shores"),
    )
    page = admin.open("/admin")
    edit = page.get_by_role("button", name=re.compile("^Edit ")).first
    card = page.locator(".list-card")
    for width in (768, 1100):
        page.set_viewport_size({"width": width, "height": 1112})
        expect(edit).to_be_visible()
        expect(card).to_have_js_property("scrollWidth", card.evaluate("one => one.clientWidth"))
        expect(edit).to_be_in_viewport(ratio=1)


def test_a_live_sheet_is_made_read_by_a_spreadsheet_and_revoked(admin: Person, site: Site) -> None:
    page = admin.open(PATH)
    page.get_by_role("button", name="Live Sheet…").click()
    form = page.get_by_role("dialog", name="Live Sheet")
    form.get_by_role("button", name="Create Address").click()
    expect(error(form, "Name is required")).to_be_visible()
    form.get_by_role("textbox", name="Name").fill("For the board")
    form.get_by_role("checkbox", name="Rank").uncheck()
    form.get_by_role("button", name="Create Address").click()
    admin.expect_toast("Live sheet created")
    expect(form.get_by_role("textbox", name="Name")).to_have_value("")
    address = form.get_by_label("Address").input_value()
    told = httpx.get(site.url + "/" + address.split("/", 3)[3])
    assert told.text.startswith('\ufeff"Name","Chapter","Plan","Status","Last Seen"')
    admin.look_over("console-live-sheet")
    form.get_by_role("button", name="Revoke For the board").click()
    admin.expect_toast("Live sheet revoked")
    expect(form.get_by_text("For the board")).to_have_count(0)
