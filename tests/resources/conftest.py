"""A small club with a library, and its API."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.db import Database
from rookiebattle.core.edge.http import build_api
from rookiebattle.core.edge.identity import use_identities
from rookiebattle.core.edge.public_cache import PublicCache
from rookiebattle.resources import service
from rookiebattle.resources.api import api as resources_api
from rookiebattle.resources.schemas import ResourceRead, ResourceWrite

ORIGIN = {"origin": "http://localhost:8000"}
URL = "https://docs.example.org/guide"

Add = Callable[..., ResourceRead]


@dataclass(frozen=True)
class Club:
    member: Actor
    admin: Actor

    def actor(self, role: str) -> Actor:
        return VISITOR if role == "visitor" else getattr(self, role)


@pytest.fixture
def club(database: Database) -> Club:
    with database.unit_of_work(write=True) as session:
        people = [User(first_name=name) for name in ("Mo", "Ada")]
        session.add_all(people)
        session.flush()
        mo, ada = (person.id for person in people)
    member = Actor(user_id=mo, session_key="m", name="Mo")
    return Club(member, Actor(user_id=ada, session_key="a", is_admin=True, name="Ada"))


@pytest.fixture
def add(database: Database, club: Club) -> Add:
    """Adds a public training resource unless told otherwise."""

    def added(title: str = "Core Rules", **values: Any) -> ResourceRead:
        given = {"title": title, "external_url": URL, **values}
        with database.unit_of_work(write=True) as session:
            written = ResourceWrite.model_validate(given)
            return service.create_resource(session, club.admin, values=written)

    return added


class People:
    """The cookie names the role."""

    def __init__(self, club: Club) -> None:
        self._club = club

    async def resolve(self, cookie_header: str) -> Actor:
        role = cookie_header.partition("rb_session=")[2]
        return self._club.actor(role or "visitor")

    def refresh(self, session: Session, actor: Actor) -> Actor:
        return actor


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def client(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    """The API with its cache, as the site mounts it."""
    monkeypatch.setenv("REQUESTS_PER_MINUTE", "10000")
    monkeypatch.setenv("EVENTS_PER_SECOND", "10000")
    use_identities(People(club))
    api = build_api([resources_api])
    app = PublicCache(api, api.state.visitor_limiter, "rb_session")
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://localhost:8000", headers=ORIGIN
    ) as one:
        yield one


def as_(role: str) -> dict[str, str]:
    """The headers of a signed-in request."""
    return {} if role == "visitor" else {"cookie": f"rb_session={role}"}
