"""Packing: the coding that a client takes, the answers that are packed and those that are not."""

import gzip
from collections.abc import AsyncIterator, Callable

import brotli
import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from rookiebattle.core.serving import packing
from rookiebattle.core.serving.mount import HeadAsGet
from rookiebattle.core.serving.packing import Packing, coding_for, pack

pytestmark = pytest.mark.anyio
TEXT = b"park day " * 1_000
JSON = {"content-type": "application/json"}
LEFT_ALONE = {
    "picture": (200, {"content-type": "image/png"}),
    "packed": (200, {**JSON, "content-encoding": "zstd"}),
    "tagged": (200, {**JSON, "etag": '"a"'}),
    "part": (206, {**JSON, "content-range": "bytes 0-8999/9001"}),
    "untyped": (200, {}),
}


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip, deflate", "gzip"),
        ("GZIP", "gzip"),
        ("br;q=0.5, gzip;q=0.8", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br; q=0.000, gzip ;q=0.1", "gzip"),
        ("gzip;q=0, *", "br"),
        ("*;q=0", ""),
        ("*", "br"),
        ("gzip;q=0.5, identity", ""),
        ("gzip, identity;q=0.5", "gzip"),
        ("gzip, identity", "gzip"),
        ("identity;q=0, gzip;q=0.1", "gzip"),
        ("gzip;q=nonsense", ""),
        ("gzip;q=²", ""),
        ("gzip;q=nan", ""),
        ("gzip;q=7", ""),
        ("brotli, x-gzip, deflate", ""),
        ("", ""),
        (",;q=1,", ""),
        ("gzip;q=1;q=0", "gzip"),
    ],
)
def test_the_best_coding_that_the_client_takes_is_chosen(accepted: str, coding: str) -> None:
    assert coding_for(accepted.encode("latin-1")) == coding.encode()


def test_an_endless_list_of_codings_is_not_read() -> None:
    endless = b"br," + b"x," * packing.LONGEST_ACCEPTED
    assert coding_for(endless) == packing.PLAIN


@pytest.mark.parametrize(
    ("coding", "unpack"), [(packing.BROTLI, brotli.decompress), (packing.GZIP, gzip.decompress)]
)
def test_what_is_packed_well_is_not_longer_and_unpacks_to_the_same(
    coding: bytes, unpack: Callable[[bytes], bytes]
) -> None:
    body = b"".join(b"<p>park day %d on the %d. of May</p>" % (n, n % 31) for n in range(400))
    quickly, well = pack(body, coding), pack(body, coding, thoroughly=True)
    assert len(well) <= len(quickly) < len(body) / 4
    assert unpack(well) == unpack(quickly) == body
    assert pack(body, coding) == quickly, "workers agree about the bytes"


async def _text(_request: Request) -> Response:
    return Response(TEXT, headers={**JSON, "vary": "cookie"})


async def _short(_request: Request) -> Response:
    return Response(TEXT[:1_000], headers=JSON)


async def _pieces(_request: Request) -> Response:
    return StreamingResponse(iter([TEXT, TEXT]), headers=JSON)


async def _as_told(request: Request) -> Response:
    status, headers = LEFT_ALONE[request.path_params["kind"]]
    return Response(TEXT, status, headers)


@pytest.fixture(params=[True, False], ids=["in a thread", "at once"])
async def client(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[httpx.AsyncClient]:
    monkeypatch.setattr(packing, "IN_A_THREAD", 0 if request.param else 1_000_000)
    routes = [
        Route("/text", _text, methods=["GET", "POST"]),
        Route("/short", _short),
        Route("/pieces", _pieces),
        Route("/{kind}", _as_told),
    ]
    transport = httpx.ASGITransport(HeadAsGet(Packing(Starlette(routes=routes))))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as one:
        yield one


async def raw(
    client: httpx.AsyncClient, path: str, accepted: str = "gzip", method: str = "GET"
) -> tuple[httpx.Headers, bytes]:
    """The headers and the bytes as they travel."""
    headers = {"accept-encoding": accepted}
    async with client.stream(method, path, headers=headers) as answer:
        return answer.headers, b"".join([part async for part in answer.aiter_raw()])


async def test_an_answer_is_packed_as_the_client_takes_it(client: httpx.AsyncClient) -> None:
    for accepted, unpack in (("gzip", gzip.decompress), ("gzip, br", brotli.decompress)):
        headers, body = await raw(client, "/text", accepted)
        assert unpack(body) == TEXT
        assert int(headers["content-length"]) == len(body) < 200
        assert headers["vary"] == "cookie, accept-encoding"
    headers, body = await raw(client, "/text", "")
    assert body == TEXT
    assert "content-encoding" not in headers
    assert headers["vary"] == "cookie, accept-encoding", "also the plain answer may vary"


async def test_head_has_the_headers_of_the_packed_answer(client: httpx.AsyncClient) -> None:
    packed, _ = await raw(client, "/text")
    assert await raw(client, "/text", method="HEAD") == (packed, b"")


@pytest.mark.parametrize("kind", LEFT_ALONE)
async def test_what_has_its_own_tag_coding_or_range_is_left_alone(
    client: httpx.AsyncClient, kind: str
) -> None:
    headers, body = await raw(client, f"/{kind}")
    assert body == TEXT
    assert headers.get("content-encoding", "zstd") == "zstd"
    assert "vary" not in headers


async def test_short_answers_pieces_and_posts_travel_as_they_are(
    client: httpx.AsyncClient,
) -> None:
    assert (await raw(client, "/short"))[1] == TEXT[:1_000]
    assert (await raw(client, "/pieces"))[1] == TEXT + TEXT
    assert (await raw(client, "/text", method="POST"))[1] == TEXT
