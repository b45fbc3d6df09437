"""The site cannot be reached: its server is stopped, and started again."""

from tests.engines.walker import Walker
from tests.journeys.stage import MEMBER, Stage, evening
from tests.servers.application import Application

IN_CHARGE = "return Boolean(navigator.serviceWorker?.controller)"
KEPT = """
  return caches.open("mine").then((mine) => mine.match("/api/next-events"))
    .then((kept) => kept ? kept.text() : "")
"""
LIVE = "return document.querySelector('#live')?.dataset.live"


def test_a_page_of_ours_is_shown_while_the_site_cannot_be_reached(
    walker: Walker, stage: Stage, site: Application
) -> None:
    stage.person(MEMBER)
    stage.event("Lantern Duels", start_at=evening(3), taken_by=[MEMBER])
    walker.sign_in(MEMBER, "/my-events")
    walker.wait_until(lambda: walker.driver.run(IN_CHARGE), "worker")
    walker.wait_until(lambda: "Lantern Duels" in walker.driver.run(KEPT), "kept event")
    site.program.stop()
    try:
        walker.driver.go(walker.url + "/chapters")
        walker.expect("You’re Offline", "h1")
        walker.expect("Lantern Duels")
        walker.photograph("offline")
    finally:
        site.restart()
    walker.press("Try Again")
    walker.wait_until(lambda: walker.driver.run(LIVE) == "/chapters", "page again")
