"""The page Your account: what is kept, who sees it, and deleting the account."""

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, Stage

LEAVER, ROAMER = "sorrel@example.org", "rowan@example.org"


def test_a_visitor_is_told_to_log_in(visitor: Person) -> None:
    page = visitor.open("/account")
    expect(page.get_by_role("heading", name="Access Denied")).to_be_visible()
    login = page.get_by_role("main").get_by_role("link", name="Login")
    expect(login).to_have_attribute("href", "/api/login?next=%2Faccount")
    visitor.look_over("account-visitor")


def test_the_page_says_what_is_kept(member: Person, stage: Stage) -> None:
    stage.person(MEMBER, game_name="Storm", age_band="adult", hides_attendance=False)
    page = member.open("/")
    expect(page.get_by_role("banner").get_by_role("link", name="Maya")).to_have_attribute(
        "href", "/"
    )
    page.get_by_role("region", name="Profile").get_by_role("link", name="Account").click()
    expect(page.get_by_role("heading", name="Your account", level=1)).to_be_visible()
    for text in ("Storm", MEMBER, "18 or older"):
        expect(page.get_by_text(text, exact=True)).to_be_visible()
    member.look_over("account")
    page.get_by_role("button", name="Edit Profile").click()
    dialog = page.get_by_role("dialog", name="Edit Profile")
    dialog.get_by_label("Game Name").fill("Storm Crow")
    dialog.get_by_role("button", name="Save Changes").click()
    member.expect_toast("Profile Updated")
    expect(page.get_by_text("Storm Crow", exact=True)).to_be_visible()


def test_a_member_is_hidden_from_who_is_going_and_shown_again(member: Person, stage: Stage) -> None:
    stage.person(MEMBER, hides_attendance=False, age_band="adult")
    page = member.open("/account")
    shown = page.get_by_role("switch", name="Show my game name under “Who’s Going”")
    expect(shown).to_be_checked()
    shown.press("Space")
    member.expect_toast("You’re hidden under “Who’s Going”")
    expect(shown).not_to_be_checked()
    known = stage.look_up(stage.person(MEMBER))
    assert known
    assert known.hides_attendance
    shown.click()
    member.expect_toast("Others see you under “Who’s Going”")


def test_a_member_shows_the_profile_and_hides_it_again(member: Person, stage: Stage) -> None:
    stage.person(MEMBER, shows_profile=False, age_band="adult")
    page = member.open("/account")
    shown = page.get_by_role("switch", name="Show my real name, bio, plan and beads to members")
    expect(shown).not_to_be_checked()
    shown.press("Space")
    member.expect_toast("Members see your profile")
    expect(shown).to_be_checked()
    known = stage.look_up(stage.person(MEMBER))
    assert known
    assert known.shows_profile
    shown.click()
    member.expect_toast("Members see only your game name")


def test_a_minor_is_told_that_nobody_sees_more_than_the_game_name(
    member: Person, stage: Stage
) -> None:
    stage.person(MEMBER, game_name="W" * 255, age_band="minor")
    page = member.open("/account")
    expect(page.get_by_text("Members under 18 are never listed")).to_be_visible()
    expect(page.get_by_role("switch", name="Show my game name")).to_have_count(0)
    member.look_over("account-minor")
    stage.person(MEMBER, game_name=None, age_band="adult")


def test_the_data_is_downloaded_as_a_file(member: Person, stage: Stage) -> None:
    stage.event("Park Day", taken_by=[MEMBER])
    page = member.open("/account")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    file = Path(download.value.path())
    data = json.loads(file.read_text())
    assert download.value.suggested_filename.startswith("my-data-")
    assert data["users"][0]["email"] == MEMBER
    assert len(data["event_registrations"]) == 1


def test_deleting_an_account_names_the_consequences_and_asks_for_a_typed_word(
    site: Site, stage: Stage
) -> None:
    with site.visitor() as leaver:
        page = leaver.sign_in(LEAVER)
        user_id = stage.person(LEAVER)
        event_id = stage.event("Farewell Day", taken_by=[LEAVER])
        leaver.open("/account")
        page.get_by_role("button", name="Delete my account").click()
        question = page.get_by_role("alertdialog", name="Delete your account?")
        typed = question.get_by_label("Type your game name or the word DELETE")
        expect(typed).to_be_focused()
        leaver.look_over("account-delete")
        typed.fill("yes")
        question.get_by_role("button", name="Delete my account").click()
        expect(question.get_by_role("alert")).to_have_text(
            "Please type your game name or the word DELETE."
        )
        expect(typed).to_have_value("yes")
        leaver.forgive("422")
        leaver.look_over("account-delete-error")
        typed.fill("DELETE")
        question.get_by_role("button", name="Delete my account").click()
        page.wait_for_url("**/goodbye")
        leaver.settle()
        expect(page.get_by_role("heading", name="Your account is deleted")).to_be_visible()
        expect(page.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
        leaver.look_over("goodbye")
    left = stage.look_up(user_id)
    assert left
    assert (left.email, left.first_name, left.game_name, left.issuer) == (None, None, None, None)
    assert stage.seats(event_id) == (0, 0)


def test_logging_out_everywhere_ends_every_browser(site: Site) -> None:
    with site.visitor() as phone, site.visitor() as laptop:
        phone.sign_in(ROAMER)
        page = laptop.sign_in(ROAMER, "/account")
        expect(page.get_by_text("You’re logged in on 2 browsers.")).to_be_visible()
        page.get_by_role("button", name="Log out everywhere").click()
        page.wait_for_url(laptop.url + "/")
        expect(page.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
        expect(phone.page.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
