"""My Events and the dashboard's card: the events at which the member has or had a seat."""

import re
from datetime import timedelta

from playwright.sync_api import Locator, expect

from rookiebattle.core import clock
from tests.journeys.people import Person
from tests.journeys.stage import MEMBER, ORGANIZER, Stage, evening

WEEKLY = {"recurrence_pattern": "weekly", "recurrence_interval": 1}


def entry(somebody: Person, title: str) -> Locator:
    return somebody.page.locator(".my-event").filter(has_text=title)


def test_only_upcoming_events_offer_unregister(member: Person, stage: Stage) -> None:
    now = clock.now()
    stage.event("Next Week", start_at=evening(7), taken_by=[MEMBER], price_cents=4000)
    stage.event("Last Week", start_at=evening(-7), taken_by=[MEMBER])
    stage.event("In Ten Hours", start_at=now + timedelta(hours=10), taken_by=[MEMBER])
    stage.event("Right Now", start_at=now - timedelta(minutes=20), taken_by=[MEMBER])
    page = member.open("/my-events")
    expect(page.get_by_role("heading", name="Upcoming Events")).to_be_visible()
    expect(entry(member, "Next Week").get_by_role("button", name="Unregister")).to_be_enabled()
    for title, badge in {
        "Last Week": "",
        "In Ten Hours": "Starting soon",
        "Right Now": "Happening now",
    }.items():
        expect(entry(member, title).get_by_role("button", name="Unregister")).to_have_count(0)
        if badge:
            expect(entry(member, title).get_by_text(badge, exact=True)).to_be_visible()
    near = page.get_by_role("region", name="Next Up")
    expect(near.get_by_role("heading", level=3)).to_have_text(["Right Now", "In Ten Hours"])
    expect(near.get_by_role("link", name="Get Directions").first).to_be_visible()
    expect(near.get_by_role("button", name="Ask the Organizer").first).to_be_visible()
    titles = page.locator(".my-part").get_by_role("heading", level=3)
    expect(titles).to_have_text(["Next Week", "In Ten Hours", "Right Now", "Last Week"])
    member.look_over("my-events-near")
    # The badge of an unpaid seat is longer than the smallest phone's line.
    expect(page.get_by_text("Registered ✓ – pay $40.00 at the gate")).to_be_visible()
    member.expect_no_sideways_scrolling(320)
    _give_up_and_take_again(member)
    back = page.get_by_role("link", name="Back to Dashboard")
    member.follow(back, f"{member.url}/")
    expect(page.get_by_role("heading", name="Welcome back, Maya!")).to_be_visible()
    near = page.get_by_role("region", name="Next Up")
    expect(near.get_by_role("heading", level=3)).to_have_text(["Right Now", "In Ten Hours"])
    member.look_over("dashboard-near")


def _give_up_and_take_again(member: Person) -> None:
    page, seat = member.page, entry(member, "Next Week")
    seat.get_by_role("button", name="Unregister").click()
    expect(page.get_by_text("You unregistered from Next Week, ")).to_be_visible()
    expect(seat).to_have_count(0)
    page.get_by_role("button", name="Register Again").click()
    member.expect_toast("Successfully registered for event!")
    expect(seat.get_by_role("button", name="Unregister")).to_be_visible()


def test_an_organizer_finds_the_events_to_run(organizer: Person, stage: Stage) -> None:
    stage.event("Castle Day", max_participants=20, taken_by=[MEMBER, ORGANIZER])
    stage.event("Council", start_at=evening(4), is_public=False)
    stage.event("Of Somebody Else", organizer=MEMBER)
    page = organizer.open("/")
    run = page.locator(".card").filter(has=page.get_by_role("heading", name="Events You Run"))
    expect(run.get_by_text("2 of 20 seats")).to_be_visible()
    to_all = page.get_by_role("banner").get_by_role("link", name="My Events")
    organizer.follow(to_all, "**/my-events")
    expect(page.get_by_role("heading", name="Past Events", exact=True)).to_be_visible()
    running = page.get_by_role("link", name="Running", exact=True)
    organizer.follow(running, re.compile(r"/my-events\?"))
    expect(page.get_by_role("heading", name="Past Events", exact=True)).to_have_count(0)
    part = page.locator("section").filter(has=page.get_by_role("heading", name="Events You Run"))
    expect(part.locator(".run-title")).to_have_text(["Castle Day", "Council"])
    expect(part.get_by_text("2 of 20 seats")).to_be_visible()
    expect(part.get_by_text("Private")).to_be_visible()
    row = part.get_by_role("listitem").first.bounding_box()
    assert row
    assert row["height"] <= 60
    organizer.look_over("organiser-my-events")
    part.get_by_role("button", name="Copy Castle Day").click()
    form = page.get_by_role("dialog", name="Create Event")
    expect(form.get_by_label("Title")).to_have_value("Castle Day")
    form.get_by_role("button", name="Cancel").click()
    castle = part.get_by_role("link", name="Castle Day")
    organizer.follow(castle, re.compile("/events/|/admin/events/"))
    expect(page.get_by_role("heading", name="Castle Day", level=1)).to_be_visible()
    expect(page.get_by_role("heading", name="Attendees")).to_be_visible()


def test_a_series_is_taken_and_given_up_as_a_whole(member: Person, stage: Stage) -> None:
    first = stage.event("Park Day", start_at=evening(3), is_recurring=True, **WEEKLY)
    for week in range(1, 12):
        seats = {"max_participants": 1, "taken_by": [ORGANIZER]} if week == 2 else {}
        at = evening(3 + 7 * week)
        stage.event("Park Day", start_at=at, parent_event_id=first, **WEEKLY, **seats)
    for week in range(1, 5):
        at = evening(3 - 7 * week)
        past = {"parent_event_id": first, "taken_by": [MEMBER]}
        stage.event("Park Day", start_at=at, **WEEKLY, **past)
    stage.event("Castle Day", start_at=evening(2), taken_by=[MEMBER])
    page = member.open(f"/events/{first}")
    several = page.get_by_role("link", name="Register for several dates").first
    member.follow(several, re.compile(r"/my-events\?series="))
    expect(page.get_by_role("heading", name="Park Day", level=2)).to_be_visible()
    expect(page.get_by_text("Event is full: ")).to_be_visible()
    member.look_over("my-series-open")
    page.get_by_label(" until").select_option(index=5)
    page.locator(".my-several").get_by_role("button", name="Register").click()
    expect(page.get_by_text("You have 6 seats.")).to_be_visible()
    member.look_over("my-series")
    member.expect_no_sideways_scrolling(320)
    member.follow(page.get_by_role("link", name="All my events"), "**/my-events")
    row = entry(member, "Park Day").first
    expect(row).to_contain_text(" · 6 seats · next ")
    member.look_over("my-events-series")
    row.get_by_role("button", name="Unregister From All").press("Enter")
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("You’ll give up 6 seats, through ")
    question.get_by_role("button", name="Unregister From All").click()
    member.expect_toast("Unregistered from 6 dates")
    expect(entry(member, "Park Day")).to_have_count(1)
