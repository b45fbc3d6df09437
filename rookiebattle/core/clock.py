"""The current instant. Services call `clock.now()` so that tests can move the time."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

_moved: ContextVar[datetime | None] = ContextVar("moved", default=None)


def now() -> datetime:
    """The current instant, aware, in UTC."""
    return _moved.get() or datetime.now(UTC)


@contextmanager
def at(instant: datetime) -> Iterator[None]:
    """Let the code in the block act at another instant. Demo data needs this for its past."""
    mark = _moved.set(instant)
    try:
        yield
    finally:
        _moved.reset(mark)
