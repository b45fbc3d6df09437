"""The Events tab: its list, the form, and the question before an event is deleted."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.people import Person
from tests.journeys.stage import MEMBER, Stage, evening

PATH = "/admin/events"


def row_of(page: Page, title: str) -> Locator:
    return page.get_by_role("row").filter(has_text=title)


@pytest.mark.whole
def test_an_event_is_added_changed_and_deleted(admin: Person, stage: Stage) -> None:
    page = admin.open(PATH)
    page.get_by_role("button", name="Add Event").first.click()
    form = page.get_by_role("dialog", name="Create Event")
    form.get_by_role("button", name="Create Event").click()
    admin.expect_toast("Error", "Title is required")
    form.get_by_label("Title").fill("Night Drill")
    form.get_by_label("Event Date").fill(f"{evening(6):%Y-%m-%d}")
    form.get_by_label("Location").fill("Al Lopez Park")
    form.get_by_role("button", name="Create Event").click()
    admin.expect_toast("Event created successfully!")
    expect(page).to_have_url(admin.url + PATH)
    expect(row_of(page, "Night Drill").get_by_text("Al Lopez Park").first).to_be_visible()
    page.get_by_role("button", name="Edit Night Drill").click()
    form = page.get_by_role("dialog", name="Edit Event")
    form.get_by_label("Title").fill("Night Battle")
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Event updated successfully!")
    page.get_by_role("button", name="Delete Night Battle").click()
    question = page.get_by_role("alertdialog")
    expect(question.get_by_text("No one’s registered yet.")).to_be_visible()
    expect(page.get_by_role("dialog", name="Edit Event")).to_have_count(0)
    question.get_by_role("button", name="Delete Event").click()
    admin.expect_toast("Event deleted successfully!")
    expect(page.get_by_text("No events found")).to_be_visible()
    assert stage.titles() == []


def test_the_list_is_asked_by_its_address(admin: Person, stage: Stage) -> None:
    stage.chapter("Tampa Bay")
    tampa = stage.chapter_named("Tampa Bay")
    for number in range(27):
        stage.event(f"Drill {number:02d}", start_at=evening(number + 1), max_participants=20)
    stage.event(
        "Spring Tournament",
        event_type="tournament",
        chapter_id=tampa,
        location="Fort De Soto",
        address="3500 Pinellas Bayway S, Tierra Verde",
        description="Bring water and a friend.",
        taken_by=[MEMBER],
        is_public=False,
    )
    stage.event("Last Winter", start_at=evening(-30))
    page = admin.open(PATH)
    expect(page.get_by_role("heading", name="Current & Future Events")).to_be_visible()
    expect(page.get_by_text("1 – 25 of 28")).to_be_visible()
    page.get_by_role("link", name="Next").click()
    expect(page).to_have_url(re.compile("page=2"))
    page.get_by_role("searchbox").fill("soto")
    expect(page.get_by_text("1 event", exact=True)).to_be_visible()
    expect(page).to_have_url(admin.url + PATH + "?q=soto")
    row = row_of(page, "Spring Tournament")
    row.get_by_text("View Event Details").click()
    expect(row.get_by_text("Bring water and a friend.")).to_be_visible()
    admin.look_over("console-events-details")
    page.get_by_label("Type").select_option(label="Training")
    expect(page.get_by_text("Nothing matches.")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("1 event", exact=True)).to_be_visible()
    page.get_by_label("Chapter").select_option(index=1)
    expect(page).to_have_url(re.compile(f"chapter={tampa}"))
    expect(page.get_by_text("1 event", exact=True)).to_be_visible()
    past = page.get_by_role("link", name="View Past Events")
    expect(past).to_have_attribute("href", re.compile(f"chapter={tampa}"))
    past.click()
    expect(page.get_by_role("heading", name="All Events")).to_be_visible()
    expect(page.get_by_text("1 event", exact=True)).to_be_visible()
    page.get_by_role("searchbox").fill("winter")
    expect(page.get_by_text("Nothing matches.")).to_be_visible()
    page.get_by_label("Chapter").select_option(label="All")
    expect(row_of(page, "Last Winter").get_by_text("Over")).to_be_visible()
    with page.expect_download() as started:
        page.get_by_role("link", name="CSV").click()
    text = started.value.path().read_text(encoding="utf-8-sig")
    assert "Last Winter" in text
    assert "Drill" not in text
    page.get_by_role("link", name="Hide Past Events").click()
    expect(page.get_by_text("Nothing matches.")).to_be_visible()
    page.get_by_role("link", name="Show all").click()
    expect(page).to_have_url(admin.url + PATH)
    expect(page.get_by_text("28 events")).to_be_visible()
