"""One member's page in the console: awarding and undoing, by mouse, by keyboard and on a phone."""

import re

from playwright.sync_api import Locator, Page, expect

from rookiebattle.progression.ledger import Change
from tests.journeys.people import PHONE, Person
from tests.journeys.site import Site
from tests.journeys.stage import ADMIN, Stage, evening
from tests.journeys.stories import tell_a_story


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name=re.compile("^Award"))


def entries(page: Page) -> Locator:
    return page.locator(".entry")


def test_a_bead_is_awarded_and_taken_back_by_mouse(admin: Person, stage: Stage) -> None:
    email = "champion@example.org"
    event_id = stage.event("Autumn Tournament", start_at=evening(-2), event_type="tournament")
    stage.event("Other Day", start_at=evening(-1))
    tell_a_story(stage, email, event_id)
    page = admin.open(f"/admin/users/{stage.person(email)}")
    expect(page.get_by_role("heading", name="Maya Ortiz")).to_be_visible()
    expect(page.get_by_text("Incident: A broken wrist at the bridge")).to_be_visible()
    expect(page).to_have_title(re.compile("Maya Ortiz"))
    admin.look_over("console-member")
    page.get_by_role("button", name="Award").click()
    form = dialog(page)
    expect(form.get_by_label("Incident", exact=True)).to_be_hidden()
    expect(form.get_by_label("Approved by")).to_be_hidden()
    form.get_by_role("radio", name="Injury").check()
    expect(form.get_by_label("Incident", exact=True)).to_be_visible()
    form.get_by_role("radio", name="Medal of Honor").check()
    expect(form.get_by_label("Approved by")).to_be_visible()
    expect(form.get_by_role("radio", name="High Honor")).to_be_disabled()
    admin.look_over("console-member-award")
    form.get_by_role("button", name="Award").click()
    expect(form.get_by_text("takes the approval of a Lead or 2IC").last).to_be_visible()
    form.get_by_role("radio", name="Faction Champion").check()
    form.get_by_label("Reason").fill("Won all seven bouts")
    form.get_by_role("button", name="Award").click()
    expect(form.get_by_text("Faction Champion names the event").last).to_be_visible()
    expect(form.get_by_label("Event", exact=True)).to_be_focused()
    expect(form.get_by_label("Reason")).to_have_value("Won all seven bouts")
    admin.look_over("console-member-award-errors")
    form.get_by_label("Find an event").fill("autumn")
    choice = form.get_by_label("Event", exact=True)
    expect(choice.get_by_role("option")).to_have_count(2)
    choice.select_option(index=1)
    form.get_by_role("button", name="Award").click()
    admin.expect_toast("Awarded")
    expect(form).to_be_hidden()
    newest = entries(page).first
    expect(newest).to_contain_text("1 Faction Champion bead")
    expect(newest).to_contain_text("Won all seven bouts")
    expect(newest.get_by_role("link", name="Autumn Tournament")).to_be_visible()
    newest.get_by_role("button", name="Undo").click()
    question = page.get_by_role("dialog", name="Undo “1 Faction Champion bead”?")
    question.get_by_label("Reason").fill("A miscount")
    admin.look_over("console-member-undo")
    question.get_by_role("button", name="Undo").click()
    admin.expect_toast("Undone")
    expect(entries(page).first).to_contain_text("1 Faction Champion bead taken back")
    expect(entries(page).first).to_contain_text("A miscount")
    expect(entries(page).nth(1)).to_contain_text("Undone")


def test_a_member_who_lost_a_phone_is_logged_out_everywhere(admin: Person, stage: Stage) -> None:
    page = admin.open(f"/admin/users/{stage.person('lost@example.org', first_name='Lou')}")
    page.get_by_role("button", name="Log Out Everywhere").click()
    question = page.get_by_role("alertdialog", name=re.compile("Log Out Lou"))
    admin.look_over("console-member-log-out")
    question.get_by_role("button", name="Log Out Everywhere").click()
    admin.expect_toast("Logged out of 0 browsers")
    expect(question).to_be_hidden()


