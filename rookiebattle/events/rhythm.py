"""How often a series meets, in words. Pure."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
ORDINALS = ("", "", "second ", "third ", "fourth ")


def how_often(
    pattern: str | None, interval: int, days: Sequence[int], start: datetime, zone: str
) -> str:
    """'every second Thursday'; `days` count from Sunday = 0. Empty when it does not repeat."""
    first = start.astimezone(ZoneInfo(zone))
    if pattern == "monthly":
        return f"{_every(interval, 'month')} on the {ordinal(first.day)}"
    weeks = interval * 2 if pattern == "biweekly" else interval
    if pattern in ("weekly", "biweekly"):
        return _every(weeks, DAYS[first.weekday()], "week")
    if pattern == "custom" and days:
        names = _listed([DAYS[(day - 1) % 7] for day in sorted(set(days))])
        return f"every {names}" if weeks == 1 else f"{_every(weeks, 'week')} on {names}"
    return ""


def _every(count: int, what: str, unit: str = "") -> str:
    if count < len(ORDINALS):
        return f"every {ORDINALS[count]}{what}"
    return f"every {count} {unit}s on {what}" if unit else f"every {count} {what}s"


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def ordinal(number: int) -> str:
    """'1st', '2nd', '11th', '23rd'."""
    ending = (
        "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    )
    return f"{number}{ending}"
