"""The site's clock in tests: standing still, or beginning at noon where the club is."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from rookiebattle.core import clock

NOW = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
ZONE = ZoneInfo("America/New_York")


class StillClock:
    """Sets the site's clock by an assignment to `now`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = NOW
        monkeypatch.setattr(clock, "now", lambda: self.now)


def seconds_to_noon() -> float:
    """How far the clock of a run is ahead: it begins at noon, far from the edge of a day."""
    now = datetime.now(ZONE)
    return (datetime.combine(now.date(), time(12), ZONE) - now).total_seconds()
