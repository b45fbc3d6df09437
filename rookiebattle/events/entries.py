"""Reads a calendar file into entries: what each VEVENT says, and what is wrong with it. Pure.

Only what an event of the site has is read. Alarms, guests and tasks are passed over.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from hashlib import sha256
from zoneinfo import ZoneInfo

from rookiebattle.core.errors import Invalid, TooLarge
from rookiebattle.core.schemas import FIRST_YEAR, LAST_YEAR
from rookiebattle.core.values.encodings import decoded
from rookiebattle.core.values.html_text import text_of_html
from rookiebattle.core.values.text import clipped, made_visible, simple_breaks, without_unseen
from rookiebattle.events import foreign_zones

MOST_ENTRIES = 10_000
NO_CALENDAR = "This is not a calendar file: it does not begin with BEGIN:VCALENDAR."
TOO_MANY = f"A calendar file may have at most {MOST_ENTRIES:,} events. Please divide it."
LONGEST_LINE, LONGEST_TEXT = 255, 10_000
UNTITLED = "This entry has no title"
NO_START = f"This entry has no date between the years {FIRST_YEAR} and {LAST_YEAR}"
SHORTENED = "The {what} was too long and is cut"
UNKNOWN_ZONE = "Its time zone “{zone}” is not known, so its times are taken as local ones"
NO_LENGTH = "It has no length, so it lasts two hours"
_BREAK = re.compile(r"\r\n|\r|\n")
_NAME = re.compile(r"[A-Za-z0-9-]+")
_WANTED = frozenset(
    {"UID", "SEQUENCE", "SUMMARY", "DESCRIPTION", "LOCATION", "STATUS", "CLASS"}
    | {"DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID"}
)
_ZONE_WANTED = frozenset({"TZID", "X-LIC-LOCATION", "TZOFFSETTO", "DTSTART", "RRULE"})
_USUAL = timedelta(hours=2)
_A_MINUTE = timedelta(minutes=1)
# A longer one could end behind the last day of the calendar.
_LONGEST = timedelta(days=366) * (LAST_YEAR - FIRST_YEAR)
_MOST_LISTED, _MOST_READ, _DEEPEST, _LONGEST_ZONE = 1_000, 50_000, 20, 200

Wall = datetime
"""A date and time without a zone: what a clock on the wall says."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A time in a file, by the clock of its zone. Without a zone it is the reader's own."""

    wall: Wall
    zone: tzinfo | None = None
    is_day: bool = False

    def at(self, home: ZoneInfo) -> datetime:
        """The instant, with a zone; `home` is the zone of a moment that has none."""
        return self.wall.replace(tzinfo=self.zone or home, fold=0)


@dataclass(frozen=True, slots=True)
class Entry:
    """One VEVENT. `rule` is its RRULE; `replaces` the date of a series that it stands for.

    Of two entries with one UID, the one of the higher `sequence` is the newer version.
    """

    line: int
    uid: str
    title: str = ""
    description: str = ""
    location: str = ""
    address: str = ""
    start: Moment | None = None
    length: timedelta = _USUAL
    rule: str = ""
    more: Sequence[Moment] = ()
    without: Sequence[Moment] = ()
    replaces: Moment | None = None
    is_for_following: bool = False
    sequence: int = 0
    is_canceled: bool = False
    is_private: bool = False
    notes: Sequence[str] = ()
    problem: str = ""

    @property
    def digest(self) -> str:
        """The UID in a form that fits into a column, however long it is."""
        return sha256(self.uid.encode()).hexdigest()


@dataclass(slots=True)
class _Raw:
    """The lines of a part of a file: (name, parameters, value), and the line where it begins."""

    line: int
    lines: list[tuple[str, Mapping[str, str], str]] = field(default_factory=list)

    def parameters(self, name: str) -> Mapping[str, str]:
        return next((params for one, params, _ in self.lines if one == name), {})

    def value(self, name: str) -> str:
        return next((value for one, _, value in self.lines if one == name), "")


