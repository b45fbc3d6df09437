"""Members of two chapters and of none, an administrator, and the API."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

import httpx
import pytest

from rookiebattle.accounts.models import User
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.db import Database, does_write
from rookiebattle.core.validation import parse
from rookiebattle.notifications import service
from rookiebattle.notifications.api import api as notifications_api
from rookiebattle.notifications.schemas import NotificationRecord, NotificationWrite
from tests.door import opened_door

NOW = datetime(2026, 3, 14, 16, tzinfo=UTC)
Result = TypeVar("Result")
Do = Callable[..., Any]
Tell = Callable[..., NotificationRecord]


@dataclass(frozen=True)
class Club:
    """Tess is in Tampa, Miles in Miami, Nora in none."""

    tess: Actor
    miles: Actor
    nora: Actor
    admin: Actor
    tampa: str
    miami: str

    def actor(self, role: str) -> Actor:
        return VISITOR if role == "visitor" else getattr(self, role)


def _chapter(name: str) -> Chapter:
    zone = "America/New_York"
    return Chapter(name=name, city=name, state="FL", location="A park", time_zone=zone)


def _actor(user: User) -> Actor:
    return Actor(
        user_id=user.id,
        session_key=user.first_name or "",
        is_admin=user.is_admin,
        chapter_id=user.chapter_id,
    )


@pytest.fixture
def club(each_database: Database) -> Club:
    """The tests with a club run on SQLite and on PostgreSQL."""
    with each_database.unit_of_work(write=True) as session:
        tampa, miami = _chapter("Tampa"), _chapter("Miami")
        session.add_all([tampa, miami])
        session.flush()
        people = [
            User(first_name="Tess", chapter_id=tampa.id),
            User(first_name="Miles", chapter_id=miami.id),
            User(first_name="Nora"),
            User(first_name="Ada", is_admin=True),
        ]
        session.add_all(people)
        session.flush()
        tess, miles, nora, ada = (_actor(one) for one in people)
        return Club(tess, miles, nora, ada, tampa.id, miami.id)


@pytest.fixture
def do(each_database: Database) -> Do:
    def doing(verb: Callable[..., Result], actor: Actor, **values: Any) -> Result:
        with each_database.unit_of_work(write=does_write(verb)) as session:
            return verb(session, actor, **values)

    return doing


@pytest.fixture
def tell(do: Do, club: Club) -> Tell:
    """Tells everybody something, unless told otherwise."""

    def told(title: str = "Hello", **sent: Any) -> NotificationRecord:
        values = parse(NotificationWrite, {"title": title, "message": "All of you.", **sent})
        read: NotificationRecord = do(service.create_notification, club.admin, values=values)
        return read

    return told


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def client(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    async with opened_door(club.actor, notifications_api, monkeypatch=monkeypatch) as one:
        yield one
