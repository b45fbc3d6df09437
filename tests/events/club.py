"""The club early in March and its events, for the tests of events and of their page."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rookiebattle.core.database.db import Database
from rookiebattle.events import service
from rookiebattle.events.schemas import EventRead, EventWrite
from tests import club as small_club
from tests.clocks import StillClock
from tests.club import Club
from tests.world import World

__all__ = ["NOW", "Club", "Create", "at_now", "club", "create"]

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)

Create = Callable[..., EventRead]


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
