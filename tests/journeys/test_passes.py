"""A mother shows her own pass and her teenager's, and opens them without a network."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from rookiebattle.gate.passes import PICTURE, svg_of, token_of
from rookiebattle.guardians.models import Guardianship
from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, Stage, evening
from tests.journeys.test_offline import is_offline, keep

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
    page.get_by_text("Pass of Rowan").press("Enter")
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
