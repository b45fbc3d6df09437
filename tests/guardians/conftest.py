"""A family in a fresh database, with a clock that stands."""

import pytest

from rookiebattle.core.database.db import Database
from tests.clocks import StillClock
from tests.guardians.family import Family


@pytest.fixture
def family(some_database: Database, still_clock: StillClock) -> Family:
    return Family(some_database)
