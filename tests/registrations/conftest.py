"""The clock stands still in every test of registrations; some have a site that takes cards."""

import pytest

from tests.clocks import StillClock
from tests.stripe_double.keys import take_cards


@pytest.fixture(autouse=True)
def standing_still(still_clock: StillClock) -> None:
    """Let the clock stand still, also in tests without a world."""


@pytest.fixture
def takes_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    take_cards(monkeypatch)
