"""The console's tests run on SQLite and on PostgreSQL."""

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.db import Database
from tests.clocks import StillClock
from tests.world import World


@pytest.fixture
def world(each_database: Database, still_clock: StillClock) -> World:
    return World(each_database)


@pytest.fixture
def ada(world: World) -> Actor:
    """An administrator."""
    return world.person(game_name="Ironwood", email="ada@example.org", is_admin=True)
