"""A fresh database for each test, on SQLite and PostgreSQL, and a clock that stands still."""

import pytest

from rookiebattle.core.database.db import Database
from tests.clocks import StillClock
from tests.world import World


@pytest.fixture
def world(some_database: Database, still_clock: StillClock) -> World:
    return World(some_database)
