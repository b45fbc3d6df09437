"""Ending a session closes its sockets, and only its own."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from engineio.packet import Packet

from rookiebattle.core.edge import open_sockets
from rookiebattle.core.edge.open_sockets import OpenSockets

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Transport:
    """What socket.io stands on: closed for events, then told to hang up."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.queue = self

    async def close(self, *, wait: bool, abort: bool) -> None:
        assert abort
        assert not wait
        self.done.append("closed")

    async def put(self, packet: Packet | None) -> None:
        self.done.append(packet.encode() if packet else "hung up")


class Server:
    """Stands where socket.io would."""

    def __init__(self) -> None:
        self.eio = self.manager = self
        self.sockets = {f"transport-of-{sid}": Transport() for sid in "abc"}

    def eio_sid_from_sid(self, sid: str, _namespace: str) -> str | None:
        return None if sid == "gone" else f"transport-of-{sid}"

    def done(self, sid: str) -> list[str]:
        return self.sockets[f"transport-of-{sid}"].done


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
    assert server.done("a") == server.done("b") == ["closed", "2", "hung up"]
    assert server.done("c") == []
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
