"""A network that loses each request once: no page stays broken, and nothing false is said."""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Route, expect

from rookiebattle import pages as product
from rookiebattle.ui.page import pages
from tests.journeys.people import DESKTOP, PHONE, Person
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, Stage

assert product  # its import registers the pages
# Which requests are lost, by what a page needs. A worker would answer some from its store.
KINDS = {
    "sheet": r"/styles/.+\.css",
    "script": r"/assets/.+\.js",
    "first data": r"/api/first-data/",
    "picture": r"/art/|\.webmanifest",
}
ANYTHING = "|".join(KINDS.values())
HEADINGS = {
    "Membership": "Membership",
    "Chapters": "Chapters",
    "Resources": "Resources",
    "Media": "Media Gallery",
    "Events": "Events",
}
# A sheet that could not be had has no rules. One for print stands for styles that the page brings.
UNDRESSED = """() => [...document.querySelectorAll('link[rel="stylesheet"]')]
    .filter(({ sheet, media }) => !sheet && media !== "print").map(({ href }) => href)"""
# Drawings of a sprite that could not be had, and pictures.
BLANK = """() => [...document.querySelectorAll("use")]
    .filter((use) => use.closest("svg").checkVisibility() && use.getBBox().width === 0).length
    + [...document.images].filter(({ complete, naturalWidth }) => complete && !naturalWidth).length
"""
# The site refuses a handshake at another address.
NO_HANDSHAKES = """{
  const Real = WebSocket;
  let lost = 0;
  window.WebSocket = class extends Real {
    constructor(url, ...more) {
      lost += 1;
      super(lost > 2 ? url : new URL("/lost", url).href, ...more);
    }
  };
}"""


class Lossy:
    """Loses the first request for each address that matches the pattern."""

    def __init__(self, somebody: Person, pattern: str) -> None:
        somebody.lost_network = True
        self.lost: list[str] = []
        somebody.page.route(re.compile(pattern), self._answer)

    def _answer(self, way: Route) -> None:
        if way.request.url in self.lost:
            way.fallback()
        else:
            self.lost.append(way.request.url)
            way.abort()


def is_whole(somebody: Person, heading: str) -> None:
    """Expect a page with its words, its sheets and its data, and without a false alarm."""
    page = somebody.page
    expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
    somebody.settle()
    assert page.evaluate(UNDRESSED) == []
    somebody.wait_until(lambda: page.evaluate(BLANK) == 0)
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(0)


def walk(somebody: Person, size: tuple[int, int], start: str) -> None:
    """Open the start page, and go to every page that its menu leads to."""
    page = somebody.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(somebody.url)
    is_whole(somebody, start)
    for name, heading in HEADINGS.items():
        if size == PHONE:
            page.get_by_role("button", name="Open menu").click()
        menu = page.get_by_role("navigation", name="Menu" if size == PHONE else "Main")
        menu.get_by_role("link", name=name).click()
        is_whole(somebody, heading)
        somebody.expect_no_sideways_scrolling(size[0])
        page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.fixture
def visitor(site: Site, stage: Stage) -> Iterator[Person]:
    stage.event("Park Day")
    stage.chapter()
    with site.visitor() as somebody:
        yield somebody


@pytest.mark.parametrize(
    "kind",
    # The member below loses all kinds together.
    [
        pytest.param(one, marks=pytest.mark.whole if one in ("sheet", "picture") else ())
        for one in KINDS
    ],
)
@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.whole)])
def test_a_visitor_meets_no_broken_page_where_each_request_of_a_kind_is_lost_once(
    visitor: Person, kind: str, size: tuple[int, int]
) -> None:
    network = Lossy(visitor, KINDS[kind])
    walk(visitor, size, "Fight with honor. Laugh when you fall.")
    assert network.lost


def test_a_member_meets_no_broken_page_where_every_request_is_lost_once(
    member: Person, stage: Stage
) -> None:
    """Beside files and data also the first two handshakes of the websocket on each page."""
    stage.event("Park Day", taken_by=[MEMBER])
    stage.chapter()
    member.page.add_init_script(NO_HANDSHAKES)
    network = Lossy(member, ANYTHING)
    walk(member, PHONE, "Welcome back, Maya")
    member.forgive_lost_sockets()
    assert len(network.lost) > 30


@pytest.mark.whole
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_no_page_stays_broken_where_each_request_of_a_kind_is_lost_once(
    admin: Person, stage: Stage, kind: str, size: tuple[int, int]
) -> None:
    """Every page that is opened as a document, also those of the console."""
    stage.event("Park Day")
    stage.chapter()
    page = admin.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    network = Lossy(admin, KINDS[kind])
    for path in sorted(path for path in pages() if not re.search(r"\[|_ui|404", path)):
        page.goto(admin.url + path)
        admin.settle()
        assert page.evaluate(UNDRESSED) == [], path
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        expect(
            page.locator(".toast", has_text="You don’t have permission to do that")
        ).to_have_count(0)
    assert network.lost


def test_the_page_before_stays_until_the_sheet_of_the_next_one_is_there(visitor: Person) -> None:
    """As long as it takes, and the browser's `online` ends the pause."""
    page = visitor.open("/parents")
    page.clock.install()
    visitor.lost_network = True
    lost: list[Route] = []

    def lose(way: Route) -> None:
        lost.append(way)
        way.abort()

    def was_lost(times: int) -> bool:
        return len(lost) >= times

    page.route("**/styles/chapters.css", lose)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Chapters").click()
    for tries, pause in enumerate((0, 300, 600, 1200), start=1):
        page.clock.run_for(pause)
        visitor.wait_until(partial(was_lost, tries))
    expect(page.get_by_role("heading", name="For Parents", level=1)).to_be_visible()
    page.unroute("**/styles/chapters.css")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    is_whole(visitor, "Chapters")


def test_a_page_whose_files_a_deployment_has_removed_is_loaded_as_a_document(
    visitor: Person,
) -> None:
    page = visitor.open("/parents")
    removed = re.compile(r"/assets/_chapters_\._index")
    page.route(removed, lambda way: way.fulfill(status=404))
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Chapters").click()
    with page.expect_navigation(url="**/chapters"):
        page.unroute(removed)
    is_whole(visitor, "Chapters")