@dataclass(slots=True)
class _Zones:
    """The zones of a file. `own` has its descriptions, `floating` the zone of its calendar."""

    home: ZoneInfo
    year: int
    own: dict[str, dict[str, str]] = field(default_factory=dict)
    floating: tzinfo | None = None
    _found: dict[str, tzinfo | None] = field(default_factory=dict)

    def find(self, name: str) -> tzinfo | None:
        """The zone of this name, once the whole file is read; every date of it may ask."""
        if name not in self._found:
            self._found[name] = self._search(name)
        return self._found[name]

    def _search(self, name: str) -> tzinfo | None:
        lines = self.own.get(name)
        described = foreign_zones.described(lines, self.home, self.year) if lines else None
        return foreign_zones.named(name) or described or foreign_zones.stated(name)


def read_entries(content: bytes, home: ZoneInfo, year: int) -> list[Entry]:
    """The entries of a file, in its order. `home` is the organization's zone.

    Raises Invalid for a file that is no calendar, and TooLarge for one of too many entries.
    """
    file = _File(_Zones(home, year))
    for number, line in _unfolded(decoded(content).text.removeprefix("\ufeff")):
        name, _, value = line.partition(":")
        match name.strip().upper():
            case "BEGIN":
                file.begin(value.strip().upper(), number)
            case "END":
                file.end(value.strip().upper())
            case word:
                file.add(word, value, line)
    if not file.is_calendar:
        raise Invalid(NO_CALENDAR)
    return [_entry(raw, file.zones) for raw in file.events]


@dataclass(slots=True)
class _File:
    """A file as far as it was read: its events and zones, and the parts that are open now."""

    zones: _Zones
    events: list[_Raw] = field(default_factory=list)
    is_calendar: bool = False
    _open: list[str] = field(default_factory=list)
    _zone: dict[str, str] = field(default_factory=dict)

    def begin(self, part: str, number: int) -> None:
        if len(self._open) >= _DEEPEST:
            raise Invalid(NO_CALENDAR)
        self._open.append(part)
        self.is_calendar = self.is_calendar or part == "VCALENDAR"
        if part == "VEVENT":
            self.events.append(_Raw(number))
            if len(self.events) > MOST_ENTRIES:
                raise TooLarge(TOO_MANY)
        elif part == "VTIMEZONE":
            self._zone = {}

    def end(self, part: str) -> None:
        """End a part, and with it the parts inside that were never ended."""
        if part not in self._open:
            return
        while self._open.pop() != part:
            pass
        if part == "VTIMEZONE":
            self.zones.own[self._zone.get("TZID", "")] = self._zone

    def add(self, word: str, value: str, line: str) -> None:
        """A line inside the part that was begun last."""
        part = self._open[-1] if self._open else ""
        if part == "VEVENT":
            _add(self.events[-1], line, _WANTED)
        elif "VTIMEZONE" in self._open:
            raw = _Raw(0)
            _add(raw, line, _ZONE_WANTED)
            for name, _, text in raw.lines:
                self._zone[name if part == "VTIMEZONE" else f"{part}.{name}"] = text
        elif word == "X-WR-TIMEZONE":
            self.zones.floating = foreign_zones.named(value)


