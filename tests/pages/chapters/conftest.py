"""A chapter with people of all kinds, and a worker that knows them."""

from collections.abc import AsyncIterator

import pytest

from rookiebattle.core.db import Database
from rookiebattle.core.doors.identity import use_identities
from tests.members.club import ByCookie, Club, populate
from tests.tab import Worker, running_worker


@pytest.fixture
def club(database: Database) -> Club:
    return populate(database)


@pytest.fixture
async def worker(club: Club) -> AsyncIterator[Worker]:
    async with running_worker() as running:
        use_identities(ByCookie(club))
        yield running
