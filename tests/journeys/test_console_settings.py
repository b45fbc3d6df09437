"""The Settings tab: notifications, and the log of who changed what."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.people import Person
from tests.journeys.stage import MEMBER, Stage, today

PATH = "/admin/settings"


def dialog(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=name)


def test_a_notification_is_added_changed_and_deleted(
    admin: Person, member: Person, stage: Stage
) -> None:
    stage.chapter("Tampa Bay")
    page = admin.open(PATH)
    expect(page.get_by_role("heading", name="System Settings")).to_be_visible()
    expect(page.get_by_role("heading", name="Notification Management")).to_be_visible()
    expect(page.get_by_text("No notifications created yet")).to_be_visible()
    page.get_by_role("button", name="Add Notification").first.click()
    form = dialog(page, "Add Notification")
    expect(form.get_by_label("Chapter")).to_be_hidden()
    form.get_by_label("Title").fill("Park moved")
    form.get_by_label("Message").fill("Meet at the south pavilion.")
    form.get_by_label("Type").select_option(label="Warning")
    last = today() + timedelta(days=3)
    form.get_by_label("Expires").fill(last.date().isoformat())
    form.get_by_role("button", name="Add Notification").click()
    admin.expect_toast("Notification created")
    row = page.get_by_role("row").filter(has_text="Park moved")
    for text in ("Active", "System-wide", f"{last:%a}, {last:%b} {last.day}"):
        expect(row.get_by_text(text).last).to_be_visible()
    stage.person(MEMBER)
    member.open("/")
    expect(member.page.get_by_text("Meet at the south pavilion.")).to_be_visible()
    page.get_by_role("button", name="Edit Park moved").click()
    form = dialog(page, "Edit Notification")
    form.get_by_label("Target").select_option(label="Chapter-specific")
    expect(form.get_by_label("Chapter")).to_be_visible()
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Error", "Chapter is required")
    expect(form.get_by_label("Chapter")).to_be_focused()
    admin.look_over("console-notification-errors")
    form.get_by_label("Chapter").select_option(label="Tampa Bay - Tampa, FL")
    form.get_by_role("switch", name="Active").uncheck()
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Notification updated")
    expect(row.get_by_text("Inactive")).to_be_visible()
    expect(row.get_by_text("Tampa Bay")).to_be_visible()
    page.get_by_role("button", name="Delete Park moved").click()
    question = page.get_by_role("alertdialog", name="Delete “Park moved”?")
    question.get_by_role("button", name="Delete Notification").click()
    admin.expect_toast("Notification deleted")
    expect(page.get_by_text("No notifications created yet")).to_be_visible()


@pytest.mark.whole
def test_every_kind_of_notification_is_listed(admin: Person, stage: Stage) -> None:
    tampa = stage.chapter("Tampa Bay")
    for number, kind in enumerate(("info", "success", "warning", "error", "melted")):
        stage.tell(f"Notice {number}", type=kind, message="Words. " * 60)
    stage.tell("For Tampa", target_type="chapter", chapter_id=tampa)
    stage.tell("For nobody", target_type="chapter")
    stage.tell("Over", expires_at=today(), is_active=False)
    page = admin.open(PATH)
    expect(page.get_by_text("8 notifications")).to_be_visible()
    expect(page.get_by_text("Unknown Chapter")).to_be_visible()
    page.get_by_label("Chapter", exact=True).select_option(label="Tampa Bay - Tampa, FL")
    expect(page.get_by_text("1 notification", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile(f"chapter={tampa}"))
    page.reload()
    admin.settle()
    expect(page.get_by_label("Chapter", exact=True)).to_have_value(tampa)
    page.get_by_label("Chapter", exact=True).select_option(label="All")
    page.get_by_label("Status").select_option(label="Expired")
    expect(page.get_by_text("1 notification", exact=True)).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Over")).to_be_visible()


def test_the_log_tells_before_and_after_and_is_searched(admin: Person, stage: Stage) -> None:
    resource = stage.resource("Old Rules")
    headers = {"origin": admin.url}
    api = admin.page.request
    for title in ("Core Rules", "Core Combat Rules"):
        values = {"title": title, "externalUrl": "https://docs.example.org/rules"}
        changed = api.put(f"{admin.url}/api/resources/{resource}", data=values, headers=headers)
        assert changed.ok, changed.text()
    page = admin.open("/admin/log")
    expect(page.get_by_role("row").filter(has_text="“Old Rules”").first).to_be_visible()
    page.get_by_role("searchbox").fill("combat")
    row = page.get_by_role("row").filter(has_text="Core Combat Rules")
    expect(row.get_by_text("changed the resource")).to_be_visible()
    expect(row.get_by_text("“Core Rules” → “Core Combat Rules”")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="“Old Rules”")).to_have_count(0)
    page.get_by_label("Person").fill("nobody of this name")
    expect(page.get_by_text("Nothing matches.")).to_be_visible()
    page.get_by_label("Person").fill("admin")
    expect(row).to_be_visible()
    page.get_by_label("Day").fill((today() - timedelta(days=400)).date().isoformat())
    expect(page.get_by_text("Nothing matches.")).to_be_visible()
    page.get_by_role("link", name="Show all").click()
    expect(page.get_by_role("row").filter(has_text="“Old Rules”").first).to_be_visible()
