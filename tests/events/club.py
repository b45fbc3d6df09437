"""The club early in March and its events, for the tests of events and of their page."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rookiebattle.core.database.db import Database
from rookiebattle.events import policy, service
from rookiebattle.events.schemas import EventRead, EventWrite
from rookiebattle.settings import get_settings
from tests import club as small_club
from tests.clocks import StillClock
from tests.club import Club
from tests.world import World

__all__ = ["NOW", "Allow", "Club", "Create", "allow", "at_now", "club", "create"]

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)

Create = Callable[..., EventRead]
Allow = Callable[..., None]


@pytest.fixture
def at_now(still_clock: StillClock) -> datetime:
    """The time of these tests: Sunday, March 1 2026, seven in the morning in Tampa."""
    still_clock.now = NOW
    return NOW


@pytest.fixture
def club(database: Database, at_now: datetime) -> Club:
    return small_club.assemble(World(database))


@pytest.fixture
def create(database: Database, club: Club) -> Create:
    """Create an event by the organizer, a week from now; `values` replace the defaults."""

    def created(**values: Any) -> EventRead:
        usual = {
            "title": "Park day",
            "event_type": "training",
            "start_date": (NOW + timedelta(days=7)).isoformat(),
        }
        with database.unit_of_work(write=True) as session:
            return service.create_event(
                session, club.organizer, values=EventWrite.model_validate({**usual, **values})
            )

    return created


@pytest.fixture
def allow(monkeypatch: pytest.MonkeyPatch) -> Allow:
    """Sets the limits of an organizer."""

    def allowing(coming: int = policy.MOST_COMING, **a_day: int) -> None:
        monkeypatch.setattr(policy, "MOST_COMING", coming)
        for name, most in a_day.items():
            monkeypatch.setenv(f"ORGANIZER_{name.upper()}_PER_DAY", str(most))
        get_settings.cache_clear()

    return allowing
