"""The watch over messages that do not end, on connections that this process reads itself."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from starlette.types import Message

from rookiebattle.core.sockets import unfinished
from rookiebattle.core.sockets.unfinished import Inbound, Unfinished

pytestmark = pytest.mark.anyio
WHOLE: Message = {"type": "websocket.receive", "text": "whole"}
ONE, ALL = 16 * 1024, 40 * 1024


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Unfinished:
    """A watch with small limits, which looks when the test says so."""
    monkeypatch.setattr(unfinished, "MOST_OF_ONE", ONE)
    monkeypatch.setattr(unfinished, "MOST_IN_ALL", ALL)
    monkeypatch.setattr(unfinished, "LOOK_SECONDS", 3600)
    return Unfinished()


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


class Connection:
    """Both ends of a connection. The watch finds it by the address of the client."""

    def __init__(self, watch: Unfinished, stack: ExitStack) -> None:
        self.client, self.server = stack.enter_context(connected())
        self.peer = self.client.getsockname()
        self.whole = stack.enter_context(watch.watched(self.peer, _whole))

    def arrive(self, count: int) -> None:
        """Let bytes arrive that the server reads, as granian reads a part of a message."""
        for _ in range(count // 1024):
            self.client.sendall(bytes(1024))
            self.server.recv(1024, socket.MSG_WAITALL)

    def is_open(self) -> bool:
        self.client.setblocking(False)
        try:
            return self.client.recv(1) != b""
        except BlockingIOError:
            return True
        finally:
            self.client.setblocking(True)


@contextmanager
def connected() -> Iterator[tuple[socket.socket, socket.socket]]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        client = socket.create_connection(listening.getsockname())
        server, _ = listening.accept()
    with client, server:
        yield client, server


async def _whole() -> Message:
    return WHOLE


async def test_too_much_of_a_message_ends_its_connection(
    watch: Unfinished, stack: ExitStack
) -> None:
    short, long = Connection(watch, stack), Connection(watch, stack)
    short.arrive(ONE)
    long.arrive(ONE + 1024)
    watch._look()
    assert (short.is_open(), long.is_open()) == (True, False)


async def test_a_whole_message_does_not_count(watch: Unfinished, stack: ExitStack) -> None:
    one = Connection(watch, stack)
    watch._look()
    for _ in range(3):
        one.arrive(ONE)
        assert (await one.whole())["text"] == "whole"
    watch._look()
    assert one.is_open()


async def test_bytes_that_the_system_holds_do_not_count(
    watch: Unfinished, stack: ExitStack
) -> None:
    one = Connection(watch, stack)
    one.client.sendall(bytes(ONE + 1024))
    watch._look()
    assert one.is_open()
    one.server.recv(ONE + 1024, socket.MSG_WAITALL)
    watch._look()
    assert not one.is_open()


async def test_bytes_that_arrived_before_a_whole_message_was_read_count_later(
    watch: Unfinished, stack: ExitStack
) -> None:
    one = Connection(watch, stack)
    watch._look()
    one.client.sendall(bytes(ONE + 1024))
    await one.whole()
    one.server.recv(ONE + 1024, socket.MSG_WAITALL)
    watch._look()
    assert not one.is_open()


async def test_all_connections_have_a_limit_together(watch: Unfinished, stack: ExitStack) -> None:
    """The largest ones are ended, and no more than necessary."""
    sizes = [8 * 1024, 15 * 1024, 12 * 1024, 14 * 1024]
    connections = [Connection(watch, stack) for _ in sizes]
    for one, size in zip(connections, sizes, strict=True):
        one.arrive(size)
    watch._look()
    assert [one.is_open() for one in connections] == [True, False, True, True]


async def test_a_descriptor_that_has_another_connection_now_is_left_alone() -> None:
    with connected() as (client, server):
        inbound = Inbound(("127.0.0.1", 1))
        inbound.descriptor = server.fileno()
        inbound.end()
        client.sendall(b"x")
        assert server.recv(1) == b"x"


async def test_a_closed_connection_is_looked_at_without_harm(
    watch: Unfinished, stack: ExitStack
) -> None:
    one = Connection(watch, stack)
    one.server.close()
    watch._look()


async def test_a_connection_that_closes_between_two_looks_does_not_shield_others(
    watch: Unfinished, stack: ExitStack
) -> None:
    """Granian closes a socket before the code behind it has ended."""
    gone, long = Connection(watch, stack), Connection(watch, stack)
    watch._look()
    gone.server.close()
    long.arrive(ONE + 1024)
    watch._look()
    assert not long.is_open()
    assert (await gone.whole())["text"] == "whole"


async def test_it_looks_again_and_again_while_a_socket_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unfinished, "LOOK_SECONDS", 0.02)
    watch = Unfinished()
    with ExitStack() as stack:
        one = Connection(watch, stack)
        for _ in range(5):
            one.arrive(unfinished.MOST_OF_ONE // 4)
            await asyncio.sleep(0.04)
        async with asyncio.timeout(30):
            while one.is_open():
                await asyncio.sleep(0.01)
    assert watch._next_look is None
    assert not watch._open


async def test_a_client_that_cannot_be_found_does_no_harm(watch: Unfinished) -> None:
    with watch.watched(("192.0.2.1", 1), _whole) as receive:
        await receive()
        watch._look()
        await receive()


async def test_a_connection_that_was_there_before_it_became_a_socket_is_found(
    watch: Unfinished, stack: ExitStack
) -> None:
    """A client may ask for a page first, and then for a socket on the same connection."""
    client, server = stack.enter_context(connected())
    Connection(watch, stack)
    watch._look()
    stack.enter_context(watch.watched(client.getsockname(), _whole))
    client.sendall(bytes(ONE + 1024))
    server.recv(ONE + 1024, socket.MSG_WAITALL)
    watch._look()
    assert client.recv(1) == b""


async def test_messages_from_before_the_first_look_do_not_count(
    watch: Unfinished, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    long: Message = {"type": "websocket.receive", "text": "x" * ONE}
    monkeypatch.setattr(f"{__name__}.WHOLE", long)
    one = Connection(watch, stack)
    for _ in range(3):
        one.arrive(ONE)
        await one.whole()
    watch._look()
    assert one.is_open()
    one.arrive(ONE)
    watch._look()
    assert one.is_open()
    one.arrive(1024)
    watch._look()
    assert not one.is_open()
