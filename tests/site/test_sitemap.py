"""The sitemap and robots.txt, as crawlers get them from the API."""

import xml.etree.ElementTree as ET
from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest

from rookiebattle import pages as product
from rookiebattle import routes
from rookiebattle.accounts.models import User
from rookiebattle.chapters.models import Chapter
from rookiebattle.core import clock
from rookiebattle.core.db import Database
from rookiebattle.core.doors.http import build_api
from rookiebattle.events.models import Event
from rookiebattle.site import sitemap
from rookiebattle.site.api import api as site_api

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"

assert product  # its import registers the pages


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def client(database: Database) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(build_api([site_api]))
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as one:
        yield one


@pytest.fixture
def ids(database: Database) -> dict[str, str]:
    """A chapter and three events: one to come, one that is private, one that is over."""
    now = clock.now()
    with database.unit_of_work(write=True) as session:
        keeper = User(first_name="Ada")
        chapter = Chapter(
            name="Tampa", city="Tampa", state="FL", location="A park", time_zone="America/New_York"
        )
        session.add_all([keeper, chapter])
        session.flush()
        events = {
            name: Event(
                title=name,
                event_type="training",
                start_at=now + timedelta(days=days),
                end_at=now + timedelta(days=days, hours=2),
                organizer_id=keeper.id,
                is_public=name != "private",
            )
            for name, days in (("ahead", 3), ("private", 3), ("over", -3))
        }
        session.add_all(events.values())
        session.flush()
        return {"chapter": chapter.id, **{name: one.id for name, one in events.items()}}


def addresses(text: str) -> list[str | None]:
    root = ET.fromstring(text)  # noqa: S314 - our own
    return [one.text for one in root.iter(f"{{{routes.SITEMAPS_ORG}}}loc")]


async def test_the_sitemap_names_public_pages_events_and_chapters(
    client: httpx.AsyncClient, ids: dict[str, str]
) -> None:
    answer = await client.get("/sitemap.xml")
    assert answer.headers["content-type"] == "application/xml"
    assert addresses(answer.text) == [
        f"{HOME}{path}"
        for path in (
            *("/", "/chapters", "/events", "/resources"),
            f"/chapters/{ids['chapter']}",
            f"/events/{ids['ahead']}",
        )
    ]


async def test_robots_lead_to_the_sitemap_and_leave_the_sign_in_alone(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.get("/robots.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    assert f"Sitemap: {HOME}/sitemap.xml" in answer.text.splitlines()
    assert "Disallow: /api/login" in answer.text
    assert "Disallow: /\n" not in answer.text


def test_an_address_with_signs_of_its_own_stays_xml() -> None:
    text = sitemap.sitemap("https://x", ["/a?b=1&c=<2>"])
    assert addresses(text) == ["https://x/a?b=1&c=<2>"]
