"""Ten zones and both of their clock changes in 2026, from the zone database."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

NAMES = (
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/St_Johns",
    "Europe/London",
    "Europe/Berlin",
    "Australia/Sydney",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
)


@dataclass(frozen=True)
class Change:
    """The first instant after a clock change, and the length of the jump."""

    zone: str
    at: datetime
    jump: timedelta

    def __str__(self) -> str:
        return f"{self.zone} {'spring' if self.jump > timedelta() else 'autumn'}"


def changes() -> list[Change]:
    return [change for name in NAMES for change in _of(name)]


def _of(name: str) -> list[Change]:
    zone, found = ZoneInfo(name), []
    at = datetime(2026, 1, 1, tzinfo=UTC)
    step, before = timedelta(minutes=30), at.astimezone(zone).utcoffset()
    while at.year == 2026:
        after = at.astimezone(zone).utcoffset()
        if before is not None and after is not None and before != after:
            found.append(Change(name, at, after - before))
        at, before = at + step, after
    assert len(found) == 2
    return found


CHANGES = changes()
