"""A small club with events, and its API."""

from collections.abc import AsyncIterator

import httpx
import pytest

from rookiebattle.events.api import api as events_api
from tests.door import opened_door
from tests.events.club import Club, allow, at_now, club, create

__all__ = ["allow", "at_now", "club", "create"]


@pytest.fixture
async def client(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    async with opened_door(club.actor, events_api, monkeypatch=monkeypatch) as one:
        yield one
