"""The starts of a series: one wall-clock time in its zone, also across daylight saving. Pure."""

import calendar
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dateutil.rrule import MONTHLY, SU, WEEKLY, rrule

from rookiebattle.core.errors import Invalid
from rookiebattle.core.schemas import LAST_YEAR
from rookiebattle.events.models import Recurrence

MOST_OCCURRENCES = 104
MOST_YEARS = 2
A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Rule:
    """An event every `interval` patterns, until `last_day` inclusive. Weekday 0 is Sunday."""

    pattern: Recurrence
    interval: int
    last_day: date
    weekdays: Sequence[int] = ()


def occurrences(start: datetime, zone: ZoneInfo, rule: Rule) -> list[datetime]:
    """The starts in UTC. Raises Invalid when the end is too early or late.

    The first is the given one; a custom series begins on the first of its weekdays from there on.
    """
    first = start.astimezone(zone)
    _refuse_bad_rule(first.date(), rule)
    if moved := first_day(first.date(), rule) - first.date():
        start = at_wall_time(first.replace(tzinfo=None) + moved, zone)
        first = start.astimezone(zone)
        _refuse_bad_rule(first.date(), rule)
    later = _later(first.replace(tzinfo=None), rule)
    if len(later) >= MOST_OCCURRENCES:
        raise _refusal(
            f"A series may have at most {MOST_OCCURRENCES} events. Choose an earlier end date"
        )
    return [start.astimezone(UTC), *(at_wall_time(at, zone) for at in later)]


def first_day(given: date, rule: Rule) -> date:
    """The day of the first event: for a custom series its first weekday from the given day on."""
    if rule.pattern is not Recurrence.CUSTOM or not rule.weekdays:
        return given
    return given + min((weekday - given.isoweekday()) % 7 for weekday in rule.weekdays) * A_DAY


def at_wall_time(wall: datetime, zone: ZoneInfo) -> datetime:
    """The instant of a wall-clock time.

    A time that daylight saving skips moves forward by the length of the skip. Of a time that
    occurs twice, the first is meant.
    """
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def _refuse_bad_rule(first_day: date, rule: Rule) -> None:
    if rule.pattern is Recurrence.CUSTOM and not rule.weekdays:
        raise _refusal("Choose the weekdays of the series", "recurrenceDaysOfWeek")
    if rule.last_day < first_day:
        raise _refusal("The series must end on or after the day of its first event")
    if rule.last_day.year > LAST_YEAR:
        raise _refusal(f"The series must end in the year {LAST_YEAR} or before")
    if rule.last_day > _years_later(first_day, MOST_YEARS):
        raise _refusal(f"The series may last at most {MOST_YEARS} years")


def _refusal(sentence: str, field: str = "recurrenceEndDate") -> Invalid:
    return Invalid(sentence, {field: sentence})


def _years_later(day: date, years: int) -> date:
    """The same day some years later; 28 February in a year without a 29th."""
    last = calendar.monthrange(day.year + years, day.month)[1]
    return date(day.year + years, day.month, min(day.day, last))


def _later(first: datetime, rule: Rule) -> list[datetime]:
    found = rrule(
        MONTHLY if rule.pattern is Recurrence.MONTHLY else WEEKLY,
        dtstart=first,
        interval=rule.interval * (2 if rule.pattern is Recurrence.BIWEEKLY else 1),
        byweekday=_weekdays(rule),
        wkst=SU,
        until=datetime.combine(rule.last_day, time.max),
    )
    return [at for at in found if at > first]


def _weekdays(rule: Rule) -> list[int] | None:
    """The weekdays of a custom series, as rrule counts them: from Monday.

    None for the other patterns: rrule then takes the day of the first event.
    """
    if rule.pattern is not Recurrence.CUSTOM:
        return None
    return [(day - 1) % 7 for day in rule.weekdays]
