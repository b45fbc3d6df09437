"""The gate of an event, in a fresh database, with a clock that stands."""

import pytest

from rookiebattle.core.database.db import Database
from tests.clocks import StillClock
from tests.gate.park import Gate, gate_of


@pytest.fixture
def gate(some_database: Database, still_clock: StillClock) -> Gate:
    return gate_of(some_database, still_clock)
