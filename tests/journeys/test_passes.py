"""A mother shows her own pass and her teenager's, and opens them without a network."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from rookiebattle.gate.passes import PICTURE, svg_of, token_of
from rookiebattle.guardians.models import Guardianship
from tests.journeys.gate import way_in
from tests.journeys.offline import is_offline, keep
from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, ORGANIZER, Stage, evening

TEEN = "rowan@example.org"


@pytest.fixture
def mother(site: Site) -> Iterator[Person]:
    """A member whose browser may have a service worker."""
    with site.member(MEMBER, workers=True) as somebody:
        yield somebody


def test_a_mother_shows_two_passes_also_without_a_network(mother: Person, stage: Stage) -> None:
    own = stage.person(MEMBER, first_name="Maya", age_band="adult")
    teen = stage.person(TEEN, first_name="Rowan", age_band="minor")
    stage.add(Guardianship(minor_id=teen, guardian_id=own))
    today = {"start_at": evening(0, 10), "end_at": evening(0, 23), "location": "Riverbend Park"}
    event_id = stage.event("Lantern Duels", taken_by=[MEMBER, TEEN], **today)
    stage.event("Later Battle", start_at=evening(9), taken_by=[MEMBER])
    page = mother.open("/pass")
    keep(mother, "Lantern Duels")
    codes = page.get_by_role("img", name=PICTURE)
    expect(codes).to_have_count(1)
    # The code is the one that the gate compares, and another pass that opens closes it.
    drawn = codes.first.locator("path").get_attribute("d")
    assert drawn
    assert drawn in svg_of(token_of(event_id, own), PICTURE)
    mother.look_over("pass")
    page.get_by_text("Rowan’s Pass").press("Enter")
    expect(codes).to_have_count(1)
    mother.open("/")
    card = page.get_by_role("region", name="Your Pass")
    card.get_by_text("Your Pass").last.click()
    expect(card.get_by_role("img", name=PICTURE)).to_be_visible()
    mother.look_over("dashboard-pass")
    mother.lose_the_network()
    page.goto(mother.url + "/pass")
    is_offline(page)
    expect(codes).to_have_count(1)
    mother.look_over("offline-pass")


def test_a_player_checks_in_by_the_poster_and_another_waits_for_the_gate(
    member: Person, organizer: Person, stage: Stage
) -> None:
    today = {"start_at": evening(0, 10), "end_at": evening(0, 23), "needs_waiver": False}
    event_id = stage.event("Lantern Duels", organizer=ORGANIZER, taken_by=[MEMBER], **today)
    paper = organizer.open(f"/admin/events/{event_id}")
    paper.get_by_role("button", name="More").click()
    paper.get_by_role("link", name="Entrance Poster").click()
    expect(paper.get_by_role("img", name="QR code of the entrance")).to_be_visible()
    organizer.look_over("poster")
    organizer.print_out("poster")
    page = member.page
    page.goto(member.url + way_in(stage, event_id))
    expect(page.get_by_text("Are you here? This checks you in.")).to_be_visible()
    member.look_over("entrance")
    page.get_by_role("button", name="Check In").click()
    expect(page.get_by_role("heading", name="You’re in. Have fun!")).to_be_visible()
    member.look_over("entrance-in")
    paid = stage.event("Paid Battle", organizer=ORGANIZER, price_cents=10_00, **today)
    page.goto(member.url + way_in(stage, paid))
    expect(page.get_by_text("A seat is $10.00.")).to_be_visible()
    page.get_by_role("button", name="Check In").press("Enter")
    expect(page.get_by_role("heading", name="Please step to the gate")).to_be_visible()
    member.look_over("entrance-waits")
