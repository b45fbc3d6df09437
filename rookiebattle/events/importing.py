"""Verbs that import events from a calendar file: the dry run, the plan, and the import itself.

As with members, a file is read and planned before the import's transaction.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from rookiebattle.chapters.service import name_of, zones
from rookiebattle.chapters.wording import NO_SUCH_CHAPTER
from rookiebattle.core import clock, kept_files
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Invalid
from rookiebattle.core.kept_files import CHANGED_MEANWHILE, KeptRead
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import FIRST_YEAR, iso
from rookiebattle.core.values.spreadsheet import csv_of
from rookiebattle.events import origins, planning, timing
from rookiebattle.events.entries import Entry, read_entries
from rookiebattle.events.imports import (
    CalendarImport,
    CalendarImported,
    CalendarQuery,
    CalendarRow,
    CalendarTotals,
    CalendarWrite,
    EntryVerdict,
)
from rookiebattle.events.planning import Planned
from rookiebattle.events.repeating import AHEAD, Window
from rookiebattle.events.wording import VERDICTS, how_often, type_label
from rookiebattle.events.writing import Columns
from rookiebattle.events.zones import zone_name, zone_of
from rookiebattle.settings import get_settings


def _read(content: bytes) -> list[Entry]:
    home = get_settings().org_zone
    return read_entries(content, home, clock.now().year)


KIND = kept_files.FileKind("events", Permission.ALL_EVENT_CREATE, _read)
LONG_AGO = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC)
CSV_HEAD = ("Line", "Title", "Start", "Events", "Result", "Details")


@dataclass(frozen=True, slots=True)
class Plan:
    """An import that is about to be written: a row for each event, with the entry's digest."""

    file: KeptRead
    values: CalendarWrite
    digests: Sequence[str]
    rows: Sequence[Columns]
    entries: int


def check_calendar(
    session: Session, actor: Actor, *, file_id: str, query: CalendarQuery
) -> tuple[CalendarImport, int]:
    """The dry run of a kept file, and how many entries the query finds.

    Raises NotFound, and Invalid for an unknown chapter.
    """
    file, planned, home = _planned(session, actor, file_id, query.chapter_id, past=query.past)
    found, window = kept_files.asked(planned, query), query.window()
    shown = CalendarImport(
        **vars(file),
        time_zone=home.key,
        totals=CalendarTotals(**Counter(one.verdict.value for one in planned)),
        events=_events(planned),
        rows=[_row(one, home) for one in found[window.offset : window.offset + window.limit]],
    )
    return shown, len(found)


def _events(planned: Sequence[Planned]) -> int:
    """The number of new events: an entry with another verdict has no dates."""
    return sum(len(one.dates.found) for one in planned)


def _planned(
    session: Session, actor: Actor, file_id: str, chapter_id: str | None, *, past: bool
) -> tuple[KeptRead, list[Planned], ZoneInfo]:
    file, entries = kept_files.opened(session, actor, KIND, file_id)
    home = _home(session, chapter_id)
    now = timing.whole_seconds(clock.now())
    window = Window(home, LONG_AGO if past else now, now + AHEAD)
    return file, planning.plan(entries, _known(session, entries), window), home


def _home(session: Session, chapter_id: str | None) -> ZoneInfo:
    known = zones(session)
    if chapter_id is not None and chapter_id not in known:
        raise Invalid(NO_SUCH_CHAPTER, {"chapterId": NO_SUCH_CHAPTER})
    return zone_of(zone_name(chapter_id, known))


def _known(session: Session, entries: Sequence[Entry]) -> set[str]:
    """The digests of entries that are events already: imported ones, and the site's own."""
    masters = planning.masters_of(entries)
    digests, host = planning.digests_of(masters), f"@{get_settings().public_host}"
    own = {one.uid.removesuffix(host): one for one in masters if one.uid.endswith(host)}
    here = {digests[own[event_id].line] for event_id in origins.own(session, own)}
    return here | origins.known(session, {*digests.values()})


def _row(one: Planned, home: ZoneInfo) -> CalendarRow:
    found, rule = one.dates.found, one.dates.rule
    start, end = (found[0].start, found[0].end) if found else (None, None)
    if start is None and one.entry.start:
        start = one.entry.start.at(home)
        end = start + one.entry.length
    days = [*rule.weekdays] if rule else []
    repeats = rule and start and how_often(rule.pattern, rule.interval, days, start, home.key)
    return CalendarRow(
        line=one.entry.line,
        title=one.entry.title,
        start_date=start,
        end_date=end,
        events=len(found),
        repeats=repeats or "",
        verdict=one.verdict,
        notes=one.notes,
        problems=[*one.problems],
    )


def export_check(session: Session, actor: Actor, *, file_id: str, query: CalendarQuery) -> bytes:
    """The entries that a dry run finds as a CSV file; the window is not used. Raises NotFound."""
    _, planned, home = _planned(session, actor, file_id, query.chapter_id, past=query.past)
    shown = (_row(one, home) for one in kept_files.asked(planned, query))
    return csv_of(CSV_HEAD, _cells(shown))


def _cells(rows: Iterator[CalendarRow]) -> Iterator[tuple[int, str, str, int, str, str]]:
    for one in rows:
        details = ". ".join([*one.problems, *one.notes])
        start = iso(one.start_date) if one.start_date else ""
        yield one.line, one.title, start, one.events, VERDICTS[one.verdict], details


def plan_calendar(session: Session, actor: Actor, *, file_id: str, values: CalendarWrite) -> Plan:
    """The events that an import of a kept file would add; administrators only.

    Raises NotFound, Invalid for an unknown chapter, and Conflict when the number of events is not
    the one that the caller saw.
    """
    file, planned, home = _planned(session, actor, file_id, values.chapter_id, past=values.past)
    kept_files.confirm((_events(planned),), (values.events,))
    now = clock.now()
    digests, rows = list[str](), list[Columns]()
    new = [one for one in planned if one.verdict is EntryVerdict.NEW]
    for one in new:
        own = planning.rows_of(one, values, actor.user_id, home, now)
        rows += own
        digests += [one.digest] * len(own)
    return Plan(file, values, digests, rows, len(new))


@writes
def import_calendar(session: Session, actor: Actor, *, plan: Plan) -> CalendarImported:
    """Add the planned events, all of them or none; administrators only. The actor organizes them.

    Raises NotFound when the file was imported already, Conflict when one of its entries was, and
    Invalid when the chapter is gone.
    """
    kept_files.take(session, actor, KIND, plan.file.id)
    _home(session, plan.values.chapter_id)
    if origins.known(session, {*plan.digests}):
        raise Conflict(CHANGED_MEANWHILE)
    origins.add(session, plan.rows, plan.digests)
    told = {
        "Events added": f"{len(plan.rows):,}",
        "Type": type_label(plan.values.event_type),
        "Chapter": name_of(session, plan.values.chapter_id) if plan.values.chapter_id else "",
    }
    details = {"events": len(plan.rows), "entries": plan.entries}
    kept_files.record(session, actor, "event.imported", plan.file, told, details)
    first = min(row["start_at"] for row in plan.rows)
    return CalendarImported(**details, first=first)
