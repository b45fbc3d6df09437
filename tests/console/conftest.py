"""A world with an administrator, for the tests of the console."""

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from tests.clocks import StillClock
from tests.world import World


@pytest.fixture
def world(some_database: Database, still_clock: StillClock) -> World:
    return World(some_database)


@pytest.fixture
def ada(world: World) -> Actor:
    """An administrator."""
    return world.person(game_name="Ironwood", email="ada@example.org", is_admin=True)
