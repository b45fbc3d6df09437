"""Ending a session closes its sockets, and only its own."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from rookiebattle.core.edge import open_sockets
from rookiebattle.core.edge.open_sockets import OpenSockets

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Server:
    """Stands where socket.io would: which connections it was told to drop."""

    def __init__(self) -> None:
        self.dropped: list[str] = []
        self.eio = self.manager = self

    def eio_sid_from_sid(self, sid: str, _namespace: str) -> str | None:
        return None if sid == "gone" else f"transport-of-{sid}"

    async def disconnect(self, transport: str) -> None:
        self.dropped.append(transport)


def an_app(server: Server, *alive: str) -> Any:
    namespace = SimpleNamespace(sid_to_token=dict.fromkeys(alive, "token"))
    return cast("Any", SimpleNamespace(sio=server, event_namespace=namespace))


async def test_only_the_sockets_of_the_session_are_closed_from_any_thread() -> None:
    server, sockets = Server(), OpenSockets()
    app = an_app(server)
    for key, sid in [("mine", "a"), ("mine", "b"), ("mine", "gone"), ("other", "c")]:
        sockets.remember(app, key, sid)
    await asyncio.to_thread(sockets.close, "mine")
    await asyncio.to_thread(sockets.close, "unknown")
    for _ in range(5):
        await asyncio.sleep(0)
    assert sorted(server.dropped) == ["transport-of-a", "transport-of-b"]
    assert sockets.of("mine") == frozenset()
    assert sockets.of("other") == {"c"}


async def test_sockets_that_are_gone_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_sockets, "SWEEP_EVERY", 10)
    sockets = OpenSockets()
    app = an_app(Server(), "s19")
    for number in range(20):
        sockets.remember(app, f"session-{number}", f"s{number}")
    assert sockets.of("session-3") == frozenset()
    assert sockets.of("session-19") == {"s19"}
    assert len(sockets._of_session) == 1
