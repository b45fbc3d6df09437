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
from rookiebattle.events import service
from rookiebattle.events.api import api as events_api
from rookiebattle.events.schemas import EventRead, EventWrite
from tests.door import opened_door

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)

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


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def client(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    async with opened_door(club.actor, events_api, monkeypatch=monkeypatch) as one:
        yield one
