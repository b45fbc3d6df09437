"""A series keeps its wall-clock time, ends when it should, and is never too long."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookiebattle.core.errors import Invalid
from rookiebattle.events.models import Recurrence
from rookiebattle.events.recurrence import MOST_OCCURRENCES, Rule, at_wall_time, occurrences
from tests.events.zones import CHANGES, NAMES, Change

EAST = ZoneInfo("America/New_York")
WEEKLY, BIWEEKLY, MONTHLY, CUSTOM = (
    Recurrence.WEEKLY,
    Recurrence.BIWEEKLY,
    Recurrence.MONTHLY,
    Recurrence.CUSTOM,
)


def local(year: int, month: int, day: int, hour: int) -> datetime:
    return datetime(year, month, day, hour, tzinfo=EAST)


def days(start: datetime, rule: Rule, zone: ZoneInfo = EAST) -> list[str]:
    return [f"{one.astimezone(zone):%m-%d}" for one in occurrences(start, zone, rule)]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (Rule(WEEKLY, 1, date(2026, 1, 29)), ["01-08", "01-15", "01-22", "01-29"]),
        (Rule(WEEKLY, 1, date(2026, 1, 28)), ["01-08", "01-15", "01-22"]),
        (Rule(WEEKLY, 3, date(2026, 2, 28)), ["01-08", "01-29", "02-19"]),
        (Rule(BIWEEKLY, 1, date(2026, 2, 10)), ["01-08", "01-22", "02-05"]),
        (Rule(BIWEEKLY, 2, date(2026, 3, 10)), ["01-08", "02-05", "03-05"]),
        (Rule(MONTHLY, 1, date(2026, 4, 8)), ["01-08", "02-08", "03-08", "04-08"]),
        (Rule(MONTHLY, 2, date(2026, 5, 30)), ["01-08", "03-08", "05-08"]),
        (Rule(WEEKLY, 1, date(2026, 1, 8)), ["01-08"]),
        (Rule(CUSTOM, 1, date(2026, 1, 19), [0, 4]), ["01-08", "01-11", "01-15", "01-18"]),
        (Rule(CUSTOM, 2, date(2026, 1, 27), [2, 6]), ["01-10", "01-20", "01-24"]),
        (Rule(CUSTOM, 2, date(2026, 1, 29), [2]), ["01-13", "01-27"]),
        (Rule(CUSTOM, 1, date(2026, 1, 14), [3, 3]), ["01-14"]),
    ],
)
def test_the_days_of_a_series(rule: Rule, expected: list[str]) -> None:
    assert days(local(2026, 1, 8, 18), rule) == expected  # a Thursday


def test_months_without_the_day_are_skipped() -> None:
    rule = Rule(MONTHLY, 1, date(2026, 8, 31))
    assert days(local(2026, 1, 31, 18), rule) == ["01-31", "03-31", "05-31", "07-31", "08-31"]


def test_the_end_counts_in_the_zone_of_the_event() -> None:
    # 20:00 in Tampa is on the next day in UTC.
    start = local(2026, 1, 8, 20)
    assert days(start, Rule(WEEKLY, 1, date(2026, 1, 15))) == ["01-08", "01-15"]


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_a_practice_stays_at_its_hour_across_a_change_of_the_clock(change: Change) -> None:
    zone = ZoneInfo(change.zone)
    before = (change.at - timedelta(days=10)).astimezone(zone).replace(hour=18, minute=0)
    until = (change.at + timedelta(days=20)).astimezone(zone).date()
    starts = occurrences(before, zone, Rule(WEEKLY, 1, until))
    assert {(one.astimezone(zone).hour, one.astimezone(zone).minute) for one in starts} == {(18, 0)}
    gaps = {later - earlier for earlier, later in pairwise(starts)}
    assert gaps == {timedelta(weeks=1), timedelta(weeks=1) - change.jump}


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_a_time_that_does_not_exist_or_exists_twice_on_the_day(change: Change) -> None:
    """Ten minutes into the change: the time is skipped in spring and doubled in autumn."""
    zone = ZoneInfo(change.zone)
    skips = change.jump > timedelta()
    wall = (change.at.astimezone(zone) - (change.jump if skips else timedelta())).replace(
        tzinfo=None
    ) + timedelta(minutes=10)
    week_before = (wall - timedelta(weeks=1)).replace(tzinfo=zone)
    second = occurrences(week_before, zone, Rule(WEEKLY, 1, wall.date()))[1]
    if skips:
        assert second == change.at + timedelta(minutes=10)
        assert second.astimezone(zone).replace(tzinfo=None) == wall + change.jump
    else:
        assert second == change.at + change.jump + timedelta(minutes=10)
        assert second.astimezone(zone).replace(tzinfo=None) == wall


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (Rule(WEEKLY, 1, date(2026, 1, 7)), "must end on or after"),
        (Rule(WEEKLY, 1, date(2028, 1, 9)), "at most 2 years"),
        (Rule(CUSTOM, 1, date(2026, 2, 1)), "Choose the weekdays"),
        (Rule(CUSTOM, 1, date(2026, 1, 9), [6]), "must end on or after"),
        (Rule(CUSTOM, 1, date(2027, 1, 31), [1, 3]), "at most 104 events"),
    ],
)
def test_what_a_series_may_not_be(rule: Rule, sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        occurrences(local(2026, 1, 8, 18), EAST, rule)


def test_no_series_ends_after_the_last_year_of_the_calendar() -> None:
    start = local(2200, 12, 1, 18)
    assert len(occurrences(start, EAST, Rule(WEEKLY, 1, date(2200, 12, 31)))) == 5
    with pytest.raises(Invalid, match="must end in the year 2200 or before"):
        occurrences(start, EAST, Rule(WEEKLY, 1, date(2201, 1, 1)))


def test_exactly_104_events_are_still_a_series() -> None:
    rule = Rule(WEEKLY, 1, date(2026, 1, 8) + timedelta(weeks=103))
    assert len(occurrences(local(2026, 1, 8, 18), EAST, rule)) == MOST_OCCURRENCES
    with pytest.raises(Invalid, match="at most 104 events"):
        occurrences(
            local(2026, 1, 8, 18), EAST, replace(rule, last_day=rule.last_day + timedelta(weeks=1))
        )


def test_a_week_of_a_custom_series_begins_on_sunday() -> None:
    sundays_and_mondays = Rule(CUSTOM, 2, date(2026, 3, 20), [0, 1])
    assert days(local(2026, 3, 1, 18), sundays_and_mondays) == ["03-01", "03-02", "03-15", "03-16"]


def test_of_a_time_that_occurs_twice_the_first_is_meant() -> None:
    second = local(2026, 11, 1, 1).replace(minute=30, fold=1, tzinfo=None)
    assert at_wall_time(second, EAST) == datetime(2026, 11, 1, 5, 30, tzinfo=UTC)


def test_a_custom_series_without_weekdays_is_refused_at_its_field() -> None:
    with pytest.raises(Invalid) as refused:
        occurrences(local(2026, 1, 8, 18), EAST, Rule(CUSTOM, 1, date(2026, 2, 1)))
    assert list(refused.value.fields) == ["recurrenceDaysOfWeek"]


def test_two_years_after_a_leap_day_end_on_the_28th() -> None:
    start = local(2028, 2, 29, 18)
    assert occurrences(start, EAST, Rule(MONTHLY, 12, date(2030, 2, 28))) == [start]
    with pytest.raises(Invalid):
        occurrences(start, EAST, Rule(MONTHLY, 12, date(2030, 3, 1)))


rules = st.builds(
    Rule,
    pattern=st.sampled_from(Recurrence),
    interval=st.integers(1, 52),
    last_day=st.dates(date(2026, 1, 1), date(2028, 12, 31)),
    weekdays=st.lists(st.integers(0, 6), max_size=7),
)
starts = st.integers(0, 365 * 24 * 60 * 60).map(
    lambda seconds: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)


@given(start=starts, zone=st.sampled_from(NAMES).map(ZoneInfo), rule=rules)
def test_every_series_is_ordered_bounded_and_at_one_hour(
    start: datetime, zone: ZoneInfo, rule: Rule
) -> None:
    try:
        found = occurrences(start, zone, rule)
    except Invalid:
        return
    asked, first = start.astimezone(zone), found[0].astimezone(zone)
    if rule.pattern is CUSTOM:
        assert asked.date() <= first.date() < asked.date() + timedelta(weeks=1)
        assert all(one.astimezone(zone).isoweekday() % 7 in rule.weekdays for one in found)
    else:
        assert found[0] == start
    assert found == sorted(set(found))
    assert len(found) <= MOST_OCCURRENCES
    for one in found[1:]:
        there = one.astimezone(zone)
        assert first.date() < there.date() <= rule.last_day + timedelta(days=1)
        assert one == at_wall_time(datetime.combine(there.date(), asked.time()), zone)
