"""A club with people and chapters, and its API behind its cache."""

from collections.abc import AsyncIterator

import httpx
import pytest
from sqlalchemy.orm import Session

from rookiebattle.chapters.api import api as chapters_api
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.db import Database
from rookiebattle.core.edge.http import build_api
from rookiebattle.core.edge.identity import use_identities
from rookiebattle.core.edge.public_cache import PublicCache

ORIGIN = {"origin": "http://localhost:8000"}
ACTORS = {
    "visitor": VISITOR,
    "member": Actor(user_id="m", session_key="m"),
    "admin": Actor(user_id="a", session_key="a", is_admin=True),
}


class People:
    """The cookie names the role."""

    async def resolve(self, cookie_header: str) -> Actor:
        return ACTORS[cookie_header.partition("rb_session=")[2] or "visitor"]

    def refresh(self, session: Session, actor: Actor) -> Actor:
        return actor


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def client(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[httpx.AsyncClient]:
    monkeypatch.setenv("REQUESTS_PER_MINUTE", "10000")
    monkeypatch.setenv("EVENTS_PER_SECOND", "10000")
    use_identities(People())
    api = build_api([chapters_api])
    app = PublicCache(api, api.state.visitor_limiter, "rb_session")
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://localhost:8000", headers=ORIGIN
    ) as one:
        yield one


def as_(role: str) -> dict[str, str]:
    """The headers of a signed-in request."""
    return {} if role == "visitor" else {"cookie": f"rb_session={role}"}