def _unfolded(text: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers; a line that begins with a blank continues the one before.

    Some programs put empty lines in between.
    """
    parts, began = list[str](), 1
    for number, line in enumerate(_BREAK.split(text), 1):
        if line[:1] in (" ", "\t") and parts:
            parts.append(line[1:])
        elif line:
            if parts:
                yield began, "".join(parts)
            parts, began = [line], number
    if parts:
        yield began, "".join(parts)


def _add(raw: _Raw, line: str, wanted: frozenset[str]) -> None:
    found = _NAME.match(line)
    if not found or found.group().upper() not in wanted:
        return
    from icalendar.parser import Contentline

    try:
        name, params, value = Contentline(line).parts()  # type: ignore[no-untyped-call]  # the library leaves it unannotated
    except ValueError:
        return
    told = {str(key).upper(): str(one) for key, one in params.items()}
    raw.lines.append((str(name).upper(), told, str(value)))


def _entry(raw: _Raw, zones: _Zones) -> Entry:
    notes: list[str] = []
    start, problem = _start(raw, zones, notes)
    title = _line(raw.value("SUMMARY"), "title", notes)
    location, address = _place(raw.value("LOCATION"), notes)
    if not title:
        problem = problem or UNTITLED
    return Entry(
        line=raw.line,
        uid=raw.value("UID").strip() or f"{title} {raw.value('DTSTART')}",
        title=title,
        description=_prose(raw.value("DESCRIPTION"), notes),
        location=location,
        address=address,
        start=start,
        length=_length(raw, start, zones, notes),
        rule="".join(raw.value("RRULE").split()),
        more=_moments(raw, "RDATE", zones),
        without=_moments(raw, "EXDATE", zones),
        replaces=next(iter(_moments(raw, "RECURRENCE-ID", zones)), None),
        is_for_following="RANGE" in raw.parameters("RECURRENCE-ID"),
        sequence=_number(raw.value("SEQUENCE")),
        is_canceled=raw.value("STATUS").strip().upper() == "CANCELLED",
        is_private=raw.value("CLASS").strip().upper() in ("PRIVATE", "CONFIDENTIAL"),
        notes=notes,
        problem=problem,
    )


def _start(raw: _Raw, zones: _Zones, notes: list[str]) -> tuple[Moment | None, str]:
    found = _moments(raw, "DTSTART", zones)
    if not found:
        return None, NO_START
    if (name := raw.parameters("DTSTART").get("TZID", "")) and zones.find(name) is None:
        notes.append(UNKNOWN_ZONE.format(zone=clipped(made_visible(name[:_LONGEST_ZONE]), 40)))
    return found[0], ""


def _moments(raw: _Raw, name: str, zones: _Zones) -> list[Moment]:
    """The dates of all lines of this name; those that cannot be read are left out."""
    found: list[Moment] = []
    for one, params, value in raw.lines:
        if one == name:
            zone = zones.find(params["TZID"]) if params.get("TZID") else zones.floating
            texts = value.split(",")[:_MOST_LISTED]
            found += [moment for text in texts if (moment := _moment(text, zone))]
    return found[:_MOST_LISTED]


def _moment(text: str, zone: tzinfo | None) -> Moment | None:
    """A date, or a date with a time. Of a period, its beginning."""
    from icalendar.prop import vDDDTypes

    try:
        value = vDDDTypes.from_ical(text.partition("/")[0].strip())  # type: ignore[no-untyped-call]  # see _add
    except (ValueError, OverflowError):
        return None
    if not isinstance(value, date) or not FIRST_YEAR <= value.year < LAST_YEAR:
        return None
    if isinstance(value, datetime):
        return Moment(value.replace(tzinfo=None), value.tzinfo or zone)
    return Moment(datetime.combine(value, time()), None, is_day=True)


def _length(raw: _Raw, start: Moment | None, zones: _Zones, notes: list[str]) -> timedelta:
    """How long an entry lasts. The days of a whole-day entry end a minute before midnight."""
    if start is None:
        return _USUAL
    ends = _moments(raw, "DTEND", zones)
    length = _between(start, ends[0], zones.home) if ends else _duration(raw.value("DURATION"))
    if start.is_day:
        return max(length, timedelta(days=1)) - _A_MINUTE
    if length <= timedelta():
        notes.append(NO_LENGTH)
        return _USUAL
    return length


def _between(start: Moment, end: Moment, home: ZoneInfo) -> timedelta:
    if start.is_day or end.is_day:
        return end.wall - start.wall
    return end.at(home).astimezone(UTC) - start.at(home).astimezone(UTC)


def _duration(text: str) -> timedelta:
    from icalendar.prop import vDuration

    try:
        length = vDuration.from_ical(text) if text else timedelta()  # type: ignore[no-untyped-call]  # see _add
    except (ValueError, OverflowError):
        return timedelta()
    return min(length, _LONGEST)


def _number(text: str) -> int:
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0


def _line(text: str, what: str, notes: list[str]) -> str:
    line = made_visible(text_of_html(text[:_MOST_READ]))
    if len(line) > LONGEST_LINE:
        notes.append(SHORTENED.format(what=what))
    return clipped(line, LONGEST_LINE)


def _prose(text: str, notes: list[str]) -> str:
    prose = without_unseen(simple_breaks(text_of_html(text[:_MOST_READ]))).strip()
    if len(prose) > LONGEST_TEXT:
        notes.append(SHORTENED.format(what="description"))
    return clipped(prose, LONGEST_TEXT)


def _place(text: str, notes: list[str]) -> tuple[str, str]:
    """The name of a place, and its address behind the first comma or line break."""
    whole = without_unseen(simple_breaks(text_of_html(text[:_MOST_READ]))).strip()
    name, _, address = re.sub(r"[,\n]", "\n", whole, count=1).partition("\n")
    return _line(name, "place", notes), _line(address, "address", notes)
