"""The Events tab: its list, the form, and the question before an event is deleted."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.journeys.people import PHONE, Person
from tests.journeys.stage import MEMBER, OTHER, Stage, evening

PATH = "/admin/events"


def row_of(page: Page, title: str) -> Locator:
    return page.get_by_role("row").filter(has_text=title)


def on_phone(page: Page) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


def test_an_event_is_added_changed_and_deleted(admin: Person, stage: Stage) -> None:
    page = admin.open(PATH)
    expect(page.get_by_text("No events found")).to_be_visible()
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
    expect(question.get_by_text("Nobody has registered yet.")).to_be_visible()
    expect(page.get_by_role("dialog", name="Edit Event")).to_have_count(0)
    question.get_by_role("button", name="Delete Event").click()
    admin.expect_toast("Event deleted successfully!")
    expect(page.get_by_text("No events found")).to_be_visible()
    assert stage.titles() == []


def test_what_goes_with_an_event_is_named_before(admin: Person, stage: Stage) -> None:
    stage.event("Duels", price_cents=1000, taken_by=[MEMBER, OTHER], max_participants=20)
    page = admin.open(PATH)
    page.get_by_role("button", name="Delete Duels").click()
    question = page.get_by_role("alertdialog")
    expect(question.get_by_text("2 people will lose their seats and get an email.")).to_be_visible()
    admin.look_over("console-event-question")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Roster of Duels").last.click()
    row = page.get_by_role("row").filter(has_text="Maya")
    row.get_by_role("button", name="Paid in cash").click()
    admin.expect_toast("Marked as paid")
    page.get_by_role("link", name="All events").click()
    page.get_by_role("button", name="Delete Duels").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete Event").click()
    refusal = "1 registration is paid. Refund or waive it first."
    admin.expect_toast("Error", refusal)
    assert stage.titles() == ["Duels"]


def test_a_series_is_changed_and_deleted_from_one_event_on(admin: Person, stage: Stage) -> None:
    page = admin.open(PATH)
    page.get_by_role("button", name="Add Event").first.click()
    form = page.get_by_role("dialog", name="Create Event")
    form.get_by_label("Title").fill("Practice")
    form.get_by_label("Event Date").fill(f"{evening(7):%Y-%m-%d}")
    form.get_by_label("Repeats").select_option(label="Every week")
    form.get_by_label("Ends on").fill(f"{evening(28):%Y-%m-%d}")
    form.get_by_role("button", name="Create Event").click()
    admin.expect_toast("Event created successfully!")
    expect(page.get_by_text("4 events", exact=True)).to_be_visible()
    expect(row_of(page, "Practice").first.get_by_text("Recurring")).to_be_visible()
    page.get_by_role("button", name="Edit Practice").nth(1).click()
    form = page.get_by_role("dialog", name="Edit Event")
    form.get_by_label("Title").fill("Sparring")
    form.get_by_role("radio", name="This and following").check()
    admin.look_over("console-event-form")
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Event updated successfully!")
    expect(row_of(page, "Sparring")).to_have_count(3)
    page.get_by_role("button", name="Delete Sparring").nth(1).click()
    question = page.get_by_role("alertdialog")
    question.get_by_role("radio", name=re.compile("This and following")).check()
    question.get_by_role("button", name="Delete Event").click()
    admin.expect_toast("Event deleted successfully!")
    expect(row_of(page, "Sparring")).to_have_count(1)
    assert stage.titles() == ["Practice", "Sparring"]


def test_an_event_is_changed_and_deleted_on_a_phone(admin: Person, stage: Stage) -> None:
    stage.event("Duels")
    page = admin.open(PATH)
    on_phone(page)
    page.get_by_role("button", name="Edit Duels").click()
    form = page.get_by_role("dialog", name="Edit Event")
    form.get_by_label("Title").fill("Duels at Dawn")
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Event updated successfully!")
    page.get_by_role("button", name="Delete Duels at Dawn").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete Event").click()
    admin.expect_toast("Event deleted successfully!")
    admin.expect_no_sideways_scrolling()


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
    admin.look_over("console-events")
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


def test_a_club_with_only_past_events_is_told_so(admin: Person, stage: Stage) -> None:
    stage.event("Last Winter", start_at=evening(-30), end_at=evening(-30, 20))
    page = admin.open(PATH)
    expect(page.get_by_text("No current or future events")).to_be_visible()
    page.get_by_role("link", name="View Past Events").click()
    expect(row_of(page, "Last Winter")).to_be_visible()
