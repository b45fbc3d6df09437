"""A compiled page whose text before scripts depends on its query, for visitors alone."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import brotli
import httpx
import pytest
from starlette.types import Receive, Scope, Send

from rookiebattle.core import clock, reflex_internals
from rookiebattle.core.database import freshness
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.limits import Limiter
from rookiebattle.core.serving import documents
from rookiebattle.core.serving.cached import read
from rookiebattle.core.serving.documents import Documents, PageTexts, QueriedPage
from rookiebattle.core.serving.headers import Headers
from tests.identities import People, anybody, bind, has_session

pytestmark = pytest.mark.anyio
PADDING = "a park in spring " * 100
MOST = 3


async def _nothing(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise AssertionError("The page is in memory.")


@pytest.fixture
def asked() -> list[str]:
    """The views for which a text was made."""
    return []


def _page(asked: list[str]) -> QueriedPage:
    async def tell(query: Mapping[str, str]) -> PageTexts | None:
        view = query.get("view", "")
        asked.append(view)
        if view == "broken":
            raise Unavailable()
        if view == "long":
            return None
        until = clock.now() if view == "turning" else None
        return PageTexts({"words": f"<p>{view} {len(asked)}</p>", "unknown": "lost"}, until)

    def key(query: Mapping[str, str]) -> str:
        view = query.get("view", "")
        return "" if view.startswith("junk") else f"/events?view={view}"

    return QueriedPage("/events", tell, key, (freshness.EVENTS,))


@pytest.fixture
def layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> Documents:
    (tmp_path / "events").mkdir()
    for name, text in (
        ("events/index", "<i><!--text words--></i>"),
        ("__spa-fallback", ""),
        ("__shell-404", ""),
    ):
        html = f"<head><title>Events</title></head><body>{text}{PADDING}</body>"
        (tmp_path / f"{name}.html").write_text(html)
    monkeypatch.setattr(documents, "BUILD", tmp_path)
    monkeypatch.setattr(documents, "MOST_RECORDS", MOST)
    monkeypatch.setattr(reflex_internals, "serves_built_pages", lambda: True)
    bind(People(anybody))
    return Documents(
        _nothing,
        (),
        lambda path: path == "events",
        Limiter(6, 60),
        lambda path: f'<link rel="canonical" href="https://club.example{path}"/>',
        (_page(asked),),
    )


@pytest.fixture
async def client(layer: Documents) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(Headers(layer))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


async def test_the_text_is_that_of_the_query(client: httpx.AsyncClient) -> None:
    for query, text in (("", "<p> 1</p>"), ("?view=list", "<p>list 2</p>")):
        answer = await client.get(f"/events{query}")
        assert answer.status_code == 200
        assert f"<i>{text}</i>" in answer.text
        assert '<link rel="canonical" href="https://club.example/events"/></head>' in answer.text
        assert answer.headers["link"].startswith(f"</api/first-data/events{query}>; rel=preload")


async def test_visitors_share_a_text_until_something_changes(
    client: httpx.AsyncClient, asked: list[str]
) -> None:
    first = await client.get("/events?view=list")
    assert (await client.get("/events?ref=mail&view=list")).content == first.content
    tag = {"if-none-match": first.headers["etag"]}
    assert (await client.get("/events?view=list", headers=tag)).status_code == 304
    freshness.bump(freshness.EVENTS)
    assert (await client.get("/events?view=list")).text != first.text
    assert asked == ["list", "list"]


async def test_a_text_is_not_kept_longer_than_it_is_right(
    client: httpx.AsyncClient, asked: list[str]
) -> None:
    for _ in range(2):
        await client.get("/events?view=turning")
    assert asked == ["turning", "turning"]


async def test_a_change_while_a_text_is_made_is_not_lost(
    client: httpx.AsyncClient, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = freshness.generation(freshness.EVENTS)
    monkeypatch.setattr(freshness, "generation", lambda *_topics: before - 1)
    await client.get("/events")
    monkeypatch.undo()
    await client.get("/events")
    assert asked == ["", ""]


async def test_invented_queries_do_not_drive_out_what_is_kept(
    client: httpx.AsyncClient, asked: list[str]
) -> None:
    await client.get("/events?view=list")
    for number in range(MOST + 1):
        assert f"junk{number}" in (await client.get(f"/events?view=junk{number}")).text
    await client.get("/events?view=list")
    assert asked.count("list") == 1


async def test_a_member_gets_the_page_without_a_text(
    client: httpx.AsyncClient, asked: list[str]
) -> None:
    await client.get("/events")
    for query in ("", "?view=list"):
        answer = await client.get(f"/events{query}", headers={"cookie": "rb_session=mara"})
        assert "<i><!--" in answer.text
    assert asked == [""]


@pytest.mark.parametrize("view", ["broken", "long"])
async def test_without_a_text_the_page_does_as_well(client: httpx.AsyncClient, view: str) -> None:
    answer = await client.get(f"/events?view={view}")
    assert answer.status_code == 200
    assert "<i><!--" in answer.text


async def test_an_address_over_its_limit_gets_the_page_without_a_text(
    client: httpx.AsyncClient, asked: list[str]
) -> None:
    answers = [await client.get(f"/events?view=junk{number}") for number in range(8)]
    assert [answer.status_code for answer in answers] == [200] * 8
    assert ["<i><p>" in answer.text for answer in answers] == [True] * 6 + [False] * 2
    assert len(asked) == 6


async def test_a_text_travels_packed(client: httpx.AsyncClient) -> None:
    headers = {"accept-encoding": "br"}
    async with client.stream("GET", "/events?view=list", headers=headers) as answer:
        body = b"".join([part async for part in answer.aiter_raw()])
    assert b"<p>list 1</p>" in brotli.decompress(body)
    assert answer.headers["vary"] == "accept-encoding, cookie"


async def test_the_kept_text_is_found_in_memory_without_a_framework(
    client: httpx.AsyncClient, layer: Documents
) -> None:
    def found(cookie: bytes = b"") -> bytes:
        headers = [(b"cookie", cookie)] if cookie else []
        scope = {"type": "http", "method": "GET", "path": "/events", "query_string": b""}
        asked = read({**scope, "headers": headers, "client": ("127.0.0.1", 1)}, has_session)
        assert asked is not None
        kept = layer.find(asked)
        return kept.body if kept else b""

    assert b"<i><!--" in found(b"rb_session=mara")
    assert not found(), "a visitor's text is not made yet"
    await client.get("/events")
    assert b"<p> 1</p>" in found()
    freshness.bump(freshness.EVENTS)
    assert not found()
