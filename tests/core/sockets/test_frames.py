"""The frames that are let in through an open websocket."""

import asyncio
import time
import uuid
from typing import Any

import orjson
import pytest
from starlette.types import Message, Receive, Scope, Send

from rookiebattle.core.sockets import frames
from rookiebattle.core.sockets.connections import HOLDER, Holder
from rookiebattle.core.sockets.frames import (
    CONNECT,
    EVENT,
    LONGEST_PLACE,
    MOST_BYTES,
    MOST_CONNECTS,
    Frames,
    SocketClient,
    Traffic,
    WaitingEvents,
)
from tests.identities import composed
from tests.wire.socket_client import HYDRATE

pytestmark = pytest.mark.anyio
GOOD: dict[str, Any] = {"name": HYDRATE, "payload": {}, "router_data": {"asPath": "/events"}}


@pytest.fixture(autouse=True)
def registered() -> None:
    composed()  # the import fills the registry


def event(*parts: Any) -> str:
    return EVENT + orjson.dumps(parts).decode()


def connected() -> SocketClient:
    page = SocketClient(100)
    assert page.may_send(CONNECT)
    return page


def tower(height: int) -> Any:
    value: Any = "top"
    for _ in range(height):
        value = [value]
    return value


@pytest.mark.parametrize(
    "text",
    [
        "3",
        "41/_event,",
        event("event", GOOD),
        event("event", {"name": HYDRATE}),
        event("event", {"name": HYDRATE, "payload": {"braces": "{[" * 500}}),
        event("event", {**GOOD, "router_data": {"pathname": "/events", "query": {"a": "b"}}}),
        event("event", {**GOOD, "router_data": {"asPath": "/%5b?a=//[", "query": {"a": None}}}),
        # The page of an unknown path sends the parts of the path.
        event("event", {**GOOD, "router_data": {"query": {"splat": ["no", "such", "page"]}}}),
        event("client_error", {"message": "broken"}),
        CONNECT + orjson.dumps({"event": GOOD, "state_schema": "x"}).decode(),
    ],
)
def test_what_pages_send_passes(text: str) -> None:
    page = connected()
    assert page.may_send(text)
    assert page.is_for_somebody(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4",
        "9",
        "2probe",
        "40/admin,",
        '451-/_event,["event",{"_placeholder":true,"num":0}]',
        EVENT,
        EVENT + '["event",{',
        event("connect", {"QUERY_STRING": "token=x", "asgi.scope": {"headers": []}}),
        event("disconnect"),
        event("ping"),
        event("event"),
        event("event", GOOD, GOOD),
        event("event", [GOOD]),
        event("event", "text"),
        event("event", {"name": 1}),
        event("event", {**GOOD, "payload": []}),
        event("event", {**GOOD, "router_data": "x"}),
        event("event", {**GOOD, "router_data": {"query": "x"}}),
        event("event", {**GOOD, "router_data": {"asPath": 1}}),
        # Reflex fails at these: joined to the origin they are no address.
        event("event", {**GOOD, "router_data": {"asPath": "["}}),
        event("event", {**GOOD, "router_data": {"asPath": "\u2100"}}),
        event("event", {**GOOD, "router_data": {"query": {"event_id": 5}}}),
        event("event", {**GOOD, "router_data": {"query": {"event_id": ["x"]}}}),
        event("event", {**GOOD, "router_data": {"query": {"splat": [5]}}}),
        # Reflex keeps every other key of a tab, and every path that it once looked up.
        event("event", {**GOOD, "router_data": {"more": "x"}}),
        event("event", {**GOOD, "router_data": {"headers": {"cookie": "x"}}}),
        event("event", {**GOOD, "router_data": {"pathname": "/" * (LONGEST_PLACE + 1)}}),
        EVENT + '["event",{"name":"\\ud800"}]',
        event("event", {"name": HYDRATE, "payload": {"deep": tower(100)}}),
        event("event", {"name": HYDRATE, "payload": {"long": "x" * MOST_BYTES}}),
        CONNECT + "[]",
        CONNECT + '{"event":[]}',
        CONNECT + '{"event":{"name":"no.such.handler"}}',
    ],
)
def test_what_no_page_sends_is_refused(text: str) -> None:
    assert not connected().may_send(text)


def test_nothing_is_taken_before_the_page_has_connected() -> None:
    assert not SocketClient(100).may_send(event("event", GOOD))


def test_a_page_may_connect_again_a_few_times() -> None:
    page = SocketClient(100)
    assert all(page.may_send(CONNECT) for _ in range(MOST_CONNECTS))
    assert not page.may_send(CONNECT)


@pytest.mark.parametrize("name", ["no.such.handler", ""])
def test_an_event_that_nobody_handles_goes_nowhere(name: str) -> None:
    page, text = connected(), event("event", {"name": name})
    assert page.may_send(text)
    assert not page.is_for_somebody(text)


async def replay(texts: list[str], query: bytes) -> tuple[list[Message], list[Message]]:
    """The messages that reach the application behind the layer, and those for the client."""
    arriving = [{"type": "websocket.connect"}]
    arriving += [{"type": "websocket.receive", "text": text} for text in texts]
    got: list[Message] = []
    sent: list[Message] = []

    async def receive() -> Message:
        return arriving.pop(0) if arriving else {"type": "websocket.disconnect", "code": 1000}

    async def send(message: Message) -> None:
        sent.append(message)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while not got or got[-1]["type"] != "websocket.disconnect":
            got.append(await receive())

    scope = {"type": "websocket", "query_string": query, HOLDER: Holder("192.0.2.1")}
    await Frames(app)(scope, receive, send)
    return got, sent


