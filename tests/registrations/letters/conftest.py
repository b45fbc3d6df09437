"""A world, an administrator, and a letter box, for the tests of letters."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from tests.clocks import StillClock
from tests.letter_box import Received, received
from tests.registrations.letters.stage import Later
from tests.world import World


@pytest.fixture
def some_world(some_database: Database, still_clock: StillClock) -> World:
    return World(some_database)


@pytest.fixture
def boss(request: pytest.FixtureRequest) -> Callable[[World], Actor]:
    return lambda world: world.person(is_admin=True, email="boss@example.org")


@pytest.fixture
def letters(still_clock: StillClock) -> Later:
    """Moves the clock, usually by the time that letters wait, and returns what then arrives."""

    def after(pause: timedelta = timedelta(minutes=10)) -> list[Received]:
        still_clock.now += pause
        return [one for one in received() if not one.subject.startswith("You’re registered")]

    return after
