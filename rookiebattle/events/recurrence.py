"""When a series happens: wall-clock times in its zone, whatever daylight saving does. Pure."""

import calendar
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

from rookiebattle.core.errors import Invalid
from rookiebattle.events.models import Recurrence

MOST_OCCURRENCES = 104
MOST_YEARS = 2
WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class Rule:
    """Every `interval` patterns until `last_day`, which counts. Weekdays: 0 is Sunday."""

    pattern: Recurrence
    interval: int
    last_day: date
    weekdays: Sequence[int] = ()


def occurrences(start: datetime, zone: ZoneInfo, rule: Rule) -> list[datetime]:
    """The starts in UTC, the given one first. Raises Invalid for a series without a good end."""
    first = start.astimezone(zone)
    _refuse_bad_rule(first.date(), rule)
    starts = [start.astimezone(UTC)]
    for day in _days(first.date(), rule):
        if day > rule.last_day:
            break
        if len(starts) == MOST_OCCURRENCES:
            raise _refusal(
                f"A series may have at most {MOST_OCCURRENCES} events. Choose an earlier end date"
            )
        starts.append(at_wall_time(datetime.combine(day, first.time()), zone))
    return starts


def at_wall_time(wall: datetime, zone: ZoneInfo) -> datetime:
    """The instant of a wall-clock time. One that is skipped in spring is as much later as the
    clock jumps; of two in autumn the first is meant."""
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def _refuse_bad_rule(first_day: date, rule: Rule) -> None:
    if rule.pattern is Recurrence.CUSTOM and not rule.weekdays:
        raise _refusal("Choose the weekdays of the series", "recurrenceDaysOfWeek")
    if rule.last_day < first_day:
        raise _refusal("The series must end on or after the day of its first event")
    if rule.last_day > _years_later(first_day, MOST_YEARS):
        raise _refusal(f"The series may last at most {MOST_YEARS} years")


def _refusal(sentence: str, field: str = "recurrenceEndDate") -> Invalid:
    return Invalid(sentence, {field: sentence})


def _years_later(day: date, years: int) -> date:
    """The same day; 28 February where there is no 29th."""
    last = calendar.monthrange(day.year + years, day.month)[1]
    return date(day.year + years, day.month, min(day.day, last))


def _days(first: date, rule: Rule) -> Iterator[date]:
    """Every later day of the rule, for ever."""
    match rule.pattern:
        case Recurrence.WEEKLY:
            return _every(first, rule.interval)
        case Recurrence.BIWEEKLY:
            return _every(first, rule.interval * 2)
        case Recurrence.MONTHLY:
            return _monthly(first, rule.interval)
        case Recurrence.CUSTOM:
            return _on_weekdays(first, rule.interval, sorted(set(rule.weekdays)))


def _every(first: date, weeks: int) -> Iterator[date]:
    return (first + WEEK * weeks * turn for turn in count(1))


def _monthly(first: date, interval: int) -> Iterator[date]:
    """The same day of the month; months without it are skipped."""
    for months in count(interval, interval):
        year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
        if first.day <= calendar.monthrange(year, month + 1)[1]:
            yield date(year, month + 1, first.day)


def _on_weekdays(first: date, interval: int, weekdays: Sequence[int]) -> Iterator[date]:
    """The given weekdays of every interval-th week, weeks beginning on Sunday."""
    sunday = first - timedelta(days=first.isoweekday() % 7)
    for turn in count(0, interval):
        for weekday in weekdays:
            day = sunday + WEEK * turn + timedelta(days=weekday)
            if day > first:
                yield day
