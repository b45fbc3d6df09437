"""A member with a second chapter to move to; and a chapter with people of all kinds."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx
import pytest

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.chapters.api import api as chapters_api
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.actor import Actor
from rookiebattle.core.db import Database
from rookiebattle.core.doors.http import build_api
from rookiebattle.core.doors.identity import use_identities
from rookiebattle.members.api import api as members_api
from tests.members.club import ByCookie, Club, populate
from tests.tab import Worker, running_worker


@dataclass(frozen=True)
class Maya:
    """The member and the ids of the two chapters."""

    actor: Actor
    chapter_id: str
    other_id: str


def _chapter(name: str) -> Chapter:
    zone = "America/New_York"
    return Chapter(name=name, city=name, state="FL", location="A park", time_zone=zone)


@pytest.fixture
def maya(each_database: Database) -> Maya:
    with each_database.unit_of_work(write=True) as session:
        tampa, miami = _chapter("Tampa"), _chapter("Miami")
        session.add_all([tampa, miami])
        session.flush()
        user = User(
            email="maya@example.org",
            first_name="Maya",
            last_name="Ortiz",
            game_name="Storm",
            bio="Since 2019.",
            age_band=AgeBand.ADULT,
            chapter_id=tampa.id,
        )
        session.add(user)
        session.flush()
        return Maya(Actor(user_id=user.id), tampa.id, miami.id)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def club(database: Database) -> Club:
    return populate(database)


@pytest.fixture
def each_club(each_database: Database) -> Club:
    return populate(each_database)


@pytest.fixture
async def client(club: Club) -> AsyncIterator[httpx.AsyncClient]:
    use_identities(ByCookie(club))
    transport = httpx.ASGITransport(build_api([chapters_api, members_api]))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as one:
        yield one


@pytest.fixture
async def worker(club: Club) -> AsyncIterator[Worker]:
    async with running_worker() as running:
        use_identities(ByCookie(club))
        yield running
