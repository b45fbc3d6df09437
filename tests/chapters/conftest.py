"""A club with people and chapters, and its API behind the cache."""

from collections.abc import AsyncIterator

import httpx
import pytest

from rookiebattle.chapters.api import api as chapters_api
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from tests.door import opened_door

ACTORS = {
    "visitor": VISITOR,
    "member": Actor(user_id="m", session_key="m"),
    "admin": Actor(user_id="a", session_key="a", is_admin=True),
}


@pytest.fixture
async def client(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[httpx.AsyncClient]:
    async with opened_door(ACTORS.__getitem__, chapters_api, monkeypatch=monkeypatch) as one:
        yield one
