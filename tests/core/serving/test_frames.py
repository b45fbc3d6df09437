"""The frames that are let in through an open websocket."""

import uuid
from typing import Any

import orjson
import pytest
from starlette.types import Message, Receive, Scope, Send

from rookiebattle.core.serving.frames import CONNECT, EVENT, MOST_BYTES, MOST_CONNECTS, Frames, Page
from tests.identities import composed
from tests.wire.socket_client import HYDRATE

pytestmark = pytest.mark.anyio
GOOD: dict[str, Any] = {"name": HYDRATE, "payload": {}, "router_data": {"asPath": "/events"}}


@pytest.fixture(autouse=True)
def registered() -> None:
    composed()  # the import fills the registry


def event(*parts: Any) -> str:
    return EVENT + orjson.dumps(parts).decode()


def connected() -> Page:
    page = Page(100)
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
    assert not Page(100).may_send(event("event", GOOD))


def test_a_page_may_connect_again_a_few_times() -> None:
    page = Page(100)
    assert all(page.may_send(CONNECT) for _ in range(MOST_CONNECTS))
    assert not page.may_send(CONNECT)


@pytest.mark.parametrize("name", ["no.such.handler", ""])
def test_an_event_that_nobody_handles_goes_nowhere(name: str) -> None:
    page, text = connected(), event("event", {"name": name})
    assert page.may_send(text)
    assert not page.is_for_somebody(text)


async def replay(texts: list[str], query: bytes) -> tuple[list[Message], list[Message]]:
    """What the application behind the layer receives, and what the client is sent."""
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

    await Frames(app)({"type": "websocket", "query_string": query}, receive, send)
    return got, sent


async def test_a_bad_frame_ends_the_connection_for_both_sides() -> None:
    query = f"EIO=4&token={uuid.uuid4()}".encode()
    got, sent = await replay([CONNECT, "junk", event("event", GOOD)], query)
    assert [one["type"].partition(".")[2] for one in got] == ["connect", "receive", "disconnect"]
    assert sent == [{"type": "websocket.close", "code": 1008}]


@pytest.mark.parametrize("query", [b"", b"token=", b"token=../../etc", b"token=%ff", b"\xff"])
async def test_a_socket_without_a_tab_of_its_own_is_turned_away(query: bytes) -> None:
    got, sent = await replay([], query)
    assert (got, sent) == ([], [{"type": "websocket.close", "code": 1013}])
