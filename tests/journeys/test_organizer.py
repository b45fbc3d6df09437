"""The organizer of an event creates, changes and deletes it; other members cannot."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.people import Person, on_phone
from tests.journeys.stage import MEMBER, ORGANIZER, OTHER, Stage, evening, today


def new_event(organizer: Person) -> Locator:
    """Open the dialog for a new event as somebody does who presses everything twice."""
    organizer.open("/events")
    organizer.page.get_by_role("button", name="Create Event").dblclick()
    dialog = organizer.page.get_by_role("dialog", name="Create Event")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_label("Title")).to_be_focused()
    dialog.get_by_text("More options").dblclick()
    return dialog


def edit(somebody: Person, event_id: str) -> Locator:
    """Open the dialog of an existing event on its page."""
    somebody.open(f"/events/{event_id}")
    somebody.page.get_by_role("button", name="Edit").click()
    dialog = somebody.page.get_by_role("dialog", name="Edit Event")
    expect(dialog).to_be_visible()
    return dialog


@pytest.mark.whole
def test_the_form_begins_with_a_training_at_six_for_two_hours(organizer: Person) -> None:
    dialog = new_event(organizer)
    expect(dialog.get_by_label("Event Date")).to_have_value(f"{today():%Y-%m-%d}")
    expect(dialog.get_by_label("Start Time")).to_have_value("18:00")
    expect(dialog.get_by_label("Duration (hours)")).to_have_value("2")
    expect(dialog.get_by_label("Event Type")).to_have_value("training")
    expect(dialog.get_by_label("Price ($)")).to_have_value("0")
    expect(dialog.get_by_role("switch", name="Public event")).to_be_checked()
    expect(dialog.get_by_role("switch", name="Requires membership")).not_to_be_checked()
    expect(dialog.get_by_label("Chapter")).to_have_value("none")
    organizer.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(organizer.page.get_by_role("button", name="Create Event")).to_be_focused()


def test_a_phone_shows_what_more_options_unfolds_and_the_next_page_closes_the_form(
    organizer: Person, stage: Stage
) -> None:
    event_id = stage.event("Castle Day")
    on_phone(organizer.page)
    dialog = new_event(organizer)
    expect(dialog.get_by_label("Price ($)")).to_be_in_viewport(ratio=1)
    organizer.open(f"/events/{event_id}")
    organizer.page.get_by_role("button", name="Edit").click()
    expect(dialog).to_be_hidden()
    expect(organizer.page.get_by_role("dialog", name="Edit Event")).to_be_visible()


def test_wrong_fields_are_named_and_mended_from_the_keyboard(
    organizer: Person, stage: Stage
) -> None:
    dialog = new_event(organizer)
    # More than a socket may bring is refused before it is sent.
    dialog.get_by_label("Location").fill("Sand Key " * 8_000)
    dialog.get_by_role("button", name="Create Event").click()
    organizer.expect_toast(
        "Error", "This is too much text to send at once. Nothing was changed. Please shorten it."
    )
    dialog.get_by_label("Location").fill("Sand Key Park")
    # A date that does not exist would be sent as none.
    date = dialog.get_by_label("Event Date")
    date.press("ArrowUp")
    date.type("02312027")
    dialog.get_by_role("button", name="Create Event").click()
    expect(date).to_be_focused()
    assert date.evaluate("date => date.validity.badInput")
    dialog.get_by_label("Duration (hours)").fill("13")
    dialog.get_by_label("Event Date").fill("")
    dialog.get_by_role("button", name="Create Event").click()
    for label, sentence in {
        "Title": "Title is required",
        "Event Date": "Event date is required",
        "Duration (hours)": "Duration must be 0.5 to 12 hours, in half hours",
    }.items():
        field = dialog.get_by_label(label)
        expect(field).to_have_accessible_description(sentence)
        expect(field).to_have_attribute("aria-invalid", "true")
    expect(dialog.get_by_label("Title")).to_be_focused()
    expect(dialog.get_by_label("Location")).to_have_value("Sand Key Park")
    expect(dialog.get_by_label("Duration (hours)")).to_have_value("13")
    assert stage.titles() == []
    # A sentence goes as soon as its field is changed, and comes back if it still holds.
    title, hours = dialog.get_by_label("Title"), dialog.get_by_label("Duration (hours)")
    title.fill("By Keyboard")
    expect(title).to_have_css("unicode-bidi", "plaintext")  # Arabic begins on the right
    hours.fill("14")
    for field in (title, hours):
        expect(field).to_have_accessible_description("")
        expect(field).to_have_attribute("aria-invalid", "false")
    expect(dialog.get_by_text("Title is required")).to_be_hidden()
    expect(dialog.get_by_text("Event date is required")).to_be_visible()
    dialog.get_by_role("button", name="Create Event").click()
    expect(hours).to_have_attribute("aria-invalid", "true")
    expect(hours).to_have_accessible_description(re.compile("Duration must be"))
    expect(title).to_have_attribute("aria-invalid", "false")
    dialog.get_by_label("Event Date").fill(f"{evening(2):%Y-%m-%d}")
    dialog.get_by_label("Duration (hours)").fill("3")
    dialog.get_by_role("button", name="Create Event").focus()
    organizer.page.keyboard.press("Space")
    organizer.expect_toast("Event created successfully!")
    assert stage.titles() == ["By Keyboard"]


def test_an_organizer_creates_an_event_and_changes_it(organizer: Person, stage: Stage) -> None:
    dialog = new_event(organizer)
    dialog.get_by_label("Title").fill("Lantern Duels")
    dialog.get_by_label("Event Date").fill(f"{evening(2):%Y-%m-%d}")
    dialog.get_by_label("Event Type").select_option(label="Tournament")
    dialog.get_by_label("Max Participants").fill("24")
    dialog.get_by_label("Price ($)").fill("10")
    dialog.get_by_role("button", name="Create Event").click()
    organizer.expect_toast("Event created successfully!")
    expect(dialog).to_be_hidden()
    made = stage.find("Lantern Duels")
    expect(organizer.page).to_have_url(re.compile(f"/events/{made.id}$"))
    heading = organizer.page.get_by_role("heading", name="Lantern Duels", level=1)
    expect(heading).to_be_visible()
    assert (made.start_at, made.end_at) == (evening(2), evening(2) + timedelta(hours=2))
    assert (made.event_type, made.max_participants, made.price_cents) == ("tournament", 24, 1000)
    expect(organizer.page.get_by_role("link", name="Roster · 0 of 24").first).to_be_visible()
    expect(organizer.page.get_by_role("button", name="Register").first).to_be_visible()

    form = edit(organizer, made.id)
    form.get_by_label("Title").fill("Lantern Duels by the Lake")
    form.get_by_label("Start Time").fill("19:30")
    form.get_by_role("button", name="Save Changes").click()
    organizer.expect_toast("Event updated successfully!")
    heading = organizer.page.get_by_role("heading", name="Lantern Duels by the Lake", level=1)
    expect(heading).to_be_visible()
    expect(organizer.page.get_by_text("7:30 PM – 9:30 PM ET")).to_be_visible()
    assert stage.find("Lantern Duels by the Lake").start_at == evening(2) + timedelta(hours=1.5)


def test_a_weekly_series_is_created_and_changed_from_one_date_on(
    organizer: Person, stage: Stage
) -> None:
    dialog = new_event(organizer)
    dialog.get_by_label("Title").fill("Weekly Drill")
    dialog.get_by_label("Event Date").fill(f"{evening(1):%Y-%m-%d}")
    dialog.get_by_label("Repeats").select_option(label="Every week")
    dialog.get_by_label("Ends on").fill(f"{evening(22):%Y-%m-%d}")
    dialog.get_by_role("button", name="Create Event").click()
    organizer.expect_toast("Event created successfully!", "4 events created")
    assert stage.titles() == ["Weekly Drill"] * 4
    second = stage.nth(1)
    form = edit(organizer, second.id)
    expect(organizer.page.get_by_text(f"Meets every {evening(1):%A}.")).to_be_attached()
    form.get_by_label("Title").fill("Weekly Drill, Advanced")
    form.get_by_role("radio", name="This and following").check()
    form.get_by_role("button", name="Save Changes").click()
    organizer.expect_toast("Event updated successfully!", "3 events updated")
    assert stage.titles() == ["Weekly Drill"] + ["Weekly Drill, Advanced"] * 3

    edit(organizer, second.id).get_by_role("button", name="Delete Event").click()
    question = organizer.page.get_by_role("alertdialog")
    question.get_by_role("radio", name="This event (").check()
    question.get_by_role("button", name="Delete Event").click()
    organizer.expect_toast("Event deleted successfully!")
    assert stage.titles() == ["Weekly Drill"] + ["Weekly Drill, Advanced"] * 2


def test_deleting_names_the_event_and_who_is_registered(organizer: Person, stage: Stage) -> None:
    event_id = stage.event("Castle Day", taken_by=[MEMBER, OTHER])
    dialog = edit(organizer, event_id)
    dialog.get_by_role("button", name="Delete Event").click()
    question = organizer.page.get_by_role("alertdialog", name="Delete “Castle Day”?")
    expect(question.get_by_text("2 people will lose their seats.")).to_be_visible()
    expect(question.get_by_text("use “Cancel Event” on it instead.")).to_be_visible()
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_be_hidden()
    assert stage.titles() == ["Castle Day"]
    dialog.get_by_role("button", name="Delete Event").click()
    question.get_by_role("button", name="Delete Event").click()
    organizer.expect_toast("Event deleted successfully!")
    organizer.page.wait_for_url("**/events")
    assert stage.titles() == []


def test_an_event_and_its_attendees_come_out_on_paper(organizer: Person, stage: Stage) -> None:
    what = "Bring water, a hat and your own foam. " * 6
    event_id = stage.event(
        "Castle Day", price_cents=1000, description=what, taken_by=[MEMBER, OTHER, ORGANIZER]
    )
    page = organizer.open(f"/events/{event_id}")
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(1 + 3)
    page.emulate_media(color_scheme="dark")
    organizer.print_out("event")
    paper = page.evaluate("getComputedStyle(document.body).getPropertyValue('--paper')")
    assert paper == "#fff", "the dark theme does not come out as light ink"
    for words in ("Castle Day", "Maya E.", "Amara E."):
        expect(page.get_by_text(words, exact=True).first).to_be_visible()
    expect(page.get_by_role("columnheader")).to_have_text(["Name", "Payment"])
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("banner")).to_have_count(0)


@pytest.mark.whole
def test_a_member_edits_no_event_of_others_and_an_administrator_does(
    member: Person, admin: Person, stage: Stage
) -> None:
    start = evening(3)
    event_id = stage.event("Theo's Camp", start_at=start, end_at=start + timedelta(hours=44))
    in_list = f"/events?view=list&month={start:%Y-%m}"
    member.open(f"/events/{event_id}")
    expect(member.page.get_by_role("button", name="Register").first).to_be_visible()
    expect(member.page.get_by_role("button", name="Edit")).to_have_count(0)
    expect(member.page.get_by_role("heading", name="Attendees")).to_have_count(0)
    member.go(in_list)
    member.page.get_by_text("View Event Details").first.click()
    expect(member.page.get_by_role("link", name="Event page").first).to_be_visible()
    expect(member.page.get_by_role("button", name="Edit")).to_have_count(0)
    admin.open(in_list)
    admin.page.get_by_text("View Event Details").first.click()
    admin.page.get_by_role("button", name="Edit").first.click()
    dialog = admin.page.get_by_role("dialog", name="Edit Event")
    duration = dialog.get_by_label("Duration (hours)")
    expect(duration).to_have_value("44")
    expect(duration).to_have_attribute("max", "336")
    duration.fill("68.5")
    dialog.get_by_label("Title").fill("Everybody's Camp")
    dialog.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Event updated successfully!")
    expect(admin.page.get_by_role("heading", name="Everybody's Camp").first).to_be_visible()
    assert stage.find("Everybody's Camp").end_at == start + timedelta(hours=68.5)
