"""Requests are counted by route, method and status. Routes stay few, whatever is asked for."""

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from rookiebattle.core.serving.measuring import ABORTED, OTHER, Measuring, RouteNames
from rookiebattle.core.telemetry.metrics import REGISTRY
from tests.identities import composed

pytestmark = pytest.mark.anyio
NAMES = RouteNames(
    [
        *("/", "/events", "/events/[event_id]", "/cal/public.ics", "/cal/{event_id}.ics"),
        *("/cal/chapters/{chapter_id}.ics", "/api/first-data/{path:path}"),
        "/api/events/{event_id}/a",
    ]
)
EVENT = "/events/{event_id}"


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["path"].endswith("gone"):
        raise ConnectionError
    await PlainTextResponse("Hello", 418)(scope, receive, send)


def counted(route: str, method: str, status: str) -> float:
    labels = {"route": route, "method": method, "status": status}
    return REGISTRY.get_sample_value("rookiebattle_requests_total", labels) or 0.0


async def test_each_request_is_counted_once() -> None:
    kinds = [(EVENT, "GET", "418"), (EVENT, "POST", "418"), (OTHER, OTHER, "418")]
    kinds.append((EVENT, "GET", ABORTED))
    before = [counted(*kind) for kind in kinds]
    transport = httpx.ASGITransport(Measuring(answer, NAMES))
    async with httpx.AsyncClient(transport=transport, base_url="http://site") as client:
        for number in range(3):
            await client.get(f"/events/{number}")
        await client.post("/events/1")
        await client.request("BREW", "/coffee")
        with pytest.raises(ConnectionError):
            await client.get("/events/gone")
    after = [counted(*kind) for kind in kinds]
    assert [now - then for now, then in zip(after, before, strict=True)] == [3, 1, 1, 1]
    timed = REGISTRY.get_sample_value("rookiebattle_request_seconds_count", {"route": EVENT})
    assert timed
    assert timed >= 5


async def test_sockets_pass_uncounted() -> None:
    seen: list[str] = []

    async def socket(scope: Scope, _receive: Receive, _send: Send) -> None:
        seen.append(scope["type"])

    async def nothing(*_given: object) -> None:
        raise AssertionError

    await Measuring(socket, NAMES)({"type": "websocket"}, nothing, nothing)  # type: ignore[arg-type]  # never called
    assert seen == ["websocket"]


@pytest.mark.parametrize(
    ("path", "template"),
    [
        ("/", "/"),
        ("/events", "/events"),
        ("/events/", "/events"),
        ("/events/1a2b", "/events/{event_id}"),
        ("/events/1a2b/more", OTHER),
        ("/cal/public.ics", "/cal/public.ics"),
        ("/cal/1a2b.ics", "/cal/{event_id}.ics"),
        ("/cal/chapters/1.ics", "/cal/chapters/{chapter_id}.ics"),
        ("/api/first-data/events/1", "/api/first-data/{path:path}"),
        ("/api/events/1/a", "/api/events/{event_id}/a"),
        ("/api/events/1", OTHER),
        ("/assets/page-1a2b.js", "files"),
        ("/wp-login.php", OTHER),
        ("", "/"),
    ],
)
def test_a_path_has_the_template_of_its_route(path: str, template: str) -> None:
    assert NAMES.of(path) == template


def test_the_running_site_names_its_api_and_pages() -> None:
    names = composed().route_names()
    for path, template in (
        ("/api/events/1a2b/register", "/api/events/{event_id}/register"),
        ("/chapters/1a2b", "/chapters/{chapter_id}"),
        ("/api/health", "/api/health"),
        ("/admin/system", "/admin/system"),
    ):
        assert names.of(path) == template