def test_a_bead_is_awarded_and_taken_back_by_keyboard_on_a_phone(
    admin: Person, stage: Stage
) -> None:
    email = "keys@example.org"
    stage.person(email, first_name="Kai", last_name="Reed")
    page = admin.open(f"/admin/users/{stage.person(email)}")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    keys = page.keyboard
    expect(page.get_by_text("Nothing yet")).to_be_visible()
    page.get_by_role("button", name="Award").focus()
    keys.press("Enter")
    form = dialog(page)
    expect(form.get_by_role("radio", name="Service")).to_be_focused()
    keys.press("ArrowDown")
    expect(form.get_by_role("radio", name="Fitness")).to_be_checked()
    keys.press("Tab")
    expect(form.get_by_label("How many")).to_be_focused()
    keys.press("ControlOrMeta+a")
    keys.type("2")
    keys.press("Enter")
    admin.expect_toast("Awarded")
    expect(entries(page)).to_have_count(1)
    expect(entries(page).first).to_contain_text("2 Fitness beads")
    entries(page).get_by_role("button", name="Undo").focus()
    keys.press("Enter")
    expect(page.get_by_role("dialog").get_by_label("Reason")).to_be_focused()
    keys.type("Wrong person")
    keys.press("Tab")
    keys.press("Tab")
    keys.press("Enter")
    admin.expect_toast("Undone")
    expect(entries(page)).to_have_count(2)
    admin.expect_no_sideways_scrolling()


def test_a_member_is_edited_beside_the_timeline(admin: Person, stage: Stage) -> None:
    email = "kai@example.org"
    stage.person(email, first_name="Kai", last_name="Reed")
    page = admin.open("/admin")
    page.get_by_role("link", name="Kai Reed").click()
    page.get_by_role("button", name="Edit", exact=True).click()
    form = page.get_by_role("dialog", name="Edit Kai Reed")
    form.get_by_label("First Name").fill("Kay")
    form.get_by_role("button", name="One more: Service").click()
    form.get_by_label("Why?").fill("Set up the field")
    admin.look_over("console-member-edit")
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("User updated")
    expect(form).to_be_hidden()
    expect(page.get_by_role("heading", name="Kay Reed")).to_be_visible()
    expect(entries(page).first).to_contain_text("1 Service bead")
    expect(entries(page).first).to_contain_text("Set up the field")
    page.get_by_role("button", name="Edit", exact=True).click()
    expect(page.get_by_role("dialog", name="Edit Kay Reed")).to_be_visible()
    admin.open("/admin")
    expect(page.get_by_role("heading", name="All Players")).to_be_visible()
    expect(page.get_by_role("dialog", name="Edit Kay Reed")).to_be_hidden()


def test_a_long_timeline_has_pages_in_its_address(admin: Person, stage: Stage) -> None:
    email = "many@example.org"
    for number in range(60):
        stage.enter(email, Change("award_beads.red", number, number + 1), days_ago=100 - number)
    page = admin.open(f"/admin/users/{stage.person(email)}")
    expect(entries(page)).to_have_count(50)
    page.get_by_role("link", name="Next").click()
    expect(page).to_have_url(re.compile(r"\?page=2$"))
    expect(entries(page)).to_have_count(10)
    page.reload()
    admin.settle()
    expect(entries(page)).to_have_count(10)


def test_others_read_nothing_of_it(site: Site, stage: Stage, member: Person) -> None:
    address = f"/admin/users/{stage.person(ADMIN)}"
    page = member.open(address)
    expect(page.get_by_text("Access Denied")).to_be_visible()
    expect(page.get_by_text(ADMIN)).to_have_count(0)


def test_an_unknown_member_is_said_to_be_missing(admin: Person) -> None:
    page = admin.open("/admin/users/11111111-1111-4111-8111-111111111111")
    expect(page.get_by_text("Member not found")).to_be_visible()
