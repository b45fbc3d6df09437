"""The time that the body of a request has."""

import asyncio
import weakref
from collections.abc import Sequence

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from rookiebattle.core.doors.http import StreamedFile
from rookiebattle.core.errors import TooSlow
from rookiebattle.core.serving import bodies
from rookiebattle.core.serving.bodies import Bodies

pytestmark = pytest.mark.anyio
LAST = {"type": "http.request", "body": b"z", "more_body": False}
PART = {"type": "http.request", "body": b"a", "more_body": True}
STORED = "/api/objects/content"
GONE = {"type": "http.disconnect"}


async def _length(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def _trusted(request: Request) -> Response:
    StreamedFile(request).trust()
    return await _length(request)


async def _at_once(request: Request) -> Response:
    await request.is_disconnected()
    return PlainTextResponse("at once")


async def _late(request: Request) -> Response:
    """The body is whole, and the answer takes longer than a body may."""
    await request.body()
    await asyncio.sleep(2 * bodies.BODY_SECONDS)
    return PlainTextResponse("late")


def layer() -> Bodies:
    paths = {
        "/length": _length,
        "/at-once": _at_once,
        "/late": _late,
        "/trusted": _trusted,
        f"{STORED}/stranger": _length,
        f"{STORED}/trusted": _trusted,
    }
    routes = [Route(path, answer, methods=["GET", "POST"]) for path, answer in paths.items()]
    return Bodies(Starlette(routes=routes))


async def asked(
    path: str, messages: Sequence[Message], *, method: str = "POST", pause: float = 0
) -> tuple[int, str, str]:
    """The status, the body and the Connection header. After `messages` nothing more arrives."""
    rest, sent = iter(messages), list[Message]()

    async def receive() -> Message:
        await asyncio.sleep(pause)
        if (message := next(rest, None)) is None:
            await asyncio.Event().wait()
        return message or {}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": []}
    await layer()(scope, receive, send)
    headers = dict(sent[0]["headers"])
    body = b"".join(message["body"] for message in sent[1:])
    return sent[0]["status"], body.decode(), headers.get(b"connection", b"").decode()


@pytest.fixture(autouse=True)
def short_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.2)


async def test_a_body_that_stops_is_given_up_with_a_sentence() -> None:
    assert await asked("/length", [PART]) == (408, TooSlow.default, "close")


async def test_a_body_that_drips_has_one_deadline_in_all() -> None:
    assert await asked("/length", [PART] * 1000, pause=0.02) == (408, TooSlow.default, "close")


async def test_an_awaited_file_has_more_time_the_more_of_it_arrives() -> None:
    # Each piece brings half a second more, which a busy machine does not use up.
    content = bytes(bodies.SLOWEST // 2)
    piece = {"type": "http.request", "body": content, "more_body": True}
    parts = [*[piece] * 20, LAST]
    status, length, _ = await asked(f"{STORED}/trusted", parts, pause=0.04)
    assert (status, length) == (200, str(20 * len(content) + 1))
    assert (await asked(f"{STORED}/trusted", [PART] * 1000, pause=0.02))[0] == 408
    for path in (f"{STORED}/stranger", "/trusted"):
        assert (await asked(path, parts, pause=0.04))[0] == 408


async def test_a_whole_body_is_heard() -> None:
    assert await asked("/length", [PART, PART, LAST]) == (200, "3", "")


async def test_an_answer_may_take_longer_than_a_body() -> None:
    assert await asked("/late", [PART, LAST]) == (200, "late", "")


async def test_a_body_that_nobody_reads_is_not_waited_for() -> None:
    assert await asked("/at-once", []) == (200, "at once", "")
    assert await asked("/length", [LAST], method="GET") == (200, "1", "")


async def test_an_application_that_keeps_the_request_keeps_no_connection() -> None:
    """As errors do, in cycles. Granian reads on until its own objects are gone."""
    kept: list[object] = []

    async def keeping(_scope: Scope, receive: Receive, send: Send) -> None:
        kept.extend((receive, send))
        await receive()

    class Granian:
        async def receive(self) -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(self, _message: Message) -> None: ...

    granian = Granian()
    is_alive = weakref.ref(granian)
    scope = {"type": "http", "method": "POST", "headers": []}
    await Bodies(keeping)(scope, granian.receive, granian.send)
    del granian
    assert is_alive() is None
    assert kept


async def test_a_client_that_went_away_is_the_applications_to_judge() -> None:
    with pytest.raises(Exception, match=r"^$|disconnect"):
        await asked("/length", [PART, GONE])
