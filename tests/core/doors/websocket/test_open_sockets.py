"""Ending a session closes its own sockets and no others."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from engineio import AsyncServer
from engineio.async_socket import AsyncSocket
from engineio.packet import PONG, Packet

from rookiebattle.core.doors import websocket
from rookiebattle.core.doors.websocket import OpenSockets
from rookiebattle.core.pushing import live

pytestmark = pytest.mark.anyio


class Transport:
    """The connection beneath socket.io. It notes that it was closed."""

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
    """Takes the place of the socket.io server."""

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


async def test_the_tabs_of_an_ended_session_hear_nothing_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A tab connects again within a moment, and its client need not say who it is."""
    watched = live.Subscriptions()
    monkeypatch.setattr(live, "_subscriptions", watched)
    sockets, app = OpenSockets(), an_app(Server(), "a")
    watched.watch("token", ["roster:7"], may_see_private=True)
    sockets.remember(app, "mine", "a")
    sockets.close("other")
    assert watched.subscribers(["roster:7"]) == ["token"]
    await asyncio.to_thread(sockets.close, "mine")
    assert watched.tabs() == []


class Busy:
    """A socket like granian's, which closes only while nothing waits for a frame of the client.

    The answer to a ping arrives, and is read, before the sender of the ping continues.
    """

    def __init__(self) -> None:
        self._frames: asyncio.Queue[str] = asyncio.Queue()
        self._nobody_waits = asyncio.Event()

    async def wait(self) -> str:
        self._nobody_waits.clear()
        frame = await self._frames.get()
        self._nobody_waits.set()
        return frame

    async def send(self, _text: str) -> None:
        self._frames.put_nowait(Packet(PONG).encode())
        for _ in range(20):
            await asyncio.sleep(0)

    async def close(self) -> None:
        await self._nobody_waits.wait()


async def test_a_page_that_answers_the_ping_at_once_is_dropped_as_well() -> None:
    transport = AsyncSocket(AsyncServer(async_mode="asgi"), "t")
    server, sockets = Server(), OpenSockets()
    server.sockets["transport-of-a"] = transport
    sockets.remember(an_app(server), "mine", "a")
    talking = asyncio.create_task(transport._websocket_handler(Busy()))
    await asyncio.sleep(0)
    sockets.close("mine")
    async with asyncio.timeout(15):
        await talking
    assert transport.closed


async def test_sockets_that_are_gone_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "SWEEP_EVERY", 10)
    sockets = OpenSockets()
    app = an_app(Server(), "s19")
    for number in range(20):
        sockets.remember(app, f"session-{number}", f"s{number}")
    assert sockets.of("session-3") == frozenset()
    assert sockets.of("session-19") == {"s19"}
    assert len(sockets._of_session) == 1
