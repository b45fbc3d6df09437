"""A small club with a gallery, and its API."""

from collections.abc import AsyncIterator

import httpx
import pytest

from rookiebattle.media.api import api as media_api
from tests.door import opened_door
from tests.media.gallery import Club, add

__all__ = ["add"]


@pytest.fixture
async def client(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    async with opened_door(club.actor, media_api, monkeypatch=monkeypatch) as one:
        yield one
