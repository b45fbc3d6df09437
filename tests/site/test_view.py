"""The sitemap and robots.txt as a crawler gets them, and the manifest, which a phone reads."""

import xml.etree.ElementTree as ET
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from struct import unpack

import httpx
import pytest

from rookiebattle import pages as product
from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.http import build_api
from rookiebattle.site import service
from rookiebattle.site.api import api as site_api
from rookiebattle.site.view import ICONS, manifest, sitemap
from tests.door import opened_door
from tests.identities import People, bind, bind_people
from tests.world import World

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"
ASSETS = Path("assets/art")

assert product  # its import registers the pages


@pytest.fixture
async def client(database: Database) -> AsyncIterator[httpx.AsyncClient]:
    bind(People())
    transport = httpx.ASGITransport(build_api([site_api]))
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as one:
        yield one


@pytest.fixture
def ids(database: Database) -> dict[str, str]:
    """The ids of a chapter and of three events: a future, a private and a past one."""
    world, now = World(database), clock.now()
    return {
        "chapter": world.chapter(),
        "ahead": world.event(start_at=now + timedelta(days=3)),
        "private": world.event(start_at=now + timedelta(days=3), is_public=False),
        "over": world.event(start_at=now - timedelta(days=3)),
    }


def addresses(text: str) -> list[str | None]:
    root = ET.fromstring(text)  # noqa: S314 - our own
    return [one.text for one in root.iter(f"{{{routes.SITEMAPS_ORG}}}loc")]


async def test_a_copy_of_the_sitemap_ends_with_a_new_chapter_and_a_hidden_event(
    database: Database, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(database)
    async with opened_door(lambda _role: VISITOR, site_api, monkeypatch=monkeypatch) as door:
        assert ids["ahead"] in (await door.get(routes.SITEMAP)).text
        added = world.chapter("Ybor City")
        assert added in (await door.get(routes.SITEMAP)).text
        world.change(ids["ahead"], is_public=False)
        assert ids["ahead"] not in (await door.get(routes.SITEMAP)).text


@pytest.mark.parametrize("is_member", [False, True])
async def test_the_sitemap_names_public_pages_events_and_chapters_to_everybody(
    client: httpx.AsyncClient, database: Database, ids: dict[str, str], *, is_member: bool
) -> None:
    """One copy of it is kept for all readers."""
    member = World(database).person(is_admin=True)
    bind_people(member)
    cookie = {"cookie": f"rb_session={member.user_id}"} if is_member else {}
    answer = await client.get("/sitemap.xml", headers=cookie)
    assert answer.headers["content-type"] == "application/xml"
    assert addresses(answer.text) == [
        f"{HOME}{path}"
        for path in (
            *("/", "/chapters", "/events", "/media", "/membership", "/parents", "/privacy"),
            *("/resources", "/terms"),
            f"/chapters/{ids['chapter']}",
            f"/events/{ids['ahead']}",
        )
    ]


async def test_no_cache_keeps_what_a_member_reads(
    client: httpx.AsyncClient, database: Database
) -> None:
    member = World(database).person()
    bind_people(member)
    for cookie, caching in (("", "no-cache"), (f"rb_session={member.user_id}", "no-store")):
        answer = await client.get(routes.first_data("chapters"), headers={"cookie": cookie})
        assert answer.headers["cache-control"] == f"private, {caching}"


async def test_robots_names_the_sitemap_and_forbids_the_sign_in(client: httpx.AsyncClient) -> None:
    answer = await client.get("/robots.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    assert f"Sitemap: {HOME}/sitemap.xml" in answer.text.splitlines()
    assert "Disallow: /api/login" in answer.text
    assert "Disallow: /\n" not in answer.text


def test_special_characters_of_an_address_are_escaped() -> None:
    text = sitemap("https://x", ["/a?b=1&c=<2>"])
    assert addresses(text) == ["https://x/a?b=1&c=<2>"]


async def test_a_sitemap_that_is_cut_has_the_next_events_of_everybody(
    client: httpx.AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_EVENTS", 2)
    world, now = World(database), clock.now()
    busy = world.person()
    for day in range(3):
        world.event(busy, start_at=now + timedelta(days=day + 1))
    rare = world.event(start_at=now + timedelta(days=30))
    named = addresses((await client.get("/sitemap.xml")).text)
    assert len([one for one in named if one and "/events/" in one]) == 2
    assert f"{HOME}/events/{rare}" in named


@pytest.mark.parametrize(("name", "size"), [*ICONS.items(), ("apple-touch-icon.png", 180)])
def test_every_icon_has_the_size_it_says(name: str, size: int) -> None:
    header = (ASSETS / name).read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    assert unpack(">II", header[16:24]) == (size, size)


def test_the_manifest_names_the_club_and_icons_that_are_there() -> None:
    said = manifest("Rookie Battle", "Foam weapons")
    assert (said["name"], said["start_url"]) == ("Rookie Battle", "/")
    icons = said["icons"]
    assert isinstance(icons, list)
    assert {one["purpose"] for one in icons} == {"any", "maskable"}
    assert {one["sizes"] for one in icons} == {"192x192", "512x512"}
    assert all((ASSETS / one["src"].removeprefix("/art/")).exists() for one in icons)
