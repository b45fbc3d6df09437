"""The length of an event, what is refused, and how the dates of a series move."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from rookiebattle.core.errors import Invalid
from rookiebattle.core.schemas import LAST_YEAR
from rookiebattle.events import timing
from rookiebattle.events.models import Recurrence
from rookiebattle.events.recurrence import Rule
from rookiebattle.events.schemas import EventWrite
from rookiebattle.events.when import LONGEST
from tests.clocks import NOW
from tests.events.zones import CHANGES, Change

NEW_YORK, TOKYO = ZoneInfo("America/New_York"), ZoneInfo("Asia/Tokyo")
HOUR, SECOND, DAY = timedelta(hours=1), timedelta(seconds=1), timedelta(days=1)
# A Friday in New York, and a Saturday in Tokyo.
FRIDAY = datetime(2026, 3, 6, 20, tzinfo=NEW_YORK)


def written(**values: Any) -> EventWrite:
    """An organizer's weekly series."""
    usual: dict[str, Any] = {
        "start_date": FRIDAY,
        "is_recurring": True,
        "recurrence_pattern": Recurrence.WEEKLY,
        "recurrence_interval": 1,
        "recurrence_days_of_week": [],
        "recurrence_end_date": date(2026, 4, 1),
    }
    return EventWrite.model_construct(**{**usual, **values})


def refused_field(refused: pytest.ExceptionInfo[Invalid]) -> list[str]:
    return list(refused.value.fields)


def test_an_event_lasts_as_long_as_it_says_or_until_its_end_or_two_hours() -> None:
    assert timing.length(NOW, NOW + HOUR, Decimal("1.5")) == timedelta(minutes=90)
    assert timing.length(NOW, NOW + HOUR, None) == HOUR
    assert timing.length(NOW, None, None) == 2 * HOUR
    assert timing.length(NOW, None, None, otherwise=DAY) == DAY
    assert timing.length(NOW, NOW + LONGEST, None) == LONGEST


@pytest.mark.parametrize("end", [NOW - HOUR, NOW, NOW + LONGEST + SECOND])
def test_an_end_before_the_start_or_much_later_is_refused(end: datetime) -> None:
    with pytest.raises(Invalid) as refused:
        timing.length(NOW, end, None)
    assert refused_field(refused) == ["endDate"]


def test_no_event_ends_after_the_last_year() -> None:
    timing.refuse_too_late(datetime(LAST_YEAR, 12, 31, tzinfo=UTC))
    with pytest.raises(Invalid) as refused:
        timing.refuse_too_late(datetime(LAST_YEAR + 1, 1, 1, tzinfo=UTC))
    assert refused_field(refused) == ["startDate"]


def test_an_instant_has_no_fraction_of_a_second() -> None:
    assert timing.whole_seconds(NOW.replace(microsecond=999_999)) == NOW


def test_an_event_that_does_not_repeat_has_no_rule_and_one_start() -> None:
    assert timing.rule_of(written(is_recurring=False), NEW_YORK) is None
    assert timing.starts(FRIDAY, NEW_YORK, None) == [FRIDAY]


