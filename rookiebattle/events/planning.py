"""The fate of each entry of a calendar file, and the rows of its events. Pure."""

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from rookiebattle.core.errors import Invalid
from rookiebattle.core.validation import parse
from rookiebattle.core.values.text import clipped
from rookiebattle.events import timing, writing
from rookiebattle.events.entries import Entry, Moment
from rookiebattle.events.imports import MOST_EVENTS, CalendarWrite, EntryVerdict
from rookiebattle.events.policy import MOST_SERIES_TEXT
from rookiebattle.events.repeating import Dates, Occurrence, Patience, Window, dates_of
from rookiebattle.events.schemas import EventWrite
from rookiebattle.events.writing import Columns

SAME = "It’s the same as the entry on line {line}"
TOO_MANY = f"One import adds at most {MOST_EVENTS:,} events"
MEMBERS_ONLY = "It is private, so only members will see it"
SHORTER = "The description was too long for so many events, so it’s shortened"
_SPARE = 1_000


@dataclass(frozen=True, slots=True)
class Planned:
    """An entry with its dates and its verdict. `digest` says whether it was imported before."""

    entry: Entry
    digest: str
    verdict: EntryVerdict = EntryVerdict.NEW
    dates: Dates = field(default_factory=Dates)
    problems: Sequence[str] = ()

    @property
    def words(self) -> str:
        return f"{self.entry.title} {self.entry.line}"

    @property
    def notes(self) -> list[str]:
        private = [MEMBERS_ONLY] if self.entry.is_private else []
        return [*self.entry.notes, *self.dates.notes, *private]


def masters_of(entries: Sequence[Entry]) -> list[Entry]:
    """The entries of a file that do not stand for single dates of others."""
    return _sorted(entries)[0]


def digests_of(masters: Sequence[Entry]) -> dict[int, str]:
    """The digest of each of the `masters_of` a file by its line.

    Some programs give many entries one UID, or write single dates of a series without the series:
    then the date is a part of the digest, too.
    """
    starts = defaultdict[str, set[Moment | None]](set)
    for one in masters:
        starts[one.uid].add(one.start)
    return {
        one.line: _dated(one).digest if one.replaces or len(starts[one.uid]) > 1 else one.digest
        for one in masters
    }


def _dated(one: Entry) -> Entry:
    """The entry as if its UID said which date of a series it is, or else when it begins."""
    at = one.replaces or one.start
    return replace(one, uid=f"{one.uid} {at and at.wall}")


def plan(entries: Sequence[Entry], known: Set[str], window: Window) -> list[Planned]:
    """The verdict about each entry, in the order of the file.

    `known` has the digests of entries that were imported before.
    """
    masters, instead = _sorted(entries)
    digests, lines = digests_of(masters), dict[str, int]()
    patience, room, planned = Patience(), MOST_EVENTS, []
    for one in masters:
        digest = digests[one.line]
        first = lines.setdefault(digest, one.line)
        if first != one.line:
            planned.append(_refused(one, digest, SAME.format(line=first)))
        elif digest in known:
            planned.append(Planned(one, digest, EntryVerdict.HERE))
        else:
            planned.append(_planned(one, digest, instead[one.uid], window, patience))
        room -= len(planned[-1].dates.found)
        if room < 0:
            room += len(planned[-1].dates.found)
            planned[-1] = _refused(one, digest, TOO_MANY)
    return planned


def _sorted(entries: Sequence[Entry]) -> tuple[list[Entry], Mapping[str, list[Entry]]]:
    """The entries that stand for themselves, and by UID those that stand for dates of others."""
    repeating = {one.uid for one in entries if one.rule or one.more}
    masters, instead = list[Entry](), defaultdict[str, list[Entry]](list)
    newest: dict[str, int] = {}
    for one in entries:
        if one.replaces and one.uid in repeating and not one.rule:
            instead[one.uid].append(one)
        else:
            masters.append(one)
            newest[one.uid] = max(one.sequence, newest.get(one.uid, 0))
    # A file may have older versions of an entry. Its dates of a series have sequences of their own.
    current = [one for one in masters if one.replaces or one.sequence == newest[one.uid]]
    return current, instead


def _refused(one: Entry, digest: str, problem: str) -> Planned:
    return Planned(one, digest, EntryVerdict.PROBLEM, problems=[problem])


def _planned(
    one: Entry, digest: str, instead: Sequence[Entry], window: Window, patience: Patience
) -> Planned:
    if one.is_canceled:
        return Planned(one, digest, EntryVerdict.CANCELED)
    if one.problem:
        return _refused(one, digest, one.problem)
    dates = dates_of(one, instead, window, patience)
    if dates.problem:
        return _refused(one, digest, dates.problem)
    if not dates.found:
        verdict = EntryVerdict.PAST if dates.is_over else EntryVerdict.CANCELED
        return Planned(one, digest, verdict, dates)
    try:
        for shown in {id(of.entry): of for of in dates.found}.values():
            _values(shown, _ANY)
            timing.length(shown.start, shown.end, None)
    except Invalid as invalid:
        told = [*invalid.fields.values()] or [invalid.sentence]
        return Planned(one, digest, EntryVerdict.PROBLEM, problems=told)
    return Planned(_fitting(one, dates), digest, EntryVerdict.NEW, dates)


def _fitting(one: Entry, dates: Dates) -> Entry:
    """The entry with a description that all its events together may have."""
    most = MOST_SERIES_TEXT // len(dates.found) - _SPARE
    if len(one.description) <= most:
        return one
    return replace(one, description=clipped(one.description, most), notes=[*one.notes, SHORTER])


_ANY: dict[str, Any] = {"event_type": "training"}


def _values(shown: Occurrence, more: Mapping[str, Any]) -> EventWrite:
    """The event of one date, after the rules of every form. Raises Invalid."""
    one = shown.entry
    return parse(
        EventWrite,
        {
            "title": one.title,
            "description": one.description,
            "location": one.location,
            "address": one.address,
            "start_date": shown.start,
            "end_date": shown.end,
            **more,
        },
    )


def rows_of(
    planned: Planned, values: CalendarWrite, organizer_id: str, home: ZoneInfo, now: datetime
) -> list[Columns]:
    """A row for each event of an entry, the leader of a series first."""
    rows = [
        _row(one, planned.entry, values, organizer_id, home, now) for one in planned.dates.found
    ]
    rule, leader = planned.dates.rule, rows[0]["id"]
    if rule:
        for row in rows:
            row.update(writing.of_rule(rule), parent_event_id=leader)
        rows[0]["parent_event_id"] = None
    return rows


def _row(
    one: Occurrence,
    entry: Entry,
    values: CalendarWrite,
    organizer_id: str,
    home: ZoneInfo,
    now: datetime,
) -> Columns:
    own = one.entry if one.entry.replaces else entry
    chosen = {
        "event_type": values.event_type,
        "chapter_id": values.chapter_id,
        "is_public": values.is_public and not entry.is_private,
    }
    written = _values(replace(one, entry=own), chosen)
    return writing.new_rows(written, organizer_id, home, now)[0]
