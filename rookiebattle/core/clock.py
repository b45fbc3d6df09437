"""The current instant. Services call `clock.now()` so that tests can move the time."""

from datetime import UTC, datetime


def now() -> datetime:
    """The current instant, aware, in UTC."""
    return datetime.now(UTC)
