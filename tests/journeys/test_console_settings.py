"""The Settings tab: notifications, and the log of who changed what."""

import re
from datetime import timedelta

from playwright.sync_api import Locator, Page, expect

from tests.journeys.people import PHONE, Person
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
    admin.look_over("console-settings-empty")
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


def test_notifications_by_keyboard_on_a_phone(admin: Person) -> None:
    page = admin.open(PATH)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.get_by_role("button", name="Add Notification").first.press("Enter")
    expect(dialog(page, "Add Notification").get_by_label("Title")).to_be_focused()
    page.keyboard.type("Hello")
    page.keyboard.press("Tab")
    page.keyboard.type("All of you.")
    dialog(page, "Add Notification").get_by_role("button", name="Add Notification").press("Enter")
    admin.expect_toast("Notification created")
    page.get_by_role("button", name="Edit Hello").press("Enter")
    expect(dialog(page, "Edit Notification").get_by_label("Title")).to_be_focused()
    page.keyboard.type("Hello again")
    page.keyboard.press("Enter")
    admin.expect_toast("Notification updated")
    page.get_by_role("button", name=re.compile("Delete .*Hello again")).press("Enter")
    expect(page.get_by_role("alertdialog").get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    admin.expect_toast("Notification deleted")


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
    admin.look_over("console-settings")
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
    page = admin.open(PATH)
    page.get_by_role("link", name="Log", exact=True).click()
    expect(page).to_have_url(admin.url + "/admin/log")
    # The address changes before the page does, and the page before has a search, too.
    expect(page.get_by_label("Person")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="“Old Rules”").first).to_be_visible()
    page.get_by_role("searchbox").fill("combat")
    row = page.get_by_role("row").filter(has_text="Core Combat Rules")
    expect(row.get_by_text("changed the resource")).to_be_visible()
    expect(row.get_by_text("“Core Rules” → “Core Combat Rules”")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="“Old Rules”")).to_have_count(0)
    admin.look_over("console-log")
    page.get_by_label("Person").fill("nobody of this name")
    expect(page.get_by_text("Nothing matches.")).to_be_visible()
    page.get_by_label("Person").fill("admin")
    expect(row).to_be_visible()
    page.get_by_label("Day").fill((today() - timedelta(days=400)).date().isoformat())
    expect(page.get_by_text("Nothing matches.")).to_be_visible()
    page.get_by_role("link", name="Show all").click()
    expect(page.get_by_role("row").filter(has_text="“Old Rules”").first).to_be_visible()
    page.get_by_role("navigation", name="Admin Console").get_by_text("Settings").click()
    expect(page).to_have_url(admin.url + PATH)
