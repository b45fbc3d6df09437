"""An event's page in its states: for a visitor, as a ticket, full, canceled, past, running."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, expect

from rookiebattle.core import clock
from tests.journeys.people import Person, on_phone
from tests.journeys.stage import MEMBER, ORGANIZER, OTHER, Stage, evening


def is_apart(one: Locator, other: Locator) -> bool:
    """Whether one of these stands above the other."""
    first, second = one.bounding_box(), other.bounding_box()
    if not (first and second):
        return False
    upper, lower = sorted((first, second), key=lambda box: box["y"])
    return upper["y"] + upper["height"] <= lower["y"]


def test_a_canceled_event_keeps_its_page_and_comes_back_with_undo(
    organizer: Person, member: Person, stage: Stage
) -> None:
    event_id = stage.event("Castle Day", taken_by=[MEMBER])
    page = organizer.open(f"/events/{event_id}")
    watching = member.open(f"/events/{event_id}")
    page.get_by_role("button", name="Cancel Event").click()
    question = page.get_by_role("dialog", name="Cancel this event?")
    expect(question).to_contain_text("We’ll email 1 person.")
    question.get_by_label("Reason").fill("Lightning is forecast.")
    question.get_by_label("Message to Everyone").fill("We meet again next week.")
    organizer.look_over("event-cancel-question")
    on_phone(page)
    question.get_by_role("button", name="Cancel Event").click()
    organizer.expect_toast("Event canceled", "We’ll email 1 person.")
    # The next button stands free: the organizer's acts above, the bar of the page below.
    toast, again = page.locator(".toast"), page.get_by_role("button", name="Reinstate Event")
    organizer.wait_until(lambda: is_apart(toast, again))
    organizer.wait_until(lambda: is_apart(toast, page.locator(".event-bar")))
    member.expect_toast("Canceled: Lightning is forecast.")
    content = watching.locator("#content")
    expect(content.get_by_text("Canceled: Lightning is forecast.")).to_be_visible()
    expect(content.get_by_text("We meet again next week.")).to_be_visible()
    expect(watching.get_by_role("button", name="Canceled").first).to_be_disabled()
    expect(watching.get_by_role("button", name="Unregister")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    organizer.expect_toast("The event is on again")
    expect(content.get_by_text("Canceled", exact=False)).to_have_count(0)
    expect(watching.get_by_role("button", name="Registered ✓").first).to_be_visible()


@pytest.mark.whole
def test_a_canceled_event_is_struck_through_in_lists_and_told_on_the_dashboard(
    member: Person, stage: Stage
) -> None:
    event_id = stage.event("Castle Day", taken_by=[MEMBER])
    stage.change(event_id, canceled_at=clock.now(), cancel_reason="Lightning is forecast.")
    page = member.open("/")
    notice = page.get_by_role("main").get_by_text("has been canceled. Lightning is forecast.")
    expect(notice).to_be_visible()
    expect(page.locator("s", has_text="Castle Day").first).to_be_visible()
    for path in (f"/events?view=list&month={evening(3):%Y-%m}", "/my-events"):
        member.go(path)
        expect(page.locator("s", has_text="Castle Day").first).to_be_visible()
        expect(page.get_by_text("Canceled", exact=True).first).to_be_visible()
        expect(page.get_by_role("button", name=re.compile(r"^Register\b"))).to_have_count(0)
    member.go(f"/events/{event_id}")
    member.look_over("event-canceled")


def test_a_visitor_asks_the_organizer_who_answers_on_the_site(
    visitor: Person, organizer: Person, stage: Stage
) -> None:
    tampa = stage.chapter("Tampa Bay")
    event_id = stage.event("Castle Day", chapter_id=tampa)
    page = visitor.open(f"/events/{event_id}")
    host = page.get_by_role("link", name="Tampa Bay")
    expect(host).to_have_attribute("href", f"/chapters/{tampa}")
    page.get_by_role("button", name="Ask the Organizer").click()
    form = page.get_by_role("dialog", name="Ask the Organizer")
    expect(form.get_by_label("Your name")).to_be_focused()
    form.get_by_role("button", name="Send Question").click()
    expect(form.get_by_label("Your question")).to_be_focused()
    form.get_by_label("Your name").fill("Pat Parent")
    form.get_by_label("Email").fill("pat@example.org")
    form.get_by_label("Your question").fill("May a parent watch?")
    visitor.look_over("event-ask")
    form.get_by_role("button", name="Send Question").click()
    visitor.expect_toast("Question sent", "You’ll get the answer by email.")
    expect(form).to_be_hidden()
    assert ORGANIZER not in page.content()
    _answer(organizer, event_id)


def _answer(organizer: Person, event_id: str) -> None:
    page = organizer.open("/my-events")
    expect(page.get_by_text("1 question")).to_be_visible()
    organizer.look_over("my-events-asked")
    asked = page.get_by_role("link", name="Castle Day").first
    organizer.follow(asked, f"{organizer.url}/admin/events/{event_id}#questions")
    answer = page.get_by_role("button", name="Answer: Pat Parent")
    answer.click()
    form = page.get_by_role("dialog", name="Answer")
    form.get_by_role("button", name="Send Answer").click()
    expect(form.get_by_label("Your answer")).to_be_focused()
    form.get_by_label("Your answer").fill("Yes, and there is shade.")
    organizer.look_over("roster-answer")
    form.get_by_role("button", name="Send Answer").click()
    organizer.expect_toast("Answer sent", "The club passed it on by email.")
    expect(form).to_be_hidden()
    expect(page.get_by_text("Yes, and there is shade.")).to_be_visible()
    expect(answer).to_have_count(0)
    organizer.look_over("roster-questions")
    assert "pat@example.org" not in page.content()


def test_a_full_event_leads_on(member: Person, stage: Stage) -> None:
    full = {"max_participants": 1, "taken_by": [OTHER], "is_recurring": True}
    event_id = stage.event("Castle Day", **full)
    later = stage.event("Castle Day", start_at=evening(10), parent_event_id=event_id)
    stage.person(ORGANIZER, game_name="Storm Heron")
    page = member.open(f"/events/{event_id}")
    expect(page.get_by_text("Posted by a member")).to_be_visible()
    expect(page.get_by_text("Organized by Storm Heron")).to_be_visible()
    page.get_by_role("button", name="Ask the Organizer").click()
    form = page.get_by_role("dialog", name="Ask the Organizer")
    expect(form.get_by_label("Your question")).to_be_visible()
    expect(form.get_by_label("Email")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    expect(page.get_by_text("Event is full").filter(visible=True)).to_have_count(1)
    onwards = page.get_by_role("link", name=re.compile("^Next: ")).locator("visible=true")
    expect(onwards).to_have_attribute("href", f"/events/{later}")
    page.get_by_role("button", name="Tell Me When a Seat Opens").locator("visible=true").click()
    member.expect_toast("We’ll email you once when a seat opens.")
    told = page.get_by_role("button", name="We’ll email you ✓").locator("visible=true")
    expect(told).to_be_disabled()
    stop = page.get_by_role("button", name="Don’t Tell Me").locator("visible=true")
    expect(stop).to_be_visible()
    member.look_over("event-full")
    stop.click()
    expect(
        page.get_by_role("button", name="Tell Me When a Seat Opens").locator("visible=true")
    ).to_be_visible()


def test_registering_stamps_the_date_and_makes_the_bar_a_ticket(
    member: Person, stage: Stage
) -> None:
    event_id = stage.event("Castle Day", price_cents=1000, max_participants=5)
    page = member.open(f"/events/{event_id}")
    page.emulate_media(reduced_motion="no-preference")
    expect(page.locator(".stamp")).to_have_count(0)
    register = page.get_by_role("button", name="Register · $10.00 at the gate")
    register.locator("visible=true").click()
    member.expect_toast("Successfully registered for event!", "Pay $10.00 at the gate.")
    expect(page.locator(".stamp.is-new")).to_have_count(1)
    assert page.locator(".stamp").evaluate("e => getComputedStyle(e).animationDuration") == "0.25s"
    for size in ((390, 844), (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        ticket = page.locator(".ticket").locator("visible=true")
        expect(ticket.get_by_role("link", name="Add to calendar")).to_be_visible()
        expect(ticket.get_by_role("link", name="Get directions")).to_be_visible()
        expect(ticket.get_by_role("button", name="Share this event")).to_be_visible()
    page.emulate_media(reduced_motion="reduce")
    member.open(f"/events/{event_id}")
    expect(page.locator("text-before")).to_have_count(0)
    short = page.locator(".stamp").evaluate("e => getComputedStyle(e).animationDuration")
    assert float(short.removesuffix("s")) < 0.001
    member.look_over("event-ticket")


@pytest.mark.whole
def test_past_running_and_coming_events_say_why_a_seat_cannot_change(
    member: Person, stage: Stage
) -> None:
    now = clock.now()
    over = stage.event("Yesterday", start_at=now - timedelta(days=1), taken_by=[MEMBER])
    soon = stage.event("Soon", start_at=now + timedelta(hours=20), taken_by=[MEMBER])
    running = stage.event("Running", start_at=now - timedelta(minutes=30))
    page = member.open(f"/events/{soon}")
    expect(page.get_by_role("button", name="Registered ✓").first).to_be_disabled()
    why = page.get_by_text(re.compile("starts in less than 24 hours")).filter(visible=True)
    expect(why).to_have_count(1)
    expect(page.get_by_role("button", name="Unregister")).to_have_count(0)
    member.go(f"/events/{over}")
    expect(page.get_by_text("Over", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Unregister")).to_have_count(0)
    member.go(f"/events/{running}")
    expect(page.get_by_text("Happening now", exact=True).first).to_be_visible()
    expect(page.get_by_role("button", name="This event has started").first).to_be_disabled()
    member.look_over("event-running")


def test_a_visitor_reports_an_event_that_a_member_posted(visitor: Person, stage: Stage) -> None:
    event_id = stage.event("Night Fight")
    page = visitor.open(f"/events/{event_id}")
    expect(page.get_by_text("Posted by a member")).to_be_visible()
    page.get_by_role("button", name="Report This Event").click()
    dialog = page.get_by_role("dialog", name="Report This Event")
    dialog.get_by_label("What’s wrong?").fill("This is not a park day.")
    visitor.look_over("event-report")
    dialog.get_by_role("button", name="Send Report").click()
    visitor.expect_toast("Thank you", "The club will look at this event.")
    expect(dialog).to_be_hidden()
