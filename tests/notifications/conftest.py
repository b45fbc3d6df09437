"""Members of two chapters and of none, an administrator, and the API."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

import httpx
import pytest
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.db import Database, does_write
from rookiebattle.core.edge.http import build_api
from rookiebattle.core.edge.identity import use_identities
from rookiebattle.core.validation import parse
from rookiebattle.notifications import service
from rookiebattle.notifications.api import api as notifications_api
from rookiebattle.notifications.schemas import NotificationRead, NotificationWrite

NOW = datetime(2026, 3, 14, 16, tzinfo=UTC)
ORIGIN = {"origin": "http://localhost:8000"}
Result = TypeVar("Result")
Do = Callable[..., Any]
Tell = Callable[..., NotificationRead]


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

    def told(title: str = "Hello", **sent: Any) -> NotificationRead:
        values = parse(NotificationWrite, {"title": title, "message": "All of you.", **sent})
        read: NotificationRead = do(service.create_notification, club.admin, values=values)
        return read

    return told


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
    monkeypatch.setenv("EVENTS_PER_SECOND", "10000")
    use_identities(People(club))
    transport = httpx.ASGITransport(build_api([notifications_api]))
    async with httpx.AsyncClient(
        transport=transport, base_url="http://localhost:8000", headers=ORIGIN
    ) as one:
        yield one


def as_(role: str) -> dict[str, str]:
    """The headers of a signed-in request."""
    return {} if role == "visitor" else {"cookie": f"rb_session={role}"}
