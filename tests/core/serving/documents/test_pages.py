"""Compiled pages: exact paths, no redirects, right statuses, ETags."""

import gzip
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import brotli
import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from rookiebattle.core import clock, reflex_internals
from rookiebattle.core.actor import Actor
from rookiebattle.core.database import freshness
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.limits import Limiter
from rookiebattle.core.serving import documents
from rookiebattle.core.serving.cached import read
from rookiebattle.core.serving.documents import Describe, Described, Documents, DynamicPage
from rookiebattle.core.serving.headers import Headers
from rookiebattle.core.serving.packing import BROTLI, pack
from tests.identities import People, anybody, bind, has_session

pytestmark = pytest.mark.anyio
# A short page is not worth packing.
PADDING = "a park in spring " * 100


async def _behind(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("reflex")(scope, receive, send)


def _offers(path: str) -> bool:
    return path == "events"


def _head(path: str) -> str:
    return f'<link rel="canonical" href="https://club.example{path}"/>'


@pytest.fixture
def asked() -> list[str]:
    """The ids of the records that were looked up."""
    return []


def _describing(asked: list[str]) -> Describe:
    async def describe(actor: Actor, record: str) -> Described | None:
        asked.append(record)
        if record == "unreadable":
            raise Unavailable()
        if record == "unknown" or (record == "private" and not actor.is_member):
            return None
        text = f"<p>{record} \\1 {'' if record == 'fixed' else len(asked)}</p>"
        until = clock.now() if record == "starting" else None
        return Described(f"<title>{record} \\1 </title>", text, until)

    return describe


@pytest.fixture
def layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> Documents:
    for name in ("index", "events/index", "__spa-fallback", "__shell-404"):
        file = tmp_path / f"{name}.html"
        file.parent.mkdir(exist_ok=True)
        # Reflex's shell for pages with an id has no title of its own.
        title = "" if name == "__spa-fallback" else f"<title>{name}</title>"
        picture = '<meta content="/art/og.png" property="og:image"/>'
        text = f"<head>{title}{picture}</head><body>{name}<!--text-->{PADDING}</body>"
        file.write_text(text)
    monkeypatch.setattr(documents, "BUILD", tmp_path)
    monkeypatch.setattr(documents, "MOST_RECORDS", 2)
    monkeypatch.setattr(reflex_internals, "serves_built_pages", lambda: True)
    bind(People(anybody))
    dynamic = DynamicPage(
        "/events", _describing(asked), (freshness.EVENTS,), lambda: "<p>None here</p>"
    )
    rosters = DynamicPage("/rosters", _describing(asked), is_same=True)
    gates = DynamicPage("/events", _describing(asked), is_same=True, suffix="/gate", has_list=True)
    return Documents(_behind, (dynamic, rosters, gates), _offers, Limiter(5, 60), _head)


@pytest.fixture
async def client(layer: Documents) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(Headers(layer))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


@pytest.mark.parametrize(
    ("path", "status", "part"),
    [
        ("/", 200, "<title>index</title>"),
        ("/events", 200, "<title>events/index</title>"),
        ("/nothing", 404, "<title>__shell-404</title>"),
        ("/events/abc", 200, "<title>abc \\1 </title></head>"),
        ("/events/abc", 200, "<p>abc \\1 1</p>"),
        ("/events/unknown", 404, "__spa-fallback<p>None here</p>"),
        ("/events/abc/gate", 200, "<title>abc \\1 </title></head>"),
        ("/events/a/b/gate", 404, "<title>__shell-404</title>"),
        ("/events/a/b", 404, "<title>__shell-404</title>"),
    ],
)
async def test_every_path_has_its_page_and_status(
    client: httpx.AsyncClient, path: str, status: int, part: str
) -> None:
    answer = await client.get(path)
    assert answer.status_code == status
    assert part in answer.text


@pytest.mark.parametrize("path", ["/", "/events"])
async def test_a_compiled_page_is_given_its_own_head(client: httpx.AsyncClient, path: str) -> None:
    html = (await client.get(path)).text
    assert f'<link rel="canonical" href="https://club.example{path}"/></head>' in html
    assert "og:image" not in html, "the relative one is gone"


async def test_a_site_fills_its_own_texts_and_has_its_own_pages_alone(
    tmp_path: Path, layer: Documents
) -> None:
    """A build knows no setting of the server: it has every page, and places for texts."""
    (tmp_path / "cards.html").write_text(f"<head></head>{documents.text_place('off')}{PADDING}")
    texts = {"/": {}, "/cards": {"off": "<p>No cards</p>"}}
    site = Documents(_behind, (), _offers, Limiter(5, 60), _head, texts=texts.get)
    transport = httpx.ASGITransport(Headers(site))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        assert "<p>No cards</p>" in (await client.get("/cards")).text
        assert (await client.get("/")).status_code == 200
        assert (await client.get("/events")).status_code == 404


@pytest.mark.parametrize("path", ["/index.html", "/404.html", "/a/b.html", "/a.html.br"])
async def test_files_of_the_build_are_no_pages(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(path)).status_code == 404


async def test_a_trailing_slash_leads_to_the_canonical_path(client: httpx.AsyncClient) -> None:
    answer = await client.get("/events/?month=2026-03")
    assert answer.status_code == 308
    assert answer.headers["location"] == "/events?month=2026-03"


async def test_two_slashes_never_lead_to_another_site(client: httpx.AsyncClient) -> None:
    answer = await client.get("http://localhost//evil.example/")
    assert not answer.headers.get("location", "").startswith("//")
    assert "//evil.example" not in answer.headers.get("location", "")


async def test_an_unchanged_page_is_not_sent_again(client: httpx.AsyncClient) -> None:
    first = await client.get("/events")
    again = await client.get("/events", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def raw(
    client: httpx.AsyncClient, path: str, accepted: str, **headers: str
) -> tuple[httpx.Headers, bytes]:
    """The headers of an answer, and its bytes as they travel."""
    asked = {"accept-encoding": accepted, **headers}
    async with client.stream("GET", path, headers=asked) as answer:
        return answer.headers, b"".join([part async for part in answer.aiter_raw()])


@pytest.mark.parametrize(
    ("path", "cookie"),
    [("/events", ""), ("/events?month=5", ""), ("/events/abc", ""), ("/events/abc", "mara")],
)
async def test_pages_travel_packed(client: httpx.AsyncClient, path: str, cookie: str) -> None:
    name = b"abc" if "abc" in path else b"events/index"
    tags = set()
    for accepted, unpack in (
        ("gzip, br", brotli.decompress),
        ("gzip", gzip.decompress),
        ("", bytes),
    ):
        headers, body = await raw(client, path, accepted, cookie=cookie)
        assert name in unpack(body)
        assert headers["vary"] == "accept-encoding, cookie"
        assert int(headers["content-length"]) == len(body)
        tags.add(headers["etag"])
    assert len(tags) == 3


class _AtOnce:
    """A thread whose work is done before it is started."""

    def __init__(self, target: Callable[..., None], args: tuple[Any, ...], daemon: bool) -> None:
        target(*args)

    def start(self) -> None:
        """Nothing is left to do."""


@pytest.mark.parametrize("path", ["/events", "/nothing"])
async def test_a_site_packs_each_page_of_its_build_well(
    layer: Documents, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """The sites of the journeys leave that out (tests/servers/altered.py)."""
    monkeypatch.setattr(documents, "Thread", _AtOnce)
    site = Documents(_behind, (), _offers, Limiter(5, 60))
    transport = httpx.ASGITransport(Headers(site))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        _, body = await raw(client, path, "br")
    html = brotli.decompress(body)
    assert body == pack(html, BROTLI, thoroughly=True) != pack(html, BROTLI)


async def test_a_page_that_is_not_there_travels_packed(client: httpx.AsyncClient) -> None:
    for path in ("/nothing", "/events/unknown"):
        _, body = await raw(client, path, "gzip")
        assert b"<html" not in body
        assert PADDING.encode() in gzip.decompress(body)


async def test_a_member_gets_the_same_page_of_a_build(client: httpx.AsyncClient) -> None:
    answers = [await raw(client, "/events", "gzip", cookie=cookie) for cookie in ("", "mara")]
    # The first answer may have been packed in haste, so that its bytes are others.
    of_visitor, of_member = [(one["etag"], gzip.decompress(body)) for one, body in answers]
    assert of_visitor == of_member


async def test_the_first_data_is_announced_with_the_page(client: httpx.AsyncClient) -> None:
    answer = await client.get("/events?month=2026-03")
    assert answer.headers["link"].startswith("</api/first-data/events?month=2026-03>; rel=preload")
    assert "link" not in (await client.get("/")).headers


async def test_a_list_is_fetched_beside_the_scripts_until_a_worker_has_it(
    client: httpx.AsyncClient,
) -> None:
    member, worker = {"cookie": "mara"}, {"service-worker-navigation-preload": "true"}
    announced = (await client.get("/events/abc/gate", headers=member)).headers["link"]
    assert announced.startswith("</api/events/abc/gate>; rel=preload; as=fetch")
    for path, headers in (
        ("/events/abc/gate", {}),
        ("/events/abc/gate", member | worker),
        ("/events/abc", member),
    ):
        assert "link" not in (await client.get(path, headers=headers)).headers


@pytest.mark.parametrize("path", ["/_event", "/ping", "/assets/a.js", "/favicon.ico"])
async def test_what_is_no_page_goes_on_to_reflex(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(path)).text == "reflex"


@pytest.mark.parametrize("path", ["/", "/nothing", "/_event", "/assets/a.js"])
async def test_every_answer_carries_the_security_headers(
    client: httpx.AsyncClient, path: str
) -> None:
    headers = (await client.get(path)).headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe-eval" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"]
    assert headers["cache-control"]


async def test_pages_that_ask_the_database_are_limited_by_address(
    client: httpx.AsyncClient,
) -> None:
    answers = [(await client.get("/events/abc")).status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]
    # Others at the same address are signed in, and are counted one by one.
    for member in ("mara", "theo"):
        answer = await client.get("/events/abc", headers={"cookie": member})
        assert answer.status_code == 200
    assert (await client.get("/events")).status_code == 200


@pytest.mark.parametrize("record", ["fixed", "unknown"])
async def test_what_a_member_gets_is_kept_by_no_cache_between(
    client: httpx.AsyncClient, record: str
) -> None:
    of_visitors = await client.get(f"/events/{record}")
    assert of_visitors.headers["cache-control"] == "no-cache"
    etag = of_visitors.headers["etag"]
    for again in ({}, {"if-none-match": etag}):
        answer = await client.get(f"/events/{record}", headers={"cookie": "mara", **again})
        assert answer.headers["cache-control"] == "private, no-cache"


@pytest.mark.parametrize("record", ["abc", "private"])
async def test_what_only_this_member_gets_is_kept_by_no_browser(
    client: httpx.AsyncClient, record: str
) -> None:
    """The text of `abc` differs each time, and visitors get none of `private`."""
    await client.get(f"/events/{record}")
    answer = await client.get(f"/events/{record}", headers={"cookie": "mara"})
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "private, no-store")


async def test_a_record_that_cannot_be_read_now_is_told_with_a_sentence(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.get("/events/unreadable")
    assert answer.status_code == 503
    assert Unavailable.default in answer.text
    assert "content-security-policy" in answer.headers


async def test_visitors_share_the_document_of_a_record_until_something_changes(
    client: httpx.AsyncClient, asked: list[str]
) -> None:
    first, again = [await client.get("/events/abc") for _ in range(2)]
    assert first.content == again.content
    assert asked == ["abc"]
    freshness.bump(freshness.EVENTS)
    assert (await client.get("/events/abc")).text != first.text
    assert asked == ["abc", "abc"]


async def test_invented_ids_do_not_drive_out_what_is_kept(
    client: httpx.AsyncClient, asked: list[str]
) -> None:
    """The document of a roster tells nothing, so it is there for any id."""
    for path in ("/events/7", "/rosters/1", "/rosters/2", "/events/7"):
        assert (await client.get(path)).status_code == 200
    assert asked == ["7", "1"]


async def test_an_id_in_other_spellings_takes_one_place(
    client: httpx.AsyncClient, asked: list[str]
) -> None:
    id_ = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
    spellings = [id_, id_.upper(), id_.replace("-", "")]
    for spelling in ("other", *spellings):
        assert (await client.get(f"/events/{spelling}")).status_code == 200
    assert asked == ["other", id_], "the first spelling's document serves the others"
    await client.get("/events/other")
    assert asked == ["other", id_], "and it drives out nothing"


async def test_a_document_is_not_kept_longer_than_it_is_right(
    client: httpx.AsyncClient, asked: list[str]
) -> None:
    for _ in range(2):
        await client.get("/events/starting")
    assert asked == ["starting", "starting"]


async def test_while_developing_no_page_comes_from_an_older_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").write_text("<head></head>")
    monkeypatch.setattr(documents, "BUILD", tmp_path)
    app = Documents(_behind, (), _offers, Limiter(5, 60))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as one:
        assert (await one.get("/")).text == "reflex"


async def test_a_change_while_a_document_is_made_is_not_lost(
    client: httpx.AsyncClient, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = freshness.generation(freshness.EVENTS)
    monkeypatch.setattr(freshness, "generation", lambda *_topics: before - 1)
    await client.get("/events/abc")
    monkeypatch.undo()
    await client.get("/events/abc")
    assert asked == ["abc", "abc"]


async def test_what_a_member_may_see_is_never_kept_for_visitors(
    client: httpx.AsyncClient, asked: list[str]
) -> None:
    for cookie, status in (("mara", 200), ("", 404), ("mara", 200), ("", 404)):
        headers = {"cookie": cookie} if cookie else {}
        assert (await client.get("/events/private", headers=headers)).status_code == status
    await client.get("/events/abc")
    await client.get("/events/abc", headers={"cookie": "mara"})
    assert asked[-2:] == ["abc", "abc"], "a member is given nothing that was made for visitors"


async def test_a_page_and_a_shared_record_are_found_in_memory_without_a_framework(
    client: httpx.AsyncClient, layer: Documents
) -> None:
    def found(path: str, cookie: bytes = b"", query: bytes = b"") -> bool:
        headers = [(b"cookie", cookie)] if cookie else []
        scope = {"type": "http", "method": "GET", "path": path, "query_string": query}
        asked = read({**scope, "headers": headers, "client": None}, has_session)
        assert asked is not None
        return layer.find(asked) is not None

    assert found("/events")
    assert not found("/events", query=b"month=2026-03"), "its link names the query"
    assert not found("/events/abc")
    await client.get("/events/abc")
    assert found("/events/abc")
    assert not found("/events/abc", b"rb_session=mara"), "a member is described anew"
    freshness.bump(freshness.EVENTS)
    assert not found("/events/abc")


async def test_what_is_found_in_memory_counts_against_the_limit(
    client: httpx.AsyncClient, layer: Documents
) -> None:
    scope = {"type": "http", "method": "GET", "path": "/events/abc", "query_string": b""}
    asked = read({**scope, "headers": [], "client": ("127.0.0.1", 1)}, has_session)
    assert asked is not None
    await client.get("/events/abc")
    found = [layer.find(asked) is not None for _ in range(6)]
    assert found == [True] * 4 + [False] * 2
