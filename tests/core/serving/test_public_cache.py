"""The cache before the API: the answers that it keeps, for whom, for how long, and the others."""

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import timedelta

import brotli
import httpx
import pytest
from fastapi import Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookiebattle.core import clock
from rookiebattle.core.database import freshness
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.http import build_api, router
from rookiebattle.core.limits import Limiter
from rookiebattle.core.serving import public_cache
from rookiebattle.core.serving.headers import Headers
from rookiebattle.core.serving.public_cache import OutermostCache, PublicCache, Sharing, shareable
from rookiebattle.settings import get_settings
from tests.clocks import StillClock
from tests.identities import People, bind, has_session

pytestmark = pytest.mark.anyio
TOPIC = "test-topic"


@dataclass
class World:
    """One list that is served, and a count of how often it was read."""

    text: str = "first"
    status: int = 200
    reads: int = 0
    seconds: float = 100.0
    monotonic: float = 1_000.0
    during: list[Callable[[], None]] = field(default_factory=list)


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture(params=["before the API", "before everything"])
async def client(
    world: World, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> AsyncIterator[httpx.AsyncClient]:
    """Each test runs with the cache before the API, and with the one before all frameworks."""
    monkeypatch.setenv("REQUESTS_PER_MINUTE", "20")
    bind(People())
    routes = router("lists")

    @routes.get("/api/list")
    @public
    async def shared(request: Request) -> Response:
        with shareable(request, TOPIC) as sharing:
            world.reads += 1
            text = world.text
            for happens in world.during:
                happens()
            sharing.until(clock.now() + timedelta(seconds=world.seconds))
        return Response(text, media_type="text/plain")

    @routes.get("/api/list/{id}")
    @public
    async def shared_one(request: Request) -> Response:
        with shareable(request, TOPIC):
            world.reads += 1
        return Response(world.text, status_code=world.status, media_type="text/plain")

    @routes.get("/api/feed/{id}")
    @public
    async def feed(request: Request) -> Response:
        with shareable(request, TOPIC):
            world.reads += 1
        return Response(request.headers.get("cookie", "no cookie"), media_type="text/plain")

    @routes.get("/api/mine")
    @public
    async def private() -> str:
        world.reads += 1
        return world.text

    api = build_api([routes])
    cache = PublicCache(
        api, api.state.visitor_limiter, has_session, {"/api/feed"}, lambda: world.monotonic
    )
    whole: ASGIApp = Headers(cache)
    if request.param == "before everything":
        whole = OutermostCache(whole, has_session, cache)
    transport = httpx.ASGITransport(whole, raise_app_exceptions=False)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://localhost", headers={"accept-encoding": ""}
    ) as one:
        yield one


async def test_the_second_visitor_is_answered_from_memory(
    client: httpx.AsyncClient, world: World
) -> None:
    answers = [await client.get("/api/list") for _ in range(3)]
    assert [one.text for one in answers] == ["first"] * 3
    assert world.reads == 1
    assert answers[0].headers == answers[2].headers
    assert answers[0].headers["vary"] == "accept-encoding, cookie"


@pytest.mark.parametrize(
    ("known", "status"),
    [("{etag}", 304), ('"other", {etag}', 304), ("W/{etag}", 304), ("*", 304), ('"other"', 200)],
)
async def test_who_knows_the_answer_is_told_so(
    client: httpx.AsyncClient, world: World, known: str, status: int
) -> None:
    etag = (await client.get("/api/list")).headers["etag"]
    headers = {"if-none-match": known.format(etag=etag)}
    answer = await client.get("/api/list", headers=headers)
    assert (answer.status_code, world.reads) == (status, 1)
    assert answer.headers["etag"] == etag
    assert answer.text == ("" if status == 304 else "first")


async def test_a_change_ends_what_is_kept(client: httpx.AsyncClient, world: World) -> None:
    await client.get("/api/list")
    world.text = "second"
    freshness.bump(TOPIC)
    assert (await client.get("/api/list")).text == "second"


async def test_a_read_that_began_before_a_change_is_not_kept(
    client: httpx.AsyncClient, world: World
) -> None:
    world.during.append(lambda: freshness.bump(TOPIC))
    await client.get("/api/list")
    world.during.clear()
    world.text = "second"
    assert (await client.get("/api/list")).text == "second"
    assert world.reads == 2


@pytest.mark.parametrize(
    ("right_for", "passed", "reads"), [(100, 29, 1), (100, 31, 2), (5, 4, 1), (5, 6, 2), (-5, 0, 2)]
)
async def test_an_answer_is_kept_until_it_is_wrong_and_at_most_half_a_minute(
    client: httpx.AsyncClient, world: World, right_for: float, passed: float, reads: int
) -> None:
    world.seconds = right_for
    await client.get("/api/list")
    world.monotonic += passed
    await client.get("/api/list")
    assert world.reads == reads


