"""HEAD is answered like GET, without the body."""

from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from rookiebattle.core.serving.mount import HeadAsGet

pytestmark = pytest.mark.anyio


async def _words(_request: Request) -> Response:
    return PlainTextResponse("Many words", headers={"etag": '"1"'})


async def _write(_request: Request) -> Response:
    return PlainTextResponse("Written")


APP = Starlette(
    routes=[
        Route("/words", _words, methods=["GET"]),
        Route("/write", _write, methods=["POST"]),
    ]
)


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(HeadAsGet(APP))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as one:
        yield one


async def test_the_headers_are_those_of_get(client: httpx.AsyncClient) -> None:
    read, asked = await client.get("/words"), await client.head("/words")
    assert (asked.status_code, asked.headers, asked.content) == (200, read.headers, b"")
    assert asked.headers["content-length"] == "10"
    assert read.text == "Many words"


async def test_an_answer_in_parts_has_one_empty_end() -> None:
    sent: list[Message] = []

    async def in_parts(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"Many ", "more_body": True})
        await send({"type": "http.response.body", "body": b"words"})

    async def keep(message: Message) -> None:
        sent.append(message)

    async def nothing() -> Message:
        return {"type": "http.disconnect"}

    await HeadAsGet(in_parts)({"type": "http", "method": "HEAD"}, nothing, keep)
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert sent[1]["body"] == b""


@pytest.mark.parametrize(("path", "status"), [("/nothing", 404), ("/write", 405)])
async def test_what_get_does_not_find_head_does_not_either(
    path: str, status: int, client: httpx.AsyncClient
) -> None:
    assert (await client.head(path)).status_code == status


async def test_writing_passes_untouched(client: httpx.AsyncClient) -> None:
    assert (await client.post("/write")).text == "Written"
