"""Upcoming, future, current: Python and SQL give the same answer, to the second."""

from datetime import datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from rookiebattle.core.database.db import Database
from rookiebattle.events.queries import events
from rookiebattle.events.when import (
    is_before_notice,
    is_current_or_future,
    is_future,
    is_running,
    later,
    right_until,
    turns_at,
)
from tests.clocks import NOW
from tests.events.club import Create
from tests.events.zones import CHANGES, Change

SECOND, DAY = timedelta(seconds=1), timedelta(hours=24)


@pytest.mark.parametrize("change", CHANGES, ids=str)
@pytest.mark.parametrize("off", [-SECOND, timedelta(), SECOND])
def test_a_day_before_is_24_hours_also_when_the_clock_changes(
    change: Change, off: timedelta
) -> None:
    now = (change.at - DAY / 2).astimezone(ZoneInfo(change.zone))
    start = (change.at + DAY / 2 + off).astimezone(ZoneInfo(change.zone))
    assert is_before_notice(start, now) is (off > timedelta())


@pytest.mark.parametrize("off", [-SECOND, timedelta(), SECOND])
def test_sql_and_python_agree(
    database: Database, create: Create, at_now: datetime, off: timedelta
) -> None:
    soon = create(start_date=(at_now + DAY + off).isoformat())
    begun = create(start_date=(at_now + off).isoformat())
    over = create(start_date=(at_now - 2 * timedelta(hours=1) + off).isoformat())
    start, end = events.c.start_at, events.c.end_at
    with database.unit_of_work(write=False) as session:
        for event, condition, expected in (
            (soon, is_before_notice(start, at_now), is_before_notice(soon.start_date, at_now)),
            (begun, is_future(start, at_now), is_future(begun.start_date, at_now)),
            (over, is_current_or_future(end, at_now), is_current_or_future(over.end_date, at_now)),
        ):
            found = session.execute(sa.select(condition).where(events.c.id == event.id)).scalar()
            assert bool(found) is expected
    assert is_before_notice(soon.start_date, at_now) is (off > timedelta())
    assert is_future(begun.start_date, at_now) is (off > timedelta())
    assert is_current_or_future(over.end_date, at_now) is (off >= timedelta())


@pytest.mark.parametrize(
    ("hours", "turn"),
    [
        (30, "2026-03-01T12:00:00+00:00"),
        (23, "2026-03-02T12:00:00+00:00"),
        (-1, "2026-03-02T14:00:00+00:00"),
        (-3, ""),
    ],
)
def test_a_page_is_told_when_it_shows_something_else_by_itself(hours: int, turn: str) -> None:
    start = datetime(2026, 3, 2, 7, tzinfo=ZoneInfo("America/New_York"))
    told = SimpleNamespace(start_date=start, end_date=start + timedelta(hours=2))
    assert turns_at(told, start - timedelta(hours=hours)) == turn


@pytest.mark.parametrize(
    ("now", "runs"), [(-SECOND, False), (timedelta(), True), (DAY, True), (DAY + SECOND, False)]
)
def test_an_event_runs_from_its_start_to_its_end(now: timedelta, runs: bool) -> None:
    assert is_running(NOW, NOW + DAY, NOW + now) is runs


def test_two_instants_of_one_zone_are_compared_in_utc() -> None:
    """In the hour that the clock shows twice, the first 1:45 comes before the second 1:30."""
    first = datetime(2026, 11, 1, 1, 45, tzinfo=ZoneInfo("America/New_York"))
    second = first.replace(minute=30, fold=1)
    assert is_future(second, first)
    assert not is_future(first, second)
    assert not is_current_or_future(first, second)


def test_a_sentence_is_right_until_an_instant_that_is_still_to_come() -> None:
    event = SimpleNamespace(start_date=NOW + DAY, end_date=NOW + 2 * DAY)
    assert right_until([event], NOW) == NOW + DAY
    assert right_until([event], NOW + 2 * DAY) is None


@pytest.mark.parametrize(
    ("than", "found"), [(-DAY, timedelta()), (timedelta(), SECOND), (DAY, DAY + SECOND)]
)
def test_what_comes_later_is_later_also_by_a_clock_that_was_set_back(
    than: timedelta, found: timedelta
) -> None:
    assert later(NOW, than=NOW + than) == NOW + found
