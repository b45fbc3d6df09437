"""Beads, paths and days in words: labels and text alternatives. Pure."""

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle.core.values.dates import month_day
from rookiebattle.progression.catalogue import BeadColor, WarriorPath

NO_BEADS = "No beads earned"
SHOWN_PATHS = 5
GIVE_AGAIN = "Award it again"
HOW_I_GOT_HERE = "How I Got Here"
HOW_PATHS_WORK = "How paths and beads work"

Counted = Iterable[tuple[int, BeadColor]]


def bead_words(count: int, bead: BeadColor) -> str:
    ring = f" with {bead.ring}" if bead.ring else ""
    return f"{count} {bead.color.lower()} {'bead' if count == 1 else 'beads'}{ring}"


def award_list(beads: Counted) -> str:
    """'4 red beads for Service, 1 wood bead for Arts & Sciences'."""
    return ", ".join(f"{bead_words(count, bead)} for {bead.meaning}" for count, bead in beads)


def award_words(total: int) -> str:
    return f"{total} award {'bead' if total == 1 else 'beads'}"


def path_words(path: WarriorPath, level: int) -> str:
    return f"{path.name}, level {level}"


def active_words(active: int) -> str:
    return f"{active} active warrior {'path' if active == 1 else 'paths'}"


def more_words(active: int) -> str:
    """'and 1 more', behind the paths that the dashboard shows; empty when it shows all."""
    return f"and {active - SHOWN_PATHS} more" if active > SHOWN_PATHS else ""


def day_of(at: datetime, zone: str) -> str:
    """'March 14', by the calendar of the zone; its year stands above it."""
    return month_day(at.astimezone(ZoneInfo(zone)))


def since_words(at: datetime | None, zone: str, *, what: str = "") -> str:
    """'Since March 14, 2026', or 'Initiate since …'; empty when nobody knows since when."""
    if at is None:
        return ""
    since = f"since {day_of(at, zone)}, {at.astimezone(ZoneInfo(zone)).year}"
    return f"{what} {since}" if what else f"S{since[1:]}"


def has_it(number: int, *, of: int) -> str:
    """Before members get a bead that they got at the same event already."""
    if of == 1:
        return "This member already got this bead at this event."
    if number == of:
        return f"These {of} members already got this bead at this event."
    have = "has" if number == 1 else "have"
    return f"{number} of these {of} members {have} got this bead at this event already."


def undo_all(number: int) -> str:
    return "Undo" if number == 1 else f"Undo All {number}"
