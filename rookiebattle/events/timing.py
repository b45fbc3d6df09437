"""The length of an event and the starts of its series, from the sent values. Pure."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from rookiebattle.core.errors import Invalid
from rookiebattle.core.schemas import LAST_YEAR
from rookiebattle.events.recurrence import Rule, at_wall_time, occurrences
from rookiebattle.events.schemas import EventWrite
from rookiebattle.events.when import LONGEST

USUAL = timedelta(hours=2)


def length(
    start: datetime, end: datetime | None, hours: Decimal | None, otherwise: timedelta = USUAL
) -> timedelta:
    """The duration, or else the time up to the end, or else `otherwise`. Raises Invalid."""
    if end is not None:
        _refuse_bad_end(start, end)
    if hours is not None:
        return timedelta(minutes=round(hours * 60))
    return otherwise if end is None else end - start


def _refuse_bad_end(start: datetime, end: datetime) -> None:
    if end <= start:
        raise _refusal("The event must end after it starts", "endDate")
    if end - start > LONGEST:
        raise _refusal(f"An event may last at most {LONGEST.days} days", "endDate")


def _refusal(sentence: str, field: str) -> Invalid:
    return Invalid(sentence, {field: sentence})


def refuse_too_late(end: datetime) -> None:
    """Raise Invalid for an event whose end the wire could not write."""
    if end.year > LAST_YEAR:
        raise _refusal(f"The event must end in the year {LAST_YEAR} or before", "startDate")


def whole_seconds(instant: datetime) -> datetime:
    """The instant without its fraction of a second, which the wire does not show."""
    return instant.replace(microsecond=0)


def rule_of(values: EventWrite, zone: ZoneInfo) -> Rule | None:
    """The rule of a series; None for an event that does not repeat. Raises Invalid."""
    if not values.is_recurring:
        return None
    if values.recurrence_pattern is None:
        raise _refusal("Choose how the event repeats", "recurrencePattern")
    if values.recurrence_end_date is None:
        raise _refusal("The end date of the series is required", "recurrenceEndDate")
    return Rule(
        values.recurrence_pattern,
        values.recurrence_interval,
        _as_day(values.recurrence_end_date, zone),
        values.recurrence_days_of_week,
    )


def _as_day(last: date | datetime, zone: ZoneInfo) -> date:
    return last.astimezone(zone).date() if isinstance(last, datetime) else last


def starts(first: datetime, zone: ZoneInfo, rule: Rule | None) -> list[datetime]:
    """The start of every event that is to be created."""
    return [first] if rule is None else occurrences(first, zone, rule)


def shift(old: datetime, new: datetime, was: ZoneInfo, becomes: ZoneInfo) -> timedelta:
    """The difference that a move makes to the wall-clock time."""
    return _wall(new, becomes) - _wall(old, was)


def shifted(start: datetime, by: timedelta, was: ZoneInfo, becomes: ZoneInfo) -> datetime:
    """The start of another event of the series after the same move."""
    if not by and was == becomes:
        return start
    return at_wall_time(_wall(start, was) + by, becomes)


def _wall(instant: datetime, zone: ZoneInfo) -> datetime:
    return instant.astimezone(zone).replace(tzinfo=None)
