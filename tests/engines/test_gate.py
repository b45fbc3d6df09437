"""The gate of an event: typed, checked in and undone, and without the site for a while."""

from tests.engines.walker import FIELD, Walker
from tests.journeys.gate import IS_KEPT
from tests.journeys.stage import MEMBER, ORGANIZER, OTHER, Stage, evening
from tests.servers.application import Application

IN_CHARGE = "return Boolean(navigator.serviceWorker?.controller)"
ROW, ENTER = ".gate-row", "\ue007"


def test_people_are_checked_in_also_while_the_site_cannot_be_reached(
    walker: Walker, stage: Stage, site: Application
) -> None:
    stage.person(MEMBER, first_name="Maya")
    stage.person(OTHER, first_name="Amara")
    times = {"start_at": evening(0, 10), "end_at": evening(0, 20)}
    event_id = stage.event("Park Day", taken_by=[MEMBER, OTHER], needs_waiver=False, **times)
    walker.sign_in(ORGANIZER, f"/events/{event_id}/gate")
    walker.find("2 Expected")
    walker.driver.type(walker.find("Find a name", FIELD), "may" + ENTER)
    walker.photograph("gate-card")
    walker.press("Check In")
    walker.find("1 Here")
    walker.press("Undo")
    walker.find("0 Here")
    walker.wait_until(lambda: walker.driver.run(IN_CHARGE), "worker")
    walker.wait_until(lambda: walker.driver.run(f"return {IS_KEPT.strip()}"), "kept gate")
    site.program.stop()
    try:
        walker.driver.go(f"{walker.url}/events/{event_id}/gate")
        walker.press("Amara", ROW)
        walker.press("Check In")
        walker.expect("1 check-in waits on this device.")
        walker.photograph("gate-offline")
    finally:
        site.restart()
    walker.wait_until(lambda: stage.there(event_id) == 1, "check-in")
    walker.settle()
