"""A world on SQLite and on PostgreSQL."""

import pytest

from rookiebattle.core.db import Database
from tests.registrations.world import World


@pytest.fixture
def world(each_database: Database, still_clock: None) -> World:
    return World(each_database)
