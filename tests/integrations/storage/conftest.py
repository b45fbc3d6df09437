"""Each kind of storage, with the way in which a browser reaches its signed addresses."""

from collections.abc import AsyncIterator

import httpx
import pytest

from rookiebattle.core.database.db import Database
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.uploads.api.content import api as content_api
from tests.club import Club
from tests.door import opened_door
from tests.integrations.storage.stores import Store
from tests.servers.storages import StorageServer


@pytest.fixture(params=["local", "moto", "rclone"])
async def store(
    request: pytest.FixtureRequest, database: Database, club: Club, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Store]:
    """The storage that the settings choose. The test runs with each kind."""
    kind: str = request.param
    if kind == "local":
        async with opened_door(club.actor, content_api, monkeypatch=monkeypatch) as client:
            yield Store(kind, storage(), client)
        return
    server: StorageServer = request.getfixturevalue(f"{kind}_server")
    server.choose(monkeypatch)
    async with httpx.AsyncClient(trust_env=False) as client:
        yield Store(kind, storage(), client)
