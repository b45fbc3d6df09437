"""Without a network: the page that is shown then, and the events that a browser keeps for it."""

from playwright.sync_api import Page, expect

from tests.journeys.people import Person

READY = "navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)"
KEPT = """
  caches.open("mine").then((mine) => mine.match("/api/next-events"))
    .then((kept) => kept ? kept.text() : "")
"""


def kept(page: Page) -> str:
    """The member's next events as the browser keeps them."""
    return str(page.evaluate(KEPT))


def keep(somebody: Person, title: str) -> None:
    """Wait until the worker is in charge and the browser keeps an event with this title."""
    somebody.wait_until(lambda: somebody.page.evaluate(READY))
    somebody.wait_until(lambda: title in kept(somebody.page))


def is_offline(page: Page) -> None:
    expect(page.get_by_role("heading", name="You’re Offline", level=1)).to_be_visible()
