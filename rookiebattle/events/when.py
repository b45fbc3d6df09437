"""When an event is upcoming, future or current: each once, for instants and for SQL columns."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Protocol, overload

import sqlalchemy as sa

NOTICE = timedelta(hours=24)
LONGEST = timedelta(days=14)
"""No event lasts longer, so what is current has started after now − LONGEST (an index's range)."""


class Timed(Protocol):
    """What has a start and an end."""

    @property
    def start_date(self) -> datetime: ...
    @property
    def end_date(self) -> datetime: ...


Column = sa.ColumnElement[datetime]
Condition = sa.ColumnElement[bool]


def _absolute(value: datetime | Column) -> datetime | Column:
    """Two instants of one zone would be compared by their wall clocks, not by what passes."""
    return value.astimezone(UTC) if isinstance(value, datetime) else value


@overload
def is_upcoming(start: datetime, now: datetime) -> bool: ...
@overload
def is_upcoming(start: Column, now: datetime) -> Condition: ...
def is_upcoming(start: datetime | Column, now: datetime) -> bool | Condition:
    """Starts more than a day from now: it can still be left."""
    return _absolute(start) > now.astimezone(UTC) + NOTICE


@overload
def is_future(start: datetime, now: datetime) -> bool: ...
@overload
def is_future(start: Column, now: datetime | Column) -> Condition: ...
def is_future(start: datetime | Column, now: datetime | Column) -> bool | Condition:
    """Has not started."""
    return _absolute(start) > _absolute(now)


@overload
def is_current_or_future(end: datetime, now: datetime) -> bool: ...
@overload
def is_current_or_future(end: Column, now: datetime | Column) -> Condition: ...
def is_current_or_future(end: datetime | Column, now: datetime | Column) -> bool | Condition:
    """Is not over."""
    return _absolute(end) >= _absolute(now)


def right_until(events: Iterable[Timed], now: datetime) -> datetime | None:
    """When the words about some of the events change by themselves."""
    turns = (
        at
        for event in events
        for at in (event.start_date - NOTICE, event.start_date, event.end_date)
        if at > now
    )
    return min(turns, default=None)
