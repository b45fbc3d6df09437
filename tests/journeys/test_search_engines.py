"""The tags that search engines and messengers read on the running site, before any script."""

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest
from playwright.sync_api import expect

from tests.journeys.people import Person
from tests.journeys.stage import Stage

PUBLIC = ("/", "/chapters", "/events", "/media", "/membership", "/parents", "/resources")
PRIVATE = ("/my-events",)


class Head(HTMLParser):
    """The title, and the content of meta and link elements by their name, property or rel."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: dict[str, list[str]] = {}
        self._in_title = False
        self.feed(html.partition("</head>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        name = known.get("name") or known.get("property") or known.get("rel") or ""
        self.said.setdefault(name, []).append(known.get("content") or known.get("href") or "")
        self._in_title = tag == "title"

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.said.setdefault("title", []).append(data)
            self._in_title = False

    def one(self, name: str) -> str:
        (text,) = self.said[name]
        return text


def head(visitor: Person, path: str) -> Head:
    answer = visitor.page.request.get(visitor.url + path)
    assert answer.status == 200, path
    return Head(answer.text())


def paths(visitor: Person, stage: Stage) -> tuple[str, ...]:
    chapter = stage.chapter()
    event = stage.event("Lantern Duels", chapter_id=chapter)
    return (*PUBLIC, f"/chapters/{chapter}", f"/events/{event}")


def picture_of(visitor: Person, path: str) -> str:
    """How the address of a page's picture begins: each event has one of its own."""
    own = f"/api{path}/card.png?v=" if path.startswith("/events/") else "/art/og.png"
    return visitor.url + own


def test_every_public_page_has_its_own_title_description_and_address(
    visitor: Person, stage: Stage
) -> None:
    titles = set()
    for path in paths(visitor, stage):
        said = head(visitor, path)
        titles.add(said.one("title"))
        assert said.one("description"), path
        assert said.one("canonical") == said.one("og:url") == visitor.url + path
        assert said.one("og:image").startswith(picture_of(visitor, path))
        assert said.one("og:title")
        assert "robots" not in said.said, path
    assert len(titles) == len(PUBLIC) + 2
    assert visitor.page.request.get(visitor.url + "/art/og.png").ok


@pytest.mark.parametrize("path", PRIVATE)
def test_private_pages_are_not_indexed(visitor: Person, path: str) -> None:
    said = head(visitor, path)
    assert said.one("robots") == "noindex"
    assert "canonical" not in said.said


def test_a_query_does_not_change_the_canonical_address(visitor: Person) -> None:
    for path in ("/resources?category=rules&q=x", "/events?month=2026-03&view=list"):
        assert head(visitor, path).one("canonical") == visitor.url + path.partition("?")[0]


def test_every_page_of_the_sitemap_exists(visitor: Person, stage: Stage) -> None:
    expected = {visitor.url + path for path in paths(visitor, stage)}
    stage.event("Not for everybody", is_public=False)
    request = visitor.page.request
    robots = request.get(visitor.url + "/robots.txt").text()
    address = next(line for line in robots.splitlines() if line.startswith("Sitemap: "))
    assert address == f"Sitemap: {visitor.url}/sitemap.xml"
    # The stage writes to the database directly, so the copy for visitors may be 30 s old. A cookie
    # gets a fresh answer.
    fresh = request.get(visitor.url + "/sitemap.xml", headers={"cookie": "rb_session=x"})
    named = ET.fromstring(fresh.text()).iter()  # noqa: S314 - our own
    found = {one.text for one in named if one.tag.endswith("loc")}
    assert found == expected
    for one in found:
        assert request.get(one or "").status == 200, one


def test_scripts_do_not_change_the_head(visitor: Person, stage: Stage) -> None:
    for path in paths(visitor, stage):
        page = visitor.open(path)
        expect(page.locator("link[rel=canonical]")).to_have_attribute("href", visitor.url + path)
        expect(page.locator("meta[name=description]")).to_have_count(1)
        first = page.locator("meta[property='og:image']").first
        picture = re.compile("^" + re.escape(picture_of(visitor, path)))
        expect(first).to_have_attribute("content", picture)


@pytest.mark.parametrize("path", ["/index.html", "/404.html", "/events.html", "/events.html.br"])
def test_files_of_the_build_are_not_served_as_pages(visitor: Person, path: str) -> None:
    answer = visitor.page.request.get(visitor.url + path)
    assert answer.status == 404
    assert "<!DOCTYPE html>" in answer.text()
