"""A small club with a library, and its API."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.db import Database
from rookiebattle.resources import service
from rookiebattle.resources.api import api as resources_api
from rookiebattle.resources.schemas import ResourceRecord, ResourceWrite
from tests.door import opened_door

URL = "https://docs.example.org/guide"

Add = Callable[..., ResourceRecord]


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

    def added(title: str = "Core Rules", **values: Any) -> ResourceRecord:
        given = {"title": title, "external_url": URL, **values}
        with database.unit_of_work(write=True) as session:
            written = ResourceWrite.model_validate(given)
            return service.create_resource(session, club.admin, values=written)

    return added


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def client(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    async with opened_door(club.actor, resources_api, monkeypatch=monkeypatch) as one:
        yield one
