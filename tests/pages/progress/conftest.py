"""A world on SQLite and on PostgreSQL."""

import pytest

from rookiebattle.core.database.db import Database
from tests.clocks import StillClock
from tests.world import World


@pytest.fixture
def world(each_database: Database, still_clock: StillClock) -> World:
    return World(each_database)
