"""The site's main journey: from the first visit to a seat, and giving the seat up again."""

from datetime import datetime

from playwright.sync_api import Page, expect

from tests.journeys.people import Person
from tests.journeys.stage import MEMBER, Stage, evening


def turn_to(page: Page, at: datetime) -> None:
    """Page forward until the month of that day is shown."""
    grid = page.get_by_role("grid", name=f"{at:%B %Y}")
    if not grid.is_visible():
        page.get_by_role("link", name="Next month").click()
    expect(grid).to_be_visible()


def day_name(at: datetime) -> str:
    return f"{at:%A}, {at:%B} {at.day}, 1 event"


def test_a_newcomer_signs_in_registers_finds_the_seat_and_unregisters(
    visitor: Person, stage: Stage
) -> None:
    event_id, page = stage.event("Tidewall Park Day"), visitor.page
    visitor.open("/")
    page.get_by_role("link", name="Login").click()
    page.get_by_label("E-mail").fill("nova@example.org")
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url("**/welcome**")
    visitor.settle()
    page.get_by_role("textbox", name="Game name").fill("Quiet Heron")
    page.get_by_role("radio", name="I’m 18 or older").check()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="Welcome, Nova!")).to_be_visible()
    expect(page.get_by_text("No events registered yet")).to_be_visible()
    first_day = page.get_by_role("region", name="Your First Park Day")
    expect(first_day.get_by_role("link", name="Choose a park day")).to_be_visible()

    to_events = page.get_by_role("navigation", name="Main").get_by_role("link", name="Events")
    visitor.follow(to_events, "**/events")
    turn_to(page, evening(3))
    page.get_by_role("link", name=day_name(evening(3))).click()
    to_event = page.get_by_role("region", name=f"{evening(3):%A}").get_by_role("link")
    visitor.follow(to_event, f"**/events/{event_id}")
    expect(page.get_by_role("heading", name="Tidewall Park Day", level=1)).to_be_visible()
    page.get_by_role("button", name="Register").first.click()
    visitor.expect_toast("Successfully registered for event!")
    expect(page.get_by_role("button", name="Registered ✓").first).to_be_disabled()
    assert stage.seats(event_id) == (1, 1)

    visitor.open("/")
    expect(first_day).to_contain_text("Your seat is saved: Tidewall Park Day, ")
    visitor.look_over("dashboard-first-day")
    first_day.get_by_role("button", name="Dismiss").press("Enter")
    expect(page.get_by_role("heading", name="Welcome back, Nova!")).to_be_focused()
    card = page.get_by_role("listitem").filter(has_text="Tidewall Park Day")
    expect(card.get_by_role("button", name="Unregister")).to_be_visible()
    visitor.open("/my-events")
    card.get_by_role("button", name="Unregister").click()
    visitor.expect_toast("Successfully unregistered from event")
    expect(card).to_have_count(0)
    assert stage.seats(event_id) == (0, 0)
    visitor.open("/")
    expect(page.get_by_text("No events registered yet")).to_be_visible()
    expect(first_day).to_have_count(0)
    visitor.open("/events?view=list")
    expect(page.get_by_role("button", name="Register").first).to_be_enabled()


def test_unregistering_says_removing_while_it_runs(member: Person, stage: Stage) -> None:
    stage.event("Slow Goodbye", taken_by=[MEMBER])
    member.open("/")
    card = member.page.get_by_role("listitem").filter(has_text="Slow Goodbye")
    with stage.busy():
        card.get_by_role("button", name="Unregister").click()
        expect(card.get_by_text("Removing...")).to_be_visible()
        expect(card.get_by_role("button")).to_have_attribute("aria-busy", "true")
    member.expect_toast("Successfully unregistered from event")
    expect(card).to_have_count(0)
