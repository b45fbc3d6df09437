"""One member's page in the console: awarding, undoing, editing and logging out."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import factories
from tests.journeys.people import Person
from tests.journeys.stage import MEMBER, Stage, evening
from tests.journeys.stories import tell_a_story


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name=re.compile("^Award"))


def entries(page: Page) -> Locator:
    return page.locator(".entry")


def test_a_bead_is_awarded_and_taken_back(admin: Person, stage: Stage) -> None:
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
    admin.expect_toast("Awarded to Maya Ortiz")
    expect(form).to_be_hidden()
    newest = entries(page).first
    expect(newest).to_contain_text("1 Faction Champion bead")
    expect(newest).to_contain_text("Won all seven bouts")
    expect(newest.get_by_role("link", name="Autumn Tournament")).to_be_visible()
    newest.get_by_role("button", name="Undo").press("Enter")
    question = page.get_by_role("dialog", name="Undo “1 Faction Champion bead”?")
    expect(question.get_by_label("Reason")).to_be_focused()
    page.keyboard.type("A miscount")
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    admin.expect_toast("Undone")
    expect(entries(page).first).to_contain_text("1 Faction Champion bead taken back")
    expect(entries(page).first).to_contain_text("A miscount")
    expect(entries(page).nth(1)).to_contain_text("Undone")


def test_a_member_who_lost_a_phone_is_logged_out_everywhere(admin: Person, stage: Stage) -> None:
    page = admin.open(f"/admin/users/{stage.person('lost@example.org', first_name='Lou')}")
    page.get_by_role("button", name="Log Out Everywhere").click()
    question = page.get_by_role("alertdialog", name=re.compile("Log Out Lou"))
    question.get_by_role("button", name="Log Out Everywhere").click()
    admin.expect_toast("Logged out of 0 browsers")
    expect(question).to_be_hidden()


def test_a_member_is_edited_beside_the_timeline(admin: Person, stage: Stage) -> None:
    email = "kai@example.org"
    stage.person(email, first_name="Kai", last_name="Reed")
    page = admin.open("/admin")
    admin.follow(page.get_by_role("link", name="Kai Reed"), "**/admin/users/*")
    page.get_by_role("button", name="Edit", exact=True).click()
    form = page.get_by_role("dialog", name="Edit Kai Reed")
    form.get_by_label("First Name").fill("Kay")
    form.get_by_role("button", name="One more: Service").click()
    form.get_by_label("Reason (shown in their history)").fill("Set up the field")
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


@pytest.mark.whole
def test_a_lead_who_types_addresses_of_another_chapter_sees_nothing_of_it(
    member: Person, stage: Stage
) -> None:
    """`tests/matrix/test_scopes.py` shows the same of frames and of all other routes."""
    own, others = stage.chapter("Tampa Bay"), stage.chapter("Coral Banner")
    for chapter_id, name in ((own, "Nell"), (others, "Otto")):
        address = f"{name.lower()}@example.org"
        stage.person(address, first_name=name, last_name="Ash", chapter_id=chapter_id)
        stage.event(f"{name}’s Day", chapter_id=chapter_id, taken_by=[address])
    lead = stage.person(MEMBER, holds_roles=True, age_band="adult")
    stage.add(factories.grant(user_id=lead, role="lead", chapter_id=own))
    page = member.open("/admin")
    expect(page.get_by_role("link", name="Nell Ash")).to_be_visible()
    otto, event_id = stage.person("otto@example.org"), stage.find("Otto’s Day").id
    for path, says in {
        f"/admin?chapterId={others}": "No users found",
        f"/admin/users/{otto}": "Member not found",
        f"/admin/events/{event_id}": "Access Denied",
        f"/admin/waivers?chapterId={others}": "Waivers",
        "/admin/payments": "Not one of your pages",
    }.items():
        page = member.open(path)
        expect(page.get_by_text(says).first).to_be_visible()
        expect(page.get_by_text("Otto Ash")).to_have_count(0)
    member.look_over("lead-elsewhere")
    origin = {"origin": member.url}
    for way, path, body, says in (
        ("GET", f"/api/admin/users/{otto}", None, "This member doesn’t exist."),
        ("GET", f"/api/events/{event_id}/roster.csv", None, ""),
        ("PATCH", f"/api/admin/chapters/{others}", {"name": "Mine"}, ""),
        ("PATCH", f"/api/events/{event_id}", {"title": "Mine"}, ""),
    ):
        answer = page.request.fetch(f"{member.url}{path}", method=way, data=body, headers=origin)
        assert (answer.status in {403, 404}, says in answer.text()) == (True, True), answer.text()
        assert "Ash" not in answer.text()
