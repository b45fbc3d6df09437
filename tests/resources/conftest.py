"""A small club with a library, and its API."""

from collections.abc import AsyncIterator

import httpx
import pytest

from rookiebattle.resources.api import api as resources_api
from tests.door import opened_door
from tests.resources.library import Club, add

__all__ = ["add"]


@pytest.fixture
async def client(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    async with opened_door(club.actor, resources_api, monkeypatch=monkeypatch) as one:
        yield one
