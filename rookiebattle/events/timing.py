"""The length of an event and the starts of its series, from the sent values. Pure."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from rookiebattle.core.errors import Invalid
from rookiebattle.core.schemas import LAST_YEAR
from rookiebattle.events.models import Recurrence
from rookiebattle.events.recurrence import Rule, at_wall_time, occurrences
from rookiebattle.events.schemas import EventWrite
from rookiebattle.events.when import LONGEST

USUAL = timedelta(hours=2)
STRAY_WEEKDAYS = "Only a custom series can have weekdays other than its first date’s"


def length(
    start: datetime, end: datetime | None, hours: Decimal | None, otherwise: timedelta = USUAL
) -> timedelta:
    """The duration, or else the time up to the end, or else `otherwise`. Raises Invalid."""
    if hours is not None:
        return timedelta(minutes=round(hours * 60))
    if end is None:
        return otherwise
    _refuse_bad_end(start, end)
    return end - start


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
    _refuse_stray_weekdays(values, zone)
    return Rule(
        values.recurrence_pattern,
        values.recurrence_interval,
        _as_day(values.recurrence_end_date, zone),
        values.recurrence_days_of_week,
    )


def _refuse_stray_weekdays(values: EventWrite, zone: ZoneInfo) -> None:
    """Raise Invalid for weekdays that the pattern would ignore: it keeps that of the first date."""
    own = values.start_date.astimezone(zone).isoweekday() % 7
    is_custom = values.recurrence_pattern is Recurrence.CUSTOM
    if not is_custom and set(values.recurrence_days_of_week) - {own}:
        raise _refusal(STRAY_WEEKDAYS, "recurrenceDaysOfWeek")


def _as_day(last: date | datetime, zone: ZoneInfo) -> date:
    return last.astimezone(zone).date() if isinstance(last, datetime) else last


def starts(first: datetime, zone: ZoneInfo, rule: Rule | None) -> list[datetime]:
    """The start of every event that is to be created."""
    return [first] if rule is None else occurrences(first, zone, rule)


@dataclass(frozen=True, slots=True)
class Move:
    """How an event moves on the wall clock: by so long, and then to that time of day, if any.

    `days` is by how many days its date moves.
    """

    was: ZoneInfo
    becomes: ZoneInfo
    by: timedelta
    to: time | None = None
    days: int = 0


def move(old: datetime, new: datetime | None, was: ZoneInfo, becomes: ZoneInfo) -> Move:
    """The move from the old start to the start that the organizer wrote; None if it was not sent.

    A time of day that was changed is meant for the whole series, also for dates whose own time
    differs. Days that were changed move each date by as many days.
    """
    before, after = _wall(old, was), _wall(new or old, becomes)
    days = (after.date() - before.date()).days
    if new is None or before.time() == after.time():
        return Move(was, becomes, after - before, days=days)
    return Move(was, becomes, timedelta(days=days), after.time(), days)


def moved(start: datetime, like: Move) -> datetime:
    """The start of another event of the series after the same move."""
    if not like.by and like.to is None and like.was == like.becomes:
        return start
    wall = _wall(start, like.was) + like.by
    return at_wall_time(datetime.combine(wall, like.to or wall.time()), like.becomes)


def _wall(instant: datetime, zone: ZoneInfo) -> datetime:
    return instant.astimezone(zone).replace(tzinfo=None)
