"""Whether an event is upcoming, future or current, for instants and for SQL columns alike."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Protocol, overload

import sqlalchemy as sa

NOTICE = timedelta(hours=24)
LONGEST = timedelta(days=14)
"""No event lasts longer. So a current event started after now − LONGEST: a range of an index."""


class Timed(Protocol):
    """Anything with a start and an end."""

    @property
    def start_date(self) -> datetime: ...
    @property
    def end_date(self) -> datetime: ...


Column = sa.ColumnElement[datetime]
Condition = sa.ColumnElement[bool]


def _absolute(value: datetime | Column) -> datetime | Column:
    """The instant in UTC: Python compares two times of the same zone by their wall clocks."""
    return value.astimezone(UTC) if isinstance(value, datetime) else value


@overload
def is_upcoming(start: datetime, now: datetime) -> bool: ...
@overload
def is_upcoming(start: Column, now: datetime) -> Condition: ...
def is_upcoming(start: datetime | Column, now: datetime) -> bool | Condition:
    """Starts after the notice period, so a member may still unregister."""
    return _absolute(start) > now.astimezone(UTC) + NOTICE


@overload
def is_future(start: datetime, now: datetime) -> bool: ...
@overload
def is_future(start: Column, now: datetime | Column) -> Condition: ...
def is_future(start: datetime | Column, now: datetime | Column) -> bool | Condition:
    """Has not started yet."""
    return _absolute(start) > _absolute(now)


@overload
def is_current_or_future(end: datetime, now: datetime) -> bool: ...
@overload
def is_current_or_future(end: Column, now: datetime | Column) -> Condition: ...
def is_current_or_future(end: datetime | Column, now: datetime | Column) -> bool | Condition:
    """Is not over yet."""
    return _absolute(end) >= _absolute(now)


def right_until(events: Iterable[Timed], now: datetime) -> datetime | None:
    """The next instant at which a sentence about one of these events changes by itself."""
    turns = (
        at
        for event in events
        for at in (event.start_date - NOTICE, event.start_date, event.end_date)
        if at > now
    )
    return min(turns, default=None)
