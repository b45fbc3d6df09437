"""Whether an event is upcoming, future or current: each rule once, for instants and SQL columns."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Protocol, overload

import sqlalchemy as sa

NOTICE = timedelta(hours=24)
"""The notice period: from then on nobody unregisters. `wording.notice_words` says it."""
LONGEST = timedelta(days=14)
"""No event lasts longer, so a current event has started after now − LONGEST: an index's range."""

A_SECOND = timedelta(seconds=1)


class Timed(Protocol):
    """An event, as far as its times go."""

    @property
    def start_date(self) -> datetime: ...
    @property
    def end_date(self) -> datetime: ...


Column = sa.ColumnElement[datetime]
Condition = sa.ColumnElement[bool]


def _absolute(value: datetime | Column) -> datetime | Column:
    """In UTC: Python compares two instants of one zone by their wall clocks."""
    return value.astimezone(UTC) if isinstance(value, datetime) else value


@overload
def is_before_notice(start: datetime, now: datetime) -> bool: ...
@overload
def is_before_notice(start: Column, now: datetime) -> Condition: ...
def is_before_notice(start: datetime | Column, now: datetime) -> bool | Condition:
    """Whether an event starts after the notice period, so that members may still unregister."""
    return _absolute(start) > now.astimezone(UTC) + NOTICE


@overload
def is_future(start: datetime, now: datetime) -> bool: ...
@overload
def is_future(start: Column, now: datetime | Column) -> Condition: ...
def is_future(start: datetime | Column, now: datetime | Column) -> bool | Condition:
    """Whether an event has not started."""
    return _absolute(start) > _absolute(now)


def is_running(start: datetime, end: datetime, now: datetime) -> bool:
    """Whether an event has started and is not over."""
    return is_current_or_future(end, now) and not is_future(start, now)


@overload
def is_current_or_future(end: datetime, now: datetime) -> bool: ...
@overload
def is_current_or_future(end: Column, now: datetime | Column) -> Condition: ...
def is_current_or_future(end: datetime | Column, now: datetime | Column) -> bool | Condition:
    """Whether an event is not over."""
    return _absolute(end) >= _absolute(now)


def right_until(events: Iterable[Timed], now: datetime) -> datetime | None:
    """The next instant at which a sentence about one of the events stops being true."""
    turns = (
        at
        for event in events
        for at in (event.start_date - NOTICE, event.start_date, event.end_date)
        if at > now
    )
    return min(turns, default=None)


def turns_at(event: Timed, now: datetime) -> str:
    """`right_until` of one event for its page, as an ISO time; empty after its end."""
    at = right_until([event], now)
    return at.astimezone(UTC).isoformat() if at else ""


def later(now: datetime, *, than: datetime) -> datetime:
    """Now, or a second after `than`, if a clock that was set back says that it is not later."""
    return now if now > than else than + A_SECOND
