"""A world per test, and a clock that stands still."""

import pytest

from rookiebattle.core import clock
from rookiebattle.core.db import Database
from tests.registrations.world import NOW, World


@pytest.fixture(autouse=True)
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)


@pytest.fixture
def world(database: Database) -> World:
    return World(database)
