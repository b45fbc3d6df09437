"""The Chapters tab: the form with its folded part, and the requests to start a chapter."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.people import Person, on_phone
from tests.journeys.stage import MEMBER, Stage

PATH = "/admin/chapters"
NEW = {"Name": "Tampa Bay", "Location": "Al Lopez Park", "City": "Tampa", "State": "Florida"}


def dialog(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=name)


def fill(form: Locator, texts: dict[str, str]) -> None:
    for label, text in texts.items():
        form.get_by_label(label, exact=True).fill(text)


def test_a_chapter_is_added_changed_and_deleted(
    admin: Person, visitor: Person, stage: Stage
) -> None:
    page = admin.open(PATH)
    expect(page.get_by_text("No chapters found")).to_be_visible()
    page.get_by_role("button", name="Add Chapter").first.click()
    form = dialog(page, "Add Chapter")
    fill(form, NEW | {"Contact Email": "bay@example.org"})
    form.get_by_role("button", name="Add Chapter").click()
    admin.expect_toast("Chapter created")
    row = page.get_by_role("row").filter(has_text="Tampa Bay")
    expect(row.get_by_text("Tampa, Florida")).to_be_visible()
    expect(row.get_by_text("Active")).to_be_visible()
    expect(row.get_by_text("bay@example.org")).to_be_visible()
    visitor.open("/chapters")
    shown = visitor.page.get_by_role("listitem").filter(has_text="Tampa Bay")
    expect(shown.get_by_text("Forming")).to_have_count(0)
    page.get_by_role("button", name="Edit Tampa Bay").click()
    form = dialog(page, "Edit Chapter")
    form.get_by_label("Status").select_option(label="Forming")
    form.get_by_text("Meeting times and leaders").click()
    fill(form, {"Meeting Day": "Saturday", "Practice Times": "Saturdays, 6 PM\nSundays, noon"})
    form.get_by_label("Name of leader 1").fill("Ines")
    form.get_by_role("button", name="Add a Leader").click()
    form.get_by_label("Name of leader 2").fill("Ana")
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Chapter updated")
    expect(row.get_by_text("Forming")).to_be_visible()
    visitor.open("/chapters")
    expect(shown.get_by_text("Forming").first).to_be_visible()
    page.get_by_role("button", name="Edit Tampa Bay").click()
    form.get_by_text("Discord", exact=True).click()
    form.get_by_label("Webhook URL").fill("https://discord.com/api/webhooks/1/not-a-real-one")
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Chapter updated")
    page.get_by_role("button", name="Edit Tampa Bay").click()
    form.get_by_text("Discord: connected").click()
    expect(form.get_by_label("Replace the Webhook URL")).to_have_value("")
    admin.look_over("console-chapter-discord")
    form.get_by_role("button", name="Disconnect").click()
    admin.expect_toast("Discord disconnected")
    form.get_by_role("button", name="Cancel").click()
    stage.person(MEMBER, chapter_id=stage.chapter_named("Tampa Bay"))
    page.get_by_role("button", name="Delete Tampa Bay").click()
    question = page.get_by_role("alertdialog", name="Delete “Tampa Bay”?")
    expect(question.get_by_text("1 member will have no chapter.")).to_be_visible()
    admin.look_over("console-chapter-question")
    question.get_by_role("button", name="Delete Chapter").click()
    admin.expect_toast("Chapter deleted")
    expect(page.get_by_text("No chapters found")).to_be_visible()


@pytest.mark.whole
def test_nothing_jumps_when_the_requests_and_the_numbers_come(admin: Person, stage: Stage) -> None:
    for number in range(6):
        stage.chapter(f"Chapter {number}")
    stage.chapter_request("Ocala, Florida")
    watch = """window.shift = 0; new PerformanceObserver(list => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value;
    }).observe({type: 'layout-shift', buffered: true});"""
    admin.page.add_init_script(watch)
    on_phone(admin.page)
    page = admin.open(PATH)
    expect(page.get_by_text("Ocala, Florida")).to_be_visible()
    expect(page.get_by_role("link", name="1 chapter request")).to_be_visible()
    assert page.evaluate("window.shift") <= 0.003


@pytest.mark.whole
def test_wrong_fields_have_their_sentences_also_in_the_folded_part(admin: Person) -> None:
    page = admin.open(PATH)
    page.get_by_role("button", name="Add Chapter").first.click()
    form = dialog(page, "Add Chapter")
    form.get_by_label("Contact Email").fill("nobody")
    form.get_by_role("button", name="Add Chapter").click()
    for sentence in (
        "Chapter name is required",
        "Location is required",
        "City is required",
        "State is required",
        "Invalid email address",
    ):
        expect(form.locator(".field-error").get_by_text(sentence, exact=True)).to_be_visible()
    expect(form.get_by_label("Name", exact=True)).to_be_focused()
    admin.look_over("console-chapter-errors")
    fill(form, {"Location": "Al Lopez Park", "City": "Tampa", "State": "Florida"})
    form.get_by_label("Name", exact=True).fill("Tampa Bay")
    form.get_by_label("Contact Email").fill("")
    form.get_by_text("Meeting times and leaders").click()
    form.get_by_label("Time Zone").fill("Mars/Olympus")
    form.get_by_text("Meeting times and leaders").click()
    form.get_by_role("button", name="Add Chapter").click()
    expect(form.get_by_label("Time Zone")).to_be_focused()
    expect(form.get_by_label("Time Zone")).to_have_value("Mars/Olympus")


def test_a_request_becomes_a_chapter_when_its_form_is_saved(admin: Person, stage: Stage) -> None:
    stage.chapter_request("Ocala, Florida")
    stage.chapter_request("Macon, Georgia")
    page = admin.open("/admin")
    admin.follow(page.get_by_role("link", name="2 chapter requests"), f"**{PATH}*")
    expect(page.get_by_role("heading", name="Requests to Start a Chapter")).to_be_visible()
    admin.look_over("console-requests")
    page.get_by_role("button", name="Create Chapter: Ocala, Florida").click()
    form = dialog(page, "Create Chapter")
    expect(form.get_by_label("City")).to_have_value("Ocala")
    form.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("No chapters found")).to_be_visible()
    page.get_by_role("button", name="Create Chapter: Ocala, Florida").click()
    form.get_by_label("Location").fill("Tuscawilla Park")
    form.get_by_role("button", name="Create Chapter").click()
    admin.expect_toast("Chapter created")
    expect(page.get_by_role("row").filter(has_text="Tuscawilla Park")).to_be_visible()
    page.get_by_role("button", name="Mark Answered: Macon, Georgia").click()
    admin.expect_toast("Answered")
    expect(page.get_by_text("No open requests.")).to_be_visible()
    expect(page.get_by_text("Nothing’s waiting for you.")).to_be_visible()
    page.get_by_role("link", name="Answered requests").click()
    expect(page).to_have_url(re.compile("requests=answered"))
    expect(page.get_by_role("link", name="See chapter")).to_be_visible()
    page.get_by_role("button", name="Reopen: Macon, Georgia").click()
    admin.expect_toast("Open again")
    page.get_by_role("link", name="Open requests").click()
    expect(page.get_by_text("Macon, Georgia")).to_be_visible()


@pytest.mark.whole
def test_a_list_of_many_chapters_fits(admin: Person, stage: Stage) -> None:
    for number in range(30):
        stage.chapter(f"Chapter {number:02d}")
    stage.chapter("Wide" * 60)
    stage.chapter("The Company of the Long Name " * 8)
    page = admin.open(PATH)
    expect(page.get_by_text("32 chapters")).to_be_visible()
    page.get_by_role("searchbox").fill("long name")
    expect(page.get_by_text("1 chapter", exact=True)).to_be_visible()
    page.set_viewport_size({"width": 1024, "height": 800})
    city = page.get_by_role("row").filter(has_text="Long Name").get_by_role("cell").nth(1)
    box = city.bounding_box()
    assert box
    assert box["width"] > 100
    page.get_by_role("searchbox").fill("wide")
    expect(page.get_by_role("row").filter(has_text="WideWide")).to_be_visible()
    admin.expect_no_sideways_scrolling()
    page.get_by_role("searchbox").fill("chapter 07")
    expect(page.get_by_text("1 chapter", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="CSV")).to_have_attribute(
        "href", "/api/admin/chapters.csv?q=chapter+07"
    )
