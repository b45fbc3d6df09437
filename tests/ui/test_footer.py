"""The footer of every page."""

from datetime import UTC, datetime

import pytest

from rookiebattle.core import clock
from rookiebattle.ui.footer import site_footer


def test_the_copyright_names_the_year_of_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: datetime(2031, 3, 1, tzinfo=UTC))
    assert "\\u00a9 2031 " in str(site_footer())
