"""Rows of these tests are of one kind of database: their statements name no dialect."""

import pytest

from rookiebattle.core.database.db import Database
from tests.world import World


@pytest.fixture
def world(some_database: Database) -> World:
    """On one kind of database, and the clock runs."""
    return World(some_database)
