"""The waiting list of an event as the roster's page shows it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle.events.wording import counted, near_day, time_words, zone_short
from rookiebattle.registrations.schemas import WaitingRead
from rookiebattle.registrations.wording import all_names


@dataclass(frozen=True)
class WaitingRow:
    """A party. `place` is its number, empty for one with an offer or that wants a letter alone;
    `about` says that, and since when it waits."""

    id: str = ""
    names: str = ""
    place: str = ""
    about: str = ""
    is_offered: bool = False


def waiting_rows(found: Sequence[WaitingRead], zone: str, now: datetime) -> list[WaitingRow]:
    """The rows; days are those of the event's zone."""
    return [_row(one, zone, now) for one in found]


def _row(one: WaitingRead, zone: str, now: datetime) -> WaitingRow:
    return WaitingRow(
        id=one.id,
        names=_names(one),
        place=str(one.position or ""),
        about=_about(one, zone, now),
        is_offered=one.offer is not None,
    )


def _names(one: WaitingRead) -> str:
    names = all_names([person.name for person in one.people])
    return names if len(one.people) == one.size else f"{names}, {counted(one.size, 'seat')}"


def _about(one: WaitingRead, zone: str, now: datetime) -> str:
    if one.offer:
        ends = one.offer.ends_at.astimezone(ZoneInfo(zone))
        time = f"{time_words(ends)} {zone_short(ends)}"
        return f"Held for them until {_day(ends, zone, now)}, {time}"
    since = f"since {_day(one.waits_since, zone, now)}"
    return f"Waiting {since}" if one.wants_seats else f"Wants an email, waiting {since}"


def _day(at: datetime, zone: str, now: datetime) -> str:
    """The day within a sentence, such as 'today' or 'Sat, Mar 14'."""
    day = near_day(at, zone, now)
    return day if "," in day else day.lower()
