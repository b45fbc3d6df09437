"""A gate is for those who help at it."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests import factories
from tests.journeys.gate import check_in, film_of, pass_of, there
from tests.journeys.people import Person, person
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, ORGANIZER, OTHER, Stage, evening
from tests.servers.chromium import browser_with_camera


def test_a_gate_is_closed_to_others_and_keeps_nothing_for_them(
    member: Person, stage: Stage
) -> None:
    event_id = stage.event("Park Day", start_at=evening(0, 10), end_at=evening(0, 20))
    page = member.open(f"/events/{event_id}/gate")
    expect(page.get_by_text("The gate is for the organizer and the gate team")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_count(0)
    member.look_over("gate-denied")
    # The browser itself reports that the list was refused.
    assert all("403" in one for one in member.complaints)
    member.complaints.clear()


def test_a_marshal_is_told_what_to_do_about_somebody_without_a_seat(
    member: Person, stage: Stage
) -> None:
    """A marshal checks people in and adds no walk-ins."""
    event_id = stage.event("Park Day", start_at=evening(0, 10), end_at=evening(0, 20))
    marshal = stage.person(MEMBER, holds_roles=True, age_band="adult")
    stage.add(factories.grant(user_id=marshal, role="marshal", event_id=event_id))
    page = member.open(f"/events/{event_id}/gate")
    page.get_by_role("searchbox").fill("Zelda")
    expect(page.get_by_text("press “No Seat?” on the roster")).to_be_visible()
    expect(page.get_by_role("button", name="Walk-In")).to_have_count(0)
    page.get_by_role("link", name="Roster").click()
    expect(page.get_by_role("button", name="No Seat?")).to_be_visible()


def test_a_camera_reads_a_pass(site: Site, stage: Stage, browser: Browser, tmp_path: Path) -> None:
    """The camera is Chromium's, which shows a film; the script that reads it is our own."""
    stage.person(OTHER, first_name="Amara")
    times = {"start_at": evening(0, 10), "end_at": evening(0, 20)}
    event_id = stage.event("Park Day", taken_by=[OTHER], needs_waiver=False, **times)
    film = film_of(pass_of(site, OTHER, event_id), tmp_path / "pass.y4m")
    with browser_with_camera(browser, film) as filming, person(filming, site.url) as theo:
        theo.carry(site.cookie_of(ORGANIZER))
        page = theo.open(f"/events/{event_id}/gate")
        page.get_by_role("button", name="Scan").click()
        expect(page.get_by_role("dialog", name="Amara")).to_be_visible()
        check_in(page)
        there(page, 1)
