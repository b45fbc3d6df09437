"""A member's entries as pages draw them, by year and day. Pure."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.progression.catalogue import (
    CLEAR_YELLOW,
    GOLD_RING,
    GRAY,
    SILVER,
    WHITE,
    award_named,
)
from rookiebattle.progression.changes import beside, headline
from rookiebattle.progression.ledger import BEADS, PATHS, FactChange
from rookiebattle.progression.models import Act
from rookiebattle.progression.ranks import ADMIN_RANKS
from rookiebattle.progression.schemas import AdminEntry, TimelineEntry, fact_name
from rookiebattle.progression.view import PathBadge, path_badge
from rookiebattle.progression.wording import day_of

UNDONE, UNDOES, BEFORE_ALL = "Undone", "Correction", "Before records began"
_ICONS = {"is_admin": "lock", "membership_tier": "ticket", "membership_status": "ticket"}
_BEADS = {"member_rank": GRAY, "is_board_member": CLEAR_YELLOW, "is_samurai": SILVER}


@dataclass(frozen=True)
class EntryView:
    """An entry in words, with one picture: a bead (its drawing), a path's crest, or an icon.

    `mark` says that it was undone or undoes another. `approver`, `incident` and `may_undo` are for
    administrators.
    """

    id: str = ""
    bead: str = ""
    crest: PathBadge = field(default_factory=PathBadge)
    icon: str = ""
    title: str = ""
    more: str = ""
    by: str = ""
    reason: str = ""
    event: str = ""
    event_href: str = ""
    mark: str = ""
    is_undone: bool = False
    approver: str = ""
    incident: str = ""
    may_undo: bool = False


@dataclass(frozen=True)
class DayView:
    """The entries of one day. `year` is empty unless the year begins with this day."""

    day: str = ""
    year: str = ""
    key: str = ""
    made: list[EntryView] = field(default_factory=list)


@dataclass(frozen=True)
class Activity:
    """One entry on the dashboard, with the day on which it was made."""

    entry: EntryView = EntryView()
    day: str = ""


def activity_of(found: Iterable[TimelineEntry], zone: str) -> list[Activity]:
    return [Activity(entry_of(one), day_of(one.at, zone)) for one in found]


def days_of(
    found: Sequence[TimelineEntry], zone: str, *, linked: Collection[str] = ()
) -> list[DayView]:
    """The entries by day. Only the events in `linked` (ids) have a page to lead to."""
    place = ZoneInfo(zone)
    by_day = groupby(found, key=lambda one: one.at.astimezone(place).date())
    days = [
        DayView(
            day=day_of(entries[0].at, zone),
            year=str(day.year),
            key=day.isoformat(),
            made=[entry_of(one, linked) for one in entries],
        )
        for day, entries in ((day, list(group)) for day, group in by_day)
    ]
    return _years_said_once(days)


def joined(shown: Sequence[DayView], older: Sequence[DayView]) -> list[DayView]:
    """The days that are shown with older ones below, whose first may be the last one shown."""
    known = {one.id for day in shown for one in day.made}
    days = {day.key: day for day in shown}
    for day in older:
        new = [one for one in day.made if one.id not in known]
        before = days.get(day.key)
        if new:
            entries = [*before.made, *new] if before else new
            days[day.key] = replace(day, made=entries)
    return _years_said_once([*days.values()])


def _years_said_once(days: Sequence[DayView]) -> list[DayView]:
    told: list[DayView] = []
    last = ""
    for day in days:
        year = day.key[:4]
        told.append(replace(day, year="" if year == last else year))
        last = year
    return told


def entry_of(entry: TimelineEntry, linked: Collection[str] = ()) -> EntryView:
    """One entry; an administrator's has more fields."""
    change = FactChange(fact_name(entry.what), entry.before, entry.after)
    event_id = entry.event_id or ""
    told = EntryView(
        id=entry.id,
        bead=_bead_of(change),
        crest=_crest_of(change),
        icon=_ICONS.get(change.what, ""),
        title=headline(change),
        more=BEFORE_ALL if entry.act == Act.OPENING else beside(change),
        by=entry.by,
        reason=entry.reason or "",
        event=entry.event_title or "",
        event_href=routes.event(event_id) if event_id in linked else "",
        mark=UNDONE if entry.is_undone else UNDOES if entry.undoes else "",
        is_undone=entry.is_undone,
    )
    if not isinstance(entry, AdminEntry):
        return told
    incident = entry.incident or ""
    return replace(told, approver=entry.approver, incident=incident, may_undo=entry.may_undo)


def _bead_of(change: FactChange) -> str:
    column, _, key = change.what.partition(".")
    if column == BEADS:
        return award_named(key).slug
    if column == "admin_rank":
        is_highest = change.after == ADMIN_RANKS[-1].value
        return (GOLD_RING if is_highest else WHITE).slug
    return _BEADS[column].slug if column in _BEADS else ""


def _crest_of(change: FactChange) -> PathBadge:
    column, *key = change.what.split(".")
    if column != PATHS:
        return PathBadge()
    return path_badge(key[0], change.after if key[-1] == "level" else 0)
