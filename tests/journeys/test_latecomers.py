"""Somebody comes after the start: the organizer reads the gate code, and a phone takes a seat."""

import re
from datetime import timedelta

from playwright.sync_api import Page, WebSocket, expect

from rookiebattle.core import clock
from tests.journeys.people import Person, on_phone
from tests.journeys.stage import OTHER, Stage

SOON = timedelta(minutes=10)
CODE = re.compile(r"^[CDFHJKMNPRTVWXY3479]{3} [CDFHJKMNPRTVWXY3479]{3}$")


def soon(stage: Stage) -> str:
    """The id of an event that begins soon, by the site's clock."""
    start = clock.now() + SOON
    return stage.event("Castle Day", start_at=start, end_at=start + timedelta(hours=1))


def unfold_code(roster: Page) -> None:
    """Show what the organizer may tell people without a seat: the code, once there is one."""
    roster.get_by_role("button", name="No Seat?").click()


def begin(stage: Stage, event_id: str) -> None:
    """Let the start be over for the site. No page hears of it."""
    stage.change(event_id, start_at=clock.now() - timedelta(seconds=1))


def be_ahead(somebody: Person, ahead: timedelta) -> None:
    """Set the clock of somebody's device, of which the test lets time pass."""
    somebody.page.clock.install(time=clock.now() + ahead)


def test_a_page_that_was_opened_before_the_start_shows_that_the_event_has_begun(
    organizer: Person, member: Person, stage: Stage
) -> None:
    event_id = soon(stage)
    for somebody in (organizer, member):
        be_ahead(somebody, SOON - timedelta(minutes=1))
    roster = organizer.open(f"/admin/events/{event_id}")
    expect(roster.get_by_text("0 of 0 checked in")).to_be_visible()
    unfold_code(roster)
    page = member.open(f"/events/{event_id}")
    expect(page.get_by_role("button", name="Register").first).to_be_visible()
    for early in (roster.get_by_text(CODE), page.get_by_label("Gate code")):
        expect(early).to_have_count(0)
    begin(stage, event_id)
    for opened in (roster, page):
        opened.clock.fast_forward(80_000)
    expect(roster.get_by_text(CODE)).to_be_visible()
    expect(page.get_by_label("Gate code")).to_be_visible()
    expect(page.get_by_text("Happening now")).not_to_have_count(0)


def test_a_device_whose_clock_is_ahead_asks_again_until_the_event_has_begun(
    organizer: Person, stage: Stage
) -> None:
    roster, asked = organizer.page, list[str]()

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: asked.append(str(frame)))

    roster.on("websocket", listen)
    be_ahead(organizer, SOON + timedelta(minutes=1))
    event_id = soon(stage)
    organizer.open(f"/admin/events/{event_id}")
    expect(roster.get_by_text("0 of 0 checked in")).to_be_visible()
    unfold_code(roster)
    roster.clock.run_for(3_000)
    # The page's first question comes before the start.
    organizer.wait_until(lambda: any(".follow" in one for one in asked))
    begin(stage, event_id)
    expect(roster.get_by_text(CODE)).to_have_count(0)
    roster.clock.run_for(25_000)
    expect(roster.get_by_text(CODE)).to_be_visible()


def test_a_latecomer_gets_a_seat_from_an_organizer_who_is_alone_at_the_gate(
    organizer: Person, member: Person, visitor: Person, stage: Stage
) -> None:
    now = clock.now()
    times = {"start_at": now - timedelta(hours=1), "end_at": now + timedelta(hours=1)}
    full = {"max_participants": 1, "taken_by": [OTHER], "price_cents": 1000}
    event_id = stage.event("Castle Day", **times, **full)
    roster = organizer.open(f"/admin/events/{event_id}")
    on_phone(roster)
    unfold_code(roster)
    code = roster.get_by_text(CODE)
    expect(code).to_be_visible()
    read = code.inner_text()
    organizer.look_over("gate-code-roster")
    page = visitor.open(f"/events/{event_id}")
    expect(page.get_by_role("heading", name="Just Got Here?")).to_be_visible()
    expect(page.get_by_label("Gate code")).to_have_count(0)
    page = member.open(f"/events/{event_id}")
    on_phone(page)
    expect(page.get_by_text(CODE)).to_have_count(0)
    field = page.get_by_label("Gate code")
    enter = page.get_by_role("button", name="Register · $10.00 at the gate")
    field.fill("CCC CCC")
    enter.click()
    expect(page.get_by_text("That’s not this event’s code.")).to_be_visible()
    expect(field).to_have_value("CCC CCC")
    expect(field).to_be_focused()
    member.look_over("gate-code-wrong")
    on_phone(page)
    field.fill(read.replace(" ", "").lower())
    page.keyboard.press("Enter")
    member.expect_toast("Successfully registered for event!")
    expect(page.get_by_role("heading", name="Just Got Here?")).to_have_count(0)
    expect(page.get_by_text("Registered ✓ – pay $10.00 at the gate")).not_to_have_count(0)
    # The open roster has the seat, which is not checked in by itself.
    check_in = roster.get_by_role("button", name="Check In: Maya E.")
    expect(check_in).to_be_visible()
    expect(roster.get_by_text("0 of 2 checked in")).to_be_visible()
    assert stage.seats(event_id) == (2, 2)
    organizer.open(f"/events/{event_id}")
    expect(organizer.page.get_by_role("heading", name="Gate Code")).to_be_visible()
    expect(organizer.page.get_by_text(read, exact=True)).to_be_visible()
    organizer.look_over("gate-code-event")
    organizer.page.get_by_role("button", name="Register · $10.00 at the gate").click()
    organizer.expect_toast("Successfully registered for event!")
    assert stage.seats(event_id) == (3, 3)
