"""The club with its notifications, and the API."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from rookiebattle.core.database.db import Database
from rookiebattle.core.validation import parse
from rookiebattle.notifications import service
from rookiebattle.notifications.api import api as notifications_api
from rookiebattle.notifications.schemas import NotificationSaved, NotificationWrite
from tests.door import opened_door
from tests.notifications.club import Club, Do, Tell, assemble
from tests.world import World


@pytest.fixture
def club(some_database: Database) -> Club:
    return assemble(World(some_database))


@pytest.fixture
def do(some_database: Database) -> Do:
    return World(some_database).do


@pytest.fixture
def tell(do: Do, club: Club) -> Tell:
    """Create a notification for everybody; `sent` replaces the defaults."""

    def told(title: str = "Hello", **sent: Any) -> NotificationSaved:
        values = parse(NotificationWrite, {"title": title, "message": "All of you.", **sent})
        read: NotificationSaved = do(service.create_notification, club.admin, values=values)
        return read

    return told


@pytest.fixture
async def client(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    async with opened_door(club.actor, notifications_api, monkeypatch=monkeypatch) as one:
        yield one
