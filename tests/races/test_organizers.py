"""One organizer adds two series at the same moment, and only one of them is allowed."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.database import turns
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import TooManyRequests
from rookiebattle.events.models import Event
from rookiebattle.events.schemas import EventWrite
from rookiebattle.events.service import create_event
from rookiebattle.settings import get_settings
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.world import World

pytestmark = pytest.mark.race
WEEK = timedelta(weeks=1)


@pytest.fixture(autouse=True)
def _five_a_day(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("ORGANIZER_EVENTS_PER_DAY", "5")
    get_settings.cache_clear()
    yield
    get_settings.cache_clear()


def two_series_at_once(database: Database) -> int:
    """Returns how many events there are then."""
    world = World(database)
    maya, start = world.person(), clock.now() + WEEK
    series = EventWrite(
        title="Practice",
        event_type="training",
        start_date=start,
        is_recurring=True,
        recurrence_pattern="weekly",
        recurrence_days_of_week=[],
        recurrence_end_date=(start + 2 * WEEK).date(),
    )
    with ThreadPoolExecutor(1) as pool:
        with database.unit_of_work(write=True) as session:
            create_event(session, maya, values=series)
            other = pool.submit(world.do, create_event, maya, values=series)
            until_it_waits_or_is_done(database, other)
        if (refused := other.exception(PATIENCE)) and not isinstance(refused, TooManyRequests):
            raise refused
    with database.unit_of_work(write=False) as session:
        return session.scalar(sa.select(sa.func.count()).select_from(Event)) or 0


def test_the_limit_of_a_day_holds(each_database: Database) -> None:
    assert two_series_at_once(each_database) == 3


def test_without_taking_turns_both_are_added(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody_waits(_session: Session, _key: str) -> None:
        """Take no turn."""

    monkeypatch.setattr(turns, "take_turn", nobody_waits)
    assert two_series_at_once(postgres_database) == 6
