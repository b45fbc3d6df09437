"""A member with a second chapter to move to, and a chapter with people of all kinds."""

from collections.abc import AsyncIterator

import httpx
import pytest

from rookiebattle.chapters.api import api as chapters_api
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.http import build_api
from rookiebattle.members.api.members import api as members_api
from tests.identities import bind_people
from tests.members.club import Club, Maya, club, populate, worker
from tests.world import World

__all__ = ["club", "worker"]


@pytest.fixture
def maya(some_database: Database) -> Maya:
    world = World(some_database)
    tampa, miami = world.chapter("Tampa"), world.chapter("Miami")
    actor = world.person(
        email="maya@example.org",
        first_name="Maya",
        last_name="Ortiz",
        game_name="Storm",
        bio="Since 2019.",
        chapter_id=tampa,
    )
    return Maya(actor, tampa, miami)


@pytest.fixture
def some_club(some_database: Database) -> Club:
    return populate(some_database)


@pytest.fixture
async def client(club: Club) -> AsyncIterator[httpx.AsyncClient]:
    bind_people(*club.people)
    transport = httpx.ASGITransport(build_api([chapters_api, members_api]))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as one:
        yield one


@pytest.fixture
def world(some_database: Database) -> World:
    """On one kind of database, and the clock runs."""
    return World(some_database)
