"""P1 and P2: both sides answer the same bytes, and a copy spares the database."""

import asyncio
import json

import httpx
import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from bench import data
from bench.app import around
from bench.baselines import api
from bench.rows.http import CACHED, list_path
from bench.statements import of_request, product_on


@pytest.fixture
def url(sqlite_url: str) -> str:
    data.fill(sqlite_url, data.Size(events=20, members=10, own=2, resources=0, media=0))
    return sqlite_url


async def _no_page(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise AssertionError("no page is asked for")


def _answer(app: ASGIApp) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as web:
            return await web.get(list_path(0))

    return asyncio.run(ask())


def test_the_baseline_of_the_list_answers_the_same_bytes(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with product_on(url):
        ours = _answer(around(_no_page))
    monkeypatch.setenv("BENCH_DATABASE_URL", url)
    monkeypatch.setenv("BENCH_FIELDS", ",".join(ours.json()[0]))
    theirs = _answer(api.make())
    assert json.loads(theirs.content) == ours.json()
    assert theirs.content == ours.content
    assert theirs.headers["x-total-count"] == ours.headers["x-total-count"] == "20"


def test_a_range_that_nobody_asked_for_is_read(url: str) -> None:
    with product_on(url):
        assert of_request(list_path(1))
        assert of_request(list_path(2))


def test_the_same_range_again_is_not(url: str) -> None:
    with product_on(url):
        assert of_request(CACHED, warm=True) == []
