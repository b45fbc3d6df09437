"""The clock stands still in every test."""

import pytest

from tests.clocks import StillClock


@pytest.fixture(autouse=True)
def standing_still(still_clock: StillClock) -> None:
    """Also where a test has no world."""