@pytest.mark.parametrize(
    ("end", "last_day"),
    [
        (date(2026, 4, 1), date(2026, 4, 1)),
        (datetime(2026, 4, 1, 2, tzinfo=UTC), date(2026, 3, 31)),
    ],
)
def test_a_series_ends_on_a_day_of_its_zone(end: date, last_day: date) -> None:
    rule = timing.rule_of(written(recurrence_end_date=end, recurrence_interval=2), NEW_YORK)
    assert rule == Rule(Recurrence.WEEKLY, 2, last_day, [])
    assert timing.starts(FRIDAY, NEW_YORK, rule)[1] == FRIDAY + 14 * DAY


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"recurrence_pattern": None}, "recurrencePattern"),
        ({"recurrence_end_date": None}, "recurrenceEndDate"),
        ({"recurrence_days_of_week": [6]}, "recurrenceDaysOfWeek"),
        ({"recurrence_days_of_week": [5, 6]}, "recurrenceDaysOfWeek"),
    ],
)
def test_what_a_series_lacks_or_would_ignore_is_refused(values: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refused:
        timing.rule_of(written(**values), NEW_YORK)
    assert refused_field(refused) == [field]


@pytest.mark.parametrize(
    ("pattern", "start", "days"),
    [
        (Recurrence.WEEKLY, FRIDAY, [5]),
        (Recurrence.WEEKLY, FRIDAY + 2 * DAY, [0]),
        (Recurrence.CUSTOM, FRIDAY, [1, 6]),
    ],
)
def test_the_weekday_of_the_first_date_and_those_of_a_custom_series_are_taken(
    pattern: Recurrence, start: datetime, days: list[int]
) -> None:
    sent = written(recurrence_pattern=pattern, start_date=start, recurrence_days_of_week=days)
    rule = timing.rule_of(sent, NEW_YORK)
    assert rule is not None
    assert rule.weekdays == days


def shifted(new: datetime | None, other: datetime, becomes: ZoneInfo = NEW_YORK) -> datetime:
    """Another start of the series after the first was moved from Friday at eight to `new`."""
    return timing.moved(other, timing.move(FRIDAY, new, NEW_YORK, becomes))


def test_a_day_later_is_a_day_later_also_across_the_change_of_the_clock() -> None:
    """Clocks go forward on Sunday, March 8: by the wall, Sunday at eight is 23 hours after."""
    saturday = FRIDAY + DAY
    assert shifted(FRIDAY + DAY, saturday) == datetime(2026, 3, 8, 20, tzinfo=NEW_YORK)
    assert shifted(FRIDAY + DAY, saturday).hour == 0


@pytest.mark.parametrize("change", CHANGES, ids=str)
@pytest.mark.parametrize("days", [-7, -1, 1, 7])
def test_a_series_that_moves_by_days_keeps_its_hour_when_the_clock_changes(
    change: Change, days: int
) -> None:
    zone = ZoneInfo(change.zone)
    six = datetime.combine(change.at.astimezone(zone), time(18))
    for edited in range(-3, 4):
        old, new = (_at(six + moved * DAY, zone) for moved in (edited, edited + days))
        move = timing.move(old, new, zone, zone)
        for place in range(-3, 4):
            start, wanted = (_at(six + moved * DAY, zone) for moved in (place, place + days))
            assert timing.moved(start, move) == wanted


def _at(wall: datetime, zone: ZoneInfo) -> datetime:
    return wall.replace(tzinfo=zone).astimezone(UTC)


def test_a_changed_time_of_day_is_meant_for_the_whole_series() -> None:
    at_noon = datetime(2026, 3, 20, 12, tzinfo=NEW_YORK)
    assert shifted(FRIDAY - HOUR, at_noon) == at_noon.replace(hour=19)
    assert shifted(FRIDAY + DAY - HOUR, at_noon) == at_noon.replace(day=21, hour=19)


def test_without_a_move_a_start_stays_as_it_is() -> None:
    other = datetime(2026, 3, 20, 12, 30, 15, tzinfo=NEW_YORK)
    assert shifted(None, other) is other
    assert shifted(FRIDAY, other) is other


def test_another_zone_keeps_the_time_on_the_wall() -> None:
    other = datetime(2026, 3, 20, 12, tzinfo=NEW_YORK)
    in_tokyo = FRIDAY.replace(tzinfo=TOKYO)
    assert shifted(in_tokyo, other, TOKYO) == other.replace(tzinfo=TOKYO)
    assert shifted(in_tokyo + DAY, other, TOKYO) == other.replace(day=21, tzinfo=TOKYO)


def test_a_zone_alone_moves_the_wall_and_not_the_instant() -> None:
    move = timing.move(FRIDAY, None, NEW_YORK, TOKYO)
    assert (move.by, move.days, move.to) == (14 * HOUR, 1, None)
    assert timing.moved(FRIDAY, move) == FRIDAY


@pytest.mark.parametrize(
    ("new", "days", "to"),
    [
        (FRIDAY + 2 * DAY, 2, None),
        (FRIDAY + HOUR, 0, time(21)),
        (FRIDAY - DAY + HOUR, -1, time(21)),
    ],
)
def test_a_move_says_by_how_many_days_and_to_which_time(
    new: datetime, days: int, to: time | None
) -> None:
    move = timing.move(FRIDAY, new, NEW_YORK, NEW_YORK)
    assert (move.days, move.to) == (days, to)
    assert move.by == days * DAY
