"""The clock stands still in every test of registrations."""

import pytest

from tests.clocks import StillClock


@pytest.fixture(autouse=True)
def standing_still(still_clock: StillClock) -> None:
    """For tests without a world too."""
