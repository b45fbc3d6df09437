"""The clock stands still in every test of registrations."""

import pytest

from tests.clocks import StillClock


@pytest.fixture(autouse=True)
def standing_still(still_clock: StillClock) -> None:
    """Let the clock stand still, also in tests without a world."""
