"""The current instant, and waits that survive a clock that was wrong.

Services call `clock.now()` so that tests can move the time.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime, timedelta
from typing import Any

from rookiebattle.settings import get_settings

TOLERANCE = timedelta(minutes=1)
"""The clocks of several machines differ by less than this."""

_moved: ContextVar[datetime | None] = ContextVar("moved", default=None)


def now() -> datetime:
    """The current instant, aware, in UTC."""
    return _moved.get() or datetime.now(UTC)


def today() -> date:
    """The day where the club is."""
    return day_of(now())


def day_of(instant: datetime) -> date:
    """The date of an instant in the club's time zone."""
    return instant.astimezone(get_settings().org_zone).date()


def is_over(until: Any, now: datetime, longest: timedelta) -> Any:
    """Whether a wait of at most `longest` has ended: of an instant, or of a column in SQL.

    An instant further ahead than that was written while the clock of a machine was ahead. To wait
    for it would take as long as the clock had jumped.
    """
    return (until <= now) | (until > now + longest + TOLERANCE)


def is_ahead(instant: datetime | None, now: datetime) -> bool:
    """Whether something happened in the future: a clock was ahead when it was noted."""
    return instant is not None and instant > now + TOLERANCE


def is_since(instant: Any, since: datetime) -> Any:
    """Whether something happened after `since`: at an instant, or at that of a column in SQL.

    What was noted while a clock was ahead does not count: it would for as long as the clock had
    jumped.
    """
    return (instant > since) & (instant <= now() + TOLERANCE)


@contextmanager
def at(instant: datetime) -> Iterator[None]:
    """Let the code in the block act at another instant. Demo data needs this for its past."""
    mark = _moved.set(instant)
    try:
        yield
    finally:
        _moved.reset(mark)