async def test_a_session_is_never_answered_from_memory(
    client: httpx.AsyncClient, world: World
) -> None:
    await client.get("/api/list")
    for cookie in ("rb_session=x", "a=b; __Host-rb_session=x"):
        await client.get("/api/list", headers={"cookie": cookie})
    assert world.reads == 3
    await client.get("/api/list", headers={"cookie": "theme=dark"})
    assert world.reads == 3


async def test_what_a_member_got_is_kept_for_nobody(
    client: httpx.AsyncClient, world: World
) -> None:
    await client.get("/api/list", headers={"cookie": "rb_session=x"})
    await client.get("/api/list")
    assert world.reads == 2


@pytest.mark.parametrize("status", [204, 303, 404])
async def test_only_whole_answers_are_kept(
    status: int, client: httpx.AsyncClient, world: World
) -> None:
    world.status, world.text = status, ""
    for _ in range(2):
        assert (await client.get("/api/list/one")).status_code == status
    assert world.reads == 2


def test_of_several_last_moments_the_first_counts(still_clock: StillClock) -> None:
    sharing = Sharing()
    for seconds in (20, 10, 25):
        sharing.until(still_clock.now + timedelta(seconds=seconds))
    assert sharing.seconds == 10


async def test_members_share_a_feed_that_is_the_same_for_all(
    client: httpx.AsyncClient, world: World
) -> None:
    """A calendar of a thousand events takes half a second to write."""
    headers = {"cookie": "rb_session=x"}
    answers = [await client.get(f"/api/feed/1?{query}", headers=headers) for query in "ab"]
    answers.append(await client.get("/api/feed/1"))
    assert [one.text for one in answers] == ["no cookie"] * 3
    assert world.reads == 1


async def test_a_cookie_that_names_no_session_is_a_visitor_s(
    client: httpx.AsyncClient, world: World
) -> None:
    for cookie in ("", "rb_other=x"):
        await client.get("/api/list", headers={"cookie": cookie})
    assert world.reads == 1


async def test_what_a_route_does_not_share_is_not_kept(
    client: httpx.AsyncClient, world: World
) -> None:
    answers = [await client.get("/api/mine") for _ in range(2)]
    assert world.reads == 2
    assert "etag" not in answers[0].headers


async def test_every_query_has_its_own_answer(client: httpx.AsyncClient, world: World) -> None:
    for query in ("a=1", "a=2", "a=1"):
        await client.get(f"/api/list?{query}")
    assert world.reads == 2


async def test_an_id_in_another_spelling_takes_no_place(
    client: httpx.AsyncClient, world: World
) -> None:
    id_ = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
    for spelling, reads in ((id_, 1), (id_, 1), (id_.upper(), 2), (id_.upper(), 3), (id_, 3)):
        answer = await client.get(f"/api/list/{spelling}")
        assert (answer.text, world.reads) == (world.text, reads)


@pytest.fixture
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comes before `client`, because the client's cache is made with it."""
    monkeypatch.setattr(public_cache, "MOST_ENTRIES", 2)


async def test_memory_is_bounded(
    little_memory: None, client: httpx.AsyncClient, world: World
) -> None:
    for query in ("1", "2", "1", "3", "1", "2"):
        await client.get(f"/api/list?{query}")
    assert world.reads == 4  # 2 was the least recently asked, so it was dropped


async def test_answers_from_memory_count_against_the_limit(client: httpx.AsyncClient) -> None:
    statuses = [(await client.get("/api/list")).status_code for _ in range(21)]
    assert statuses[:20] == [200] * 20
    assert statuses[20] == 429


async def raw(client: httpx.AsyncClient, accepted: str, known: str = "") -> httpx.Response:
    """The answer to a client that takes these codings, with its bytes as they travel."""
    headers = {"accept-encoding": accepted, "if-none-match": known}
    async with client.stream("GET", "/api/list", headers=headers) as answer:
        answer._content = b"".join([part async for part in answer.aiter_raw()])
        return answer


@pytest.mark.parametrize(
    ("accepted", "coding", "unpack"),
    [
        ("gzip, br", "br", brotli.decompress),
        ("gzip", "gzip", gzip.decompress),
        ("br;q=0, gzip;q=0.5", "gzip", gzip.decompress),
    ],
)
async def test_a_long_answer_is_packed_for_those_who_unpack(
    client: httpx.AsyncClient,
    world: World,
    accepted: str,
    coding: str,
    unpack: Callable[[bytes], bytes],
) -> None:
    world.text = "park day " * 1_000
    for _from_memory in (False, True):
        answer = await raw(client, accepted)
        assert answer.headers["content-encoding"] == coding
        assert int(answer.headers["content-length"]) == len(answer.content) < 200
        assert unpack(answer.content).decode() == world.text
    assert "content-encoding" not in (await client.get("/api/list")).headers
    assert world.reads == 1