async def test_a_bad_frame_ends_the_connection_for_both_sides() -> None:
    query = f"EIO=4&token={uuid.uuid4()}".encode()
    got, sent = await replay([CONNECT, "junk", event("event", GOOD)], query)
    assert [one["type"].partition(".")[2] for one in got] == ["connect", "receive", "disconnect"]
    assert sent == [{"type": "websocket.close", "code": 1008}]


@pytest.mark.parametrize(
    "query",
    [
        *(b"", b"token=", b"token=../../etc", b"token=%ff", b"\xff"),
        # `UUID` would read these, however long they are.
        b"token=" + b"%7B" * 1_000 + uuid.uuid4().hex.encode(),
        b"token=" + b"-" * 1_000 + uuid.uuid4().hex.encode(),
    ],
)
async def test_a_socket_without_a_tab_of_its_own_is_turned_away(query: bytes) -> None:
    got, sent = await replay([], query)
    assert (got, sent) == ([], [{"type": "websocket.close", "code": 1013}])


class Client:
    """The network of one socket: its frames arrive when a test puts them in."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[Message] = asyncio.Queue()
        self.sent: list[Message] = []
        self.reads = asyncio.Event()
        self.reads.set()

    def says(self, text: str) -> None:
        self.frames.put_nowait({"type": "websocket.receive", "text": text})

    async def send(self, message: Message) -> None:
        self.sent.append(message)
        await self.reads.wait()


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(frames, "JOIN_SECONDS", 0.05)
    return Client()


PLACES = 3


def traffic_of(client: Client) -> Traffic:
    return Traffic(
        SocketClient(1_000),
        client.frames.get,
        client.send,
        WaitingEvents(asyncio.Semaphore(PLACES)),
    )


CONNECTED = {"type": "websocket.send", "text": '40/_event,{"sid":"x"}'}
CLOSED = {"type": "websocket.close", "code": 1008}


async def test_a_socket_that_never_joins_is_closed_at_its_deadline(client: Client) -> None:
    traffic = traffic_of(client)
    # Answering pings is not joining.
    client.says("3")
    assert (await traffic.take())["text"] == "3"
    async with asyncio.timeout(30):
        assert (await traffic.take())["type"] == "websocket.disconnect"
    assert client.sent == [CLOSED]


async def test_a_connect_that_the_server_refused_is_not_joining(client: Client) -> None:
    traffic = traffic_of(client)
    client.says(CONNECT)
    await traffic.take()
    await traffic.give({"type": "websocket.send", "text": '44/_event,"Unable to connect"'})
    async with asyncio.timeout(30):
        assert (await traffic.take())["type"] == "websocket.disconnect"


async def test_joining_at_the_very_deadline_is_too_late_and_no_error(client: Client) -> None:
    traffic = traffic_of(client)
    waiting = asyncio.create_task(traffic.take())
    await settled()
    joining, failed = traffic.give(CONNECTED), list[Exception]()

    def join() -> None:
        try:
            joining.send(None)
        except StopIteration:
            pass
        except RuntimeError as error:
            failed.append(error)

    assert traffic._limit
    deadline = traffic._limit.when() or 0
    asyncio.get_running_loop().call_at(deadline + 0.001, join)
    # Both moments pass before the loop looks again, so it calls `join` right after the deadline,
    # before the wait for the client's frame learns of it.
    time.sleep(frames.JOIN_SECONDS * 2)  # the loop has to stand still
    assert (await waiting)["type"] == "websocket.disconnect"
    assert failed == []


async def test_a_page_that_has_joined_may_be_silent_until_it_leaves(client: Client) -> None:
    traffic = traffic_of(client)
    client.says(CONNECT)
    await traffic.take()
    # Engine.io waits for the next frame before the answer to the connect is sent.
    waiting = asyncio.create_task(traffic.take())
    await settled()
    await traffic.give(CONNECTED)
    done, _ = await asyncio.wait([waiting], timeout=0.2)
    assert not done
    client.says("41/_event,")
    assert (await waiting)["text"] == "41/_event,"
    async with asyncio.timeout(30):
        assert (await traffic.take())["type"] == "websocket.disconnect"
    assert client.sent == [CONNECTED, CLOSED]


async def test_nothing_is_taken_from_a_client_that_reads_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    traffic = traffic_of(client)
    client.says(CONNECT)
    await traffic.take()
    await traffic.give(CONNECTED)
    client.reads.clear()
    answering = asyncio.create_task(traffic.give({"type": "websocket.send", "text": "42…"}))
    await settled()
    later = time.monotonic() + 60
    monkeypatch.setattr(traffic, "_clock", lambda: later)
    client.says(event("event", GOOD))
    taking = asyncio.create_task(traffic.take())
    await settled()
    assert not taking.done(), "answers pile up for a client that reads none"
    client.reads.set()
    await answering
    assert (await taking)["text"] == event("event", GOOD)


async def test_of_too_many_events_the_next_one_waits_for_an_answer(client: Client) -> None:
    traffic = traffic_of(client)
    client.says(CONNECT)
    await traffic.take()
    await traffic.give(CONNECTED)
    for _ in range(PLACES + 1):
        client.says(event("event", GOOD))
    for _ in range(PLACES):
        await traffic.take()
    taking = asyncio.create_task(traffic.take())
    await settled()
    assert not taking.done()
    await traffic.give({"type": "websocket.send", "text": event("event", {"delta": {}})})
    assert (await taking)["text"] == event("event", GOOD)


async def settled() -> None:
    """Let every task run until it waits."""
    for _ in range(20):
        await asyncio.sleep(0)
