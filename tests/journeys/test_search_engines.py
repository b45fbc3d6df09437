"""The tags that search engines and messengers read on the running site, before any script."""

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import httpx
import pytest
from playwright.sync_api import expect

from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, Stage, evening

PUBLIC = (
    *("/", "/chapters", "/events", "/media", "/membership", "/parents", "/privacy"),
    *("/resources", "/terms"),
)
PRIVATE = ("/my-events",)
TITLES = {
    "/": "Rookie Battle · Foam-weapon combat, Florida",
    "/events": "Events Calendar · Rookie Battle",
}
UNLISTED = {
    "/my-events": "My Events · Rookie Battle",
    "/no-such-page": "404 Page Not Found · Rookie Battle",
}


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


def head(site: Site, path: str) -> Head:
    answer = httpx.get(site.url + path)
    assert answer.status_code == 200, path
    return Head(answer.text)


def paths(stage: Stage) -> tuple[str, ...]:
    chapter = stage.chapter()
    event = stage.event("Lantern Duels", chapter_id=chapter)
    return (*PUBLIC, f"/chapters/{chapter}", f"/events/{event}")


def picture_of(site: Site, path: str) -> str:
    """How the address of a page's picture begins: each event has one of its own."""
    own = f"/api{path}/card.png?v=" if path.startswith("/events/") else "/art/og.png"
    return site.url + own


def test_every_public_page_has_its_own_title_description_and_address(
    site: Site, stage: Stage
) -> None:
    titles = set()
    for path in paths(stage):
        said = head(site, path)
        titles.add(said.one("title"))
        assert said.one("title") == TITLES.get(path, said.one("title"))
        assert said.one("description"), path
        assert said.one("canonical") == said.one("og:url") == site.url + path
        assert said.one("og:image").startswith(picture_of(site, path))
        assert said.one("og:title")
        assert "robots" not in said.said, path
    assert len(titles) == len(PUBLIC) + 2
    assert httpx.get(site.url + "/art/og.png").is_success


@pytest.mark.parametrize("path", PRIVATE)
def test_private_pages_are_not_indexed(site: Site, path: str) -> None:
    said = head(site, path)
    assert said.one("robots") == "noindex"
    assert "canonical" not in said.said


def test_a_query_does_not_change_the_canonical_address(site: Site) -> None:
    for path in ("/resources?category=rules&q=x", "/events?month=2026-03&view=list"):
        assert head(site, path).one("canonical") == site.url + path.partition("?")[0]


def test_every_page_of_the_sitemap_exists(site: Site, stage: Stage) -> None:
    # Everybody shares a copy of half a minute.
    httpx.get(site.url + "/sitemap.xml")
    expected = {site.url + path for path in paths(stage)}
    stage.event("Not for everybody", is_public=False)
    robots = httpx.get(site.url + "/robots.txt").text
    address = next(line for line in robots.splitlines() if line.startswith("Sitemap: "))
    assert address == f"Sitemap: {site.url}/sitemap.xml"
    # The stage writes to the database directly, of which the copy hears nothing. A member's event
    # ends it.
    name, value = site.cookie_of(MEMBER)
    event = {"title": "Duels", "eventType": "training", "startDate": evening(3).isoformat()}
    headers = {"cookie": f"{name}={value}", "origin": site.url}
    made = httpx.post(site.url + "/api/events", json=event, headers=headers)
    assert made.status_code == 201, made.text
    expected.add(f"{site.url}/events/{made.json()['id']}")
    fresh = httpx.get(site.url + "/sitemap.xml")
    named = ET.fromstring(fresh.text).iter()  # noqa: S314 - our own
    found = {one.text for one in named if one.tag.endswith("loc")}
    assert found == expected
    for one in found:
        assert httpx.get(one or "").status_code == 200, one


def test_scripts_do_not_change_the_head(site: Site, visitor: Person, stage: Stage) -> None:
    *_, chapter, event = paths(stage)
    for path in ("/", "/events", chapter, event):
        page, said = visitor.open(path), head(site, path)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        expect(page).to_have_title(said.one("title"))
        expect(page.locator("link[rel=canonical]")).to_have_attribute("href", site.url + path)
        expect(page.locator("meta[name=description]")).to_have_count(1)
        first = page.locator("meta[property='og:image']").first
        picture = re.compile("^" + re.escape(picture_of(site, path)))
        expect(first).to_have_attribute("content", picture)
    for path, title in UNLISTED.items():
        expect(visitor.open(path)).to_have_title(title)


@pytest.mark.parametrize("path", ["/index.html", "/404.html", "/events.html", "/events.html.br"])
def test_files_of_the_build_are_not_served_as_pages(site: Site, path: str) -> None:
    answer = httpx.get(site.url + path)
    assert answer.status_code == 404
    assert "<!DOCTYPE html>" in answer.text
