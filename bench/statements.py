"""Counts the SQL statements of requests to the product's API, answered in this process."""

import asyncio
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import httpx
import sqlalchemy as sa

from bench.app import around, compose, expire_copies, fill_limits, get_database, get_settings
from bench.lab import UNLIMITED


@contextmanager
def product_on(url: str) -> Iterator[None]:
    """Put the product together in this process with the settings and database of `url`."""
    before = dict(os.environ)
    os.environ.update({**UNLIMITED, "DATABASE_URL": url, "PUBLIC_URL": "http://localhost:8000"})
    _forget()
    compose()
    expire_copies()
    fill_limits()
    try:
        yield
    finally:
        get_database().dispose()
        os.environ.clear()
        os.environ.update(before)
        _forget()


def _forget() -> None:
    get_settings.cache_clear()
    get_database.cache_clear()


def of_request(
    path: str, headers: Mapping[str, str] | None = None, *, warm: bool = False
) -> list[str]:
    """The statements of one GET; with `warm`, of the second of two."""
    return asyncio.run(_of_request(path, headers or {}, warm))


async def _of_request(path: str, headers: Mapping[str, str], warm: bool) -> list[str]:
    seen: list[str] = []

    def note(_c: object, _cursor: object, statement: str, *_rest: object) -> None:
        if not statement.startswith(("BEGIN", "PRAGMA")):
            seen.append(statement)

    transport = httpx.ASGITransport(around(_no_page))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as client:
        if warm:
            first = await client.get(path, headers=dict(headers))
            headers = {**headers, "If-None-Match": first.headers.get("etag", "")}
        sa.event.listen(get_database().engine, "before_cursor_execute", note)
        answer = await client.get(path, headers=dict(headers))
        sa.event.remove(get_database().engine, "before_cursor_execute", note)
    answer.raise_for_status() if answer.status_code != 304 else None
    return seen


async def _no_page(*_args: object) -> None:
    raise RuntimeError("only the API is measured here")
