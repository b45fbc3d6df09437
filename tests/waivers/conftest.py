"""The people who sign, and a clock that stands still."""

import pytest

from rookiebattle.core.database.db import Database
from tests.clocks import StillClock
from tests.waivers.signers import Do, Signers, assemble
from tests.world import World


@pytest.fixture
def world(some_database: Database, still_clock: StillClock) -> World:
    return World(some_database)


@pytest.fixture
def signers(world: World) -> Signers:
    return assemble(world)


@pytest.fixture
def do(world: World) -> Do:
    return world.do
