"""Shared by the journeys of texts before scripts: a page whose scripts wait, and what is seen."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, Route

# The place and the size of everything that a reader sees.
PARTS = "h1, h2, h3, h4, p, a, li, td, button, select, input"
PLACES = f"""main => [...main.querySelectorAll('{PARTS}')]
  .filter(one => one.getClientRects().length)
  .map(one => {{
    const {{x, y, width, height}} = one.getBoundingClientRect();
    return [one.tagName, one.textContent, ...[x, y, width, height].map(Math.round)].join(' ');
  }})"""


@contextmanager
def held(page: Page) -> Iterator[None]:
    """Hold the page's scripts back until the block ends."""
    waiting, is_open = list[Route](), False

    def hold(way: Route) -> None:
        if is_open:
            way.continue_()
        else:
            waiting.append(way)

    page.route("**/*.js", hold)
    yield
    is_open = True
    for way in waiting:
        way.continue_()


def seen(main: Locator) -> list[str]:
    """The places of everything in it, once the fonts are there."""
    main.page.evaluate("document.fonts.ready.then(() => true)")
    found: list[str] = main.evaluate(PLACES)
    return found
