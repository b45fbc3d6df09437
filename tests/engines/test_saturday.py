"""A Saturday in each engine: a family, the device of the gate, its poster, a walk-in, a roster."""

from datetime import date

import pytest

from rookiebattle.core import clock
from rookiebattle.guardians.models import Guardianship
from tests.engines.walker import BUTTON, FIELD, LINK, Walker
from tests.journeys.gate import way_in
from tests.journeys.stage import ADMIN, MEMBER, NEWCOMER, ORGANIZER, OTHER, Stage, evening

TEEN = "rowan@example.org"
CODES = """
  return [...document.querySelectorAll("svg[role=img]")]
    .filter((one) => one.checkVisibility()).length
"""


@pytest.fixture
def mother(stage: Stage) -> str:
    """A member with a teenager. Nobody has signed yet."""
    stage.publish_waivers()
    mother = stage.person(MEMBER, first_name="Maya", last_name="Stone", age_band="adult")
    born = date(clock.now().year - 15, 1, 2)
    teen = {"first_name": "Rowan", "last_name": "Stone", "age_band": "minor", "birth_date": born}
    stage.add(Guardianship(minor_id=stage.person(TEEN, **teen), guardian_id=mother))
    return mother


def test_a_mother_signs_brings_her_teenager_and_shows_two_passes(
    walker: Walker, stage: Stage, mother: str
) -> None:
    today = {"start_at": evening(0, 10), "end_at": evening(1, 2)}
    event_id = stage.event("Lantern Duels", start_at=evening(3))
    walker.sign_in(MEMBER, "/sign")
    walker.expect("Sign for Yourself")
    walker.draw()
    walker.photograph("sign")
    for title in ("Sign for Yourself", "Sign for Rowan"):
        walker.expect(title)
        walker.fill("Your Full Name", "Maya Stone")
        walker.press("Sign", "button")
    walker.expect("Signed. It holds until")
    walker.open(f"/events/{event_id}")
    walker.expect("Who is coming?", "legend")
    walker.photograph("who-is-coming")
    walker.press("Register", "button")
    walker.expect_toast("Successfully registered for event!")
    walker.expect("Rowan is registered")
    assert stage.seats(event_id) == (2, 2)
    stage.change(event_id, **today)
    walker.open("/pass")
    walker.wait_until(lambda: walker.driver.run(CODES) == 1, "one code")
    walker.press("Rowan’s Pass")
    walker.wait_until(lambda: walker.driver.run(CODES) == 1, "one code")
    walker.photograph("pass")
    walker.open("/")
    walker.expect("Your People")
    walker.photograph("your-people")


def test_a_poster_lets_in_and_the_device_of_the_gate_takes_a_signature(
    walker: Walker, stage: Stage, mother: str
) -> None:
    stage.person(OTHER, first_name="Amara", last_name="Stone", game_name="Amara the Swift")
    today = {"start_at": evening(0, 10), "end_at": evening(1, 2), "organizer": ORGANIZER}
    event_id = stage.event("Lantern Duels", taken_by=[OTHER], needs_waiver=False, **today)
    walker.sign_in(ORGANIZER, f"/admin/events/{event_id}")
    walker.press("…")
    walker.press("Entrance Poster", LINK)
    walker.wait_until(lambda: walker.driver.run(CODES) == 1, "code")
    walker.photograph("poster")
    strict = stage.event("Castle Day", taken_by=[OTHER], **today)
    walker.open(f"/admin/events/{strict}")
    walker.press("Amara the Swift", "td button, li button, button")
    walker.press("Sign on This Device")
    walker.fill("Full Name of Who Signs", "Amara Stone")
    walker.press("Continue")
    walker.expect("Signed by Amara Stone")
    walker.draw()
    walker.photograph("sign-device")
    walker.press("Sign", "button")
    walker.expect_toast("Signed")
    walker.open("/api/logout")
    walker.sign_in(OTHER, "/")
    walker.driver.go(walker.url + way_in(stage, event_id))
    walker.expect("Are you here? This checks you in.")
    walker.press("Check In")
    walker.expect("You’re in. Have fun!")
    walker.photograph("entrance-in")


def test_somebody_walks_in_with_cash(walker: Walker, stage: Stage) -> None:
    stage.publish_waivers()
    today = {"start_at": evening(0, 10), "end_at": evening(1, 2), "organizer": ORGANIZER}
    event_id = stage.event("Lantern Duels", price_cents=15_00, **today)
    walker.sign_in(ORGANIZER, f"/events/{event_id}/gate")
    walker.press("Walk-In")
    walker.fill("Name", "Nori Ash")
    walker.press("Minor, 13 to 17", FIELD)
    walker.press("Signed on paper", FIELD)
    walker.fill("Guardian’s Name", "Pat Ash")
    walker.fill("Cash Taken ($15.00)", "15")
    walker.photograph("walk-in")
    walker.press("Add and Check In")
    walker.find("", "img[alt='QR code of the link']")
    walker.photograph("walk-in-added")
    walker.press("Next Walk-In")
    walker.find("Name", FIELD)
    walker.press("Close")
    walker.find("1 Here")
    assert stage.there(event_id) == 1


def test_a_roster_writes_to_everybody_and_notes_an_incident(walker: Walker, stage: Stage) -> None:
    stage.person(ADMIN, is_admin=True)
    stage.person(MEMBER, first_name="Maya")
    taken = {"max_participants": 1, "taken_by": [MEMBER], "needs_waiver": False}
    event_id = stage.event("Park Day", start_at=evening(0, 10), end_at=evening(1, 12), **taken)
    walker.sign_in(ADMIN, f"/admin/events/{event_id}")
    walker.press("…")
    walker.press("Message Everybody")
    walker.expect("1 person gets it by email.")
    walker.fill("Subject", "Bring water")
    walker.fill("Text", "It will be hot.")
    walker.photograph("message")
    walker.press("Send Message")
    walker.expect_toast("Message sent")
    walker.press("Note an Incident")
    walker.choose("Who", "Maya Example")
    walker.fill("What happened", "A broken wrist at the bridge.")
    walker.set_date("Suspended until", evening(30).date())
    walker.photograph("incident")
    walker.press("Save Incident")
    walker.expect_toast("Incident noted")
    walker.expect("A broken wrist at the bridge.")


def test_a_full_event_has_a_waiting_list(walker: Walker, stage: Stage) -> None:
    stage.person(NEWCOMER)
    event_id = stage.event("Spear Class", max_participants=1, taken_by=[MEMBER])
    walker.sign_in(NEWCOMER, f"/events/{event_id}")
    walker.press("Join the Waiting List", BUTTON)
    walker.expect_toast("You’re on the waiting list")
    walker.expect("You’re number 1", "button")
    walker.photograph("waiting")
    walker.open("/my-events")
    walker.expect("Number 1 in Line")
