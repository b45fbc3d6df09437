"""The site's clock in a test: it stands still unless the test moves it."""

from datetime import UTC, datetime

import pytest

from rookiebattle.core import clock

NOW = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


class StillClock:
    """Sets the site's clock by an assignment to `now`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = NOW
        monkeypatch.setattr(clock, "now", lambda: self.now)
