"""The HTTP door as the site mounts it, for people whose cookie is the name of their role."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import httpx
import pytest
from fastapi import APIRouter

from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.http import build_api
from rookiebattle.core.serving.public_cache import PublicCache
from tests.identities import People, bind, has_session

HOME = "http://localhost:8000"
ORIGIN = {"origin": HOME}


def as_(role: str) -> dict[str, str]:
    """The headers of a signed-in request."""
    return {} if role == "visitor" else {"cookie": f"rb_session={role}"}


@asynccontextmanager
async def opened_door(
    actor: Callable[[str], Actor],
    *routers: APIRouter,
    monkeypatch: pytest.MonkeyPatch,
    per_second: int = 10_000,
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the API behind its cache, usually without the limits for people."""
    monkeypatch.setenv("REQUESTS_PER_MINUTE", "10000")
    monkeypatch.setenv("EVENTS_PER_SECOND", str(per_second))
    bind(People(actor))
    api = build_api(routers)
    app = PublicCache(api, api.state.visitor_limiter, has_session)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=HOME, headers=ORIGIN) as client:
        yield client
