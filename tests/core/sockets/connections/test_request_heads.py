"""A request with an endless head is refused before anything reads its lists."""

import pytest
from starlette.types import Message, Receive, Scope, Send

from rookiebattle.core.errors import HeadTooLong
from rookiebattle.core.sockets.connections import MOST_BYTES, ShortHeads

pytestmark = pytest.mark.anyio
START = {"http": "http.response.start", "websocket": "websocket.http.response.start"}


async def answers_to(kind: str, *headers: tuple[bytes, bytes], query: bytes = b"") -> list[Message]:
    """The messages that the layer sends itself; none when the application got the request."""
    sent: list[Message] = []

    async def app(_scope: Scope, _receive: Receive, _send: Send) -> None:
        """Take the request."""

    async def receive() -> Message:
        return {"type": f"{kind}.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    told = {"type": kind, "method": "GET", "path": "/events", "query_string": query}
    scope = {**told, "headers": [*headers], "extensions": {"websocket.http.response": {}}}
    await ShortHeads(app)(scope, receive, send)
    return sent


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_an_endless_head_is_refused_with_a_sentence(kind: str) -> None:
    half = b"a," * (MOST_BYTES // 4)
    start, body = await answers_to(kind, (b"accept-encoding", half), (b"cookie", half))
    assert (start["type"], start["status"]) == (START[kind], 431)
    assert body["body"].decode() == HeadTooLong.default
    if kind == "http":
        assert b"content-security-policy" in dict(start["headers"])


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_a_long_query_counts_too(kind: str) -> None:
    start, _body = await answers_to(kind, query=b"q" * (MOST_BYTES + 1))
    assert start["status"] == 431


@pytest.mark.parametrize("kind", ["http", "websocket", "lifespan"])
async def test_every_other_request_goes_on(kind: str) -> None:
    assert await answers_to(kind, (b"cookie", b"c" * 4096), query=b"q" * 4096) == []
