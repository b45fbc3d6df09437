"""Requests are counted by route, method and status."""

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from rookiebattle.core.serving.measuring import ABORTED, Measuring
from rookiebattle.core.serving.route_names import OTHER, RouteNames
from rookiebattle.core.telemetry.metrics import REGISTRY

pytestmark = pytest.mark.anyio
NAMES = RouteNames(["/events/[event_id]"])
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
