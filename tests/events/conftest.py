"""A small club: its members, a chapter in each of two zones, and its API."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.chapters.models import Chapter
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.db import Database
from rookiebattle.core.edge.http import build_api
from rookiebattle.core.edge.identity import use_identities
from rookiebattle.core.edge.public_cache import PublicCache
from rookiebattle.events import service
from rookiebattle.events.api import api as events_api
from rookiebattle.events.schemas import EventRead, EventWrite

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ORIGIN = {"origin": "http://localhost:8000"}

Create = Callable[..., EventRead]


@dataclass(frozen=True)
class Club:
    organiser: Actor
    member: Actor
    admin: Actor
    east: str
    central: str

    def actor(self, role: str) -> Actor:
        return VISITOR if role == "visitor" else getattr(self, role)


@pytest.fixture
def at_now(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Sunday, 1 March 2026, seven in the morning in Tampa."""
    monkeypatch.setattr(clock, "now", lambda: NOW)
    return NOW


@pytest.fixture
def club(database: Database, at_now: datetime) -> Club:
    with database.unit_of_work(write=True) as session:
        return populate(session)


def populate(session: Session) -> Club:
    """Three people and two chapters."""
    people = [User(first_name=name) for name in ("Olive", "Mo", "Ada")]
    chapters = [
        Chapter(name=name, city=name, state="FL", location="The park", time_zone=zone)
        for name, zone in (("Tampa", "America/New_York"), ("Pensacola", "America/Chicago"))
    ]
    session.add_all([*people, *chapters])
    session.flush()
    olive, mo, ada = (person.id for person in people)
    return Club(
        Actor(user_id=olive, session_key="o"),
        Actor(user_id=mo, session_key="m"),
        Actor(user_id=ada, session_key="a", is_admin=True),
        *(chapter.id for chapter in chapters),
    )


@pytest.fixture
def create(database: Database, club: Club) -> Create:
    """Creates an event of the organiser, a week from now unless told otherwise."""

    def created(**values: Any) -> EventRead:
        usual = {
            "title": "Park day",
            "event_type": "training",
            "start_date": (NOW + timedelta(days=7)).isoformat(),
        }
        with database.unit_of_work(write=True) as session:
            return service.create_event(
                session, club.organiser, values=EventWrite.model_validate({**usual, **values})
            )

    return created


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
    api = build_api([events_api])
    app = PublicCache(api, api.state.visitor_limiter, "rb_session")
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://localhost:8000", headers=ORIGIN
    ) as one:
        yield one


def as_(role: str) -> dict[str, str]:
    """The headers of a signed-in request."""
    return {} if role == "visitor" else {"cookie": f"rb_session={role}"}
