"""A fresh database for each test, on SQLite and PostgreSQL, and a clock that stands still."""

import pytest

from rookiebattle.core.db import Database
from tests.clocks import StillClock
from tests.world import World


@pytest.fixture
def world(each_database: Database, still_clock: StillClock) -> World:
    return World(each_database)