async def test_each_coding_has_its_own_tag(client: httpx.AsyncClient, world: World) -> None:
    world.text = "park day " * 1_000
    tags = {
        accepted: (await raw(client, accepted)).headers["etag"] for accepted in ("", "gzip", "br")
    }
    assert len(set(tags.values())) == 3
    for accepted, tag in tags.items():
        for known in tags.values():
            answer = await raw(client, accepted, known)
            assert answer.status_code == (304 if known == tag else 200)
            assert answer.headers["etag"] == tag
            assert answer.headers["vary"] == "accept-encoding, cookie"
            if known == tag:
                assert "content-encoding" not in answer.headers
                assert "content-length" not in answer.headers


async def test_a_short_answer_has_one_tag_for_everybody(client: httpx.AsyncClient) -> None:
    assert len({(await raw(client, one)).headers["etag"] for one in ("", "gzip", "br")}) == 1


async def known(scope: Scope, receive: Receive, send: Send) -> None:
    with shareable(Request(scope), TOPIC):
        answer = Response("the list")
    await answer(scope, receive, send)


@pytest.mark.parametrize("headers", [{"origin": "http://localhost"}, {"cookie": "rb_session=x"}])
async def test_who_names_an_origin_or_a_session_goes_the_whole_way(
    world: World, headers: dict[str, str]
) -> None:
    passed: list[str] = []

    cache = PublicCache(known, Limiter(100, 1), has_session)

    async def whole(scope: Scope, receive: Receive, send: Send) -> None:
        passed.append(scope["path"])
        await cache(scope, receive, send)

    transport = httpx.ASGITransport(OutermostCache(whole, has_session, cache))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        answers = [await client.get("/api/list") for _ in range(2)]
        assert len(passed) == 1
        assert "content-security-policy" in answers[1].headers
        await client.get("/api/list", headers=headers)
    assert len(passed) == 2


@pytest.mark.parametrize(("is_shared", "made"), [(True, 1), (False, 5)])
async def test_a_crowd_that_asks_for_the_same_waits_for_one_answer(
    is_shared: bool, made: int
) -> None:
    may_answer, asked = asyncio.Event(), 0

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal asked
        asked += 1
        await may_answer.wait()
        if is_shared:
            with shareable(Request(scope), TOPIC):
                pass
        await Response("the list")(scope, receive, send)

    transport = httpx.ASGITransport(PublicCache(slow, Limiter(100, 1), has_session))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        crowd = [asyncio.create_task(client.get("/api/list")) for _ in range(5)]
        await asyncio.sleep(0)
        may_answer.set()
        answers = [(await one).text for one in crowd]
    assert answers == ["the list"] * 5
    assert asked == made


async def test_a_crowd_is_not_held_up_by_one_that_fails() -> None:
    asked = 0

    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0)
        if asked == 1:
            raise RuntimeError("the first")
        await Response("the list")(scope, receive, send)

    cache = PublicCache(failing, Limiter(100, 1), has_session)
    transport = httpx.ASGITransport(cache, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        crowd = [asyncio.create_task(client.get("/api/list")) for _ in range(3)]
        statuses = [(await one).status_code for one in crowd]
    assert statuses == [500, 200, 200]


async def test_every_line_that_proxies_added_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    behind_one = get_settings().model_copy(update={"trusted_proxies": 1})
    monkeypatch.setattr(public_cache, "get_settings", lambda: behind_one)
    taken: list[str] = []

    class Counting(Limiter):
        def take(self, key: str, times: int = 1) -> None:
            taken.append(key)

    cache = PublicCache(known, Counting(1, 1), has_session)
    transport = httpx.ASGITransport(cache)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        for made_up in ("1.1.0.1", "1.1.0.2", "1.1.0.3"):
            lines = [("x-forwarded-for", made_up), ("x-forwarded-for", "6.6.6.6")]
            await client.get("/api/list", headers=lines)
    assert taken == ["6.6.6.6"] * 2


@pytest.mark.parametrize("path", ["/events/a\nb", "*"])
async def test_what_no_layer_of_ours_has_seen_is_completed_too(path: str) -> None:
    sent: list[Message] = []

    async def framework(scope: Scope, receive: Receive, send: Send) -> None:
        await Response("Not Found", 404)(scope, receive, send)

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    cache = PublicCache(framework, Limiter(100, 1), has_session)
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "client": None}
    await OutermostCache(framework, has_session, cache)({**scope, "headers": []}, receive, send)
    assert b"content-security-policy" in dict(sent[0]["headers"])
