"""The administrator who uses the console."""

import pytest

from rookiebattle.core.actor import Actor
from tests.world import World


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(is_admin=True)
