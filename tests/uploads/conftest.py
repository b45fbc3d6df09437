"""A small club with a folder for its files, and the API of uploads."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from rookiebattle import reactions
from rookiebattle.core.database.db import Database
from rookiebattle.uploads.api.content import api as content_api
from rookiebattle.uploads.api.files import api as files_api
from tests.club import Club
from tests.door import opened_door
from tests.uploads.stage import Uploads


@pytest.fixture
async def client(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    reactions.connect()
    async with opened_door(club.actor, files_api, content_api, monkeypatch=monkeypatch) as one:
        yield one


@pytest.fixture
def uploads(database: Database, club: Club, tmp_path: Path) -> Uploads:
    return Uploads(database, club.admin, tmp_path)
