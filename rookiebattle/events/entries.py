"""Reads a calendar file into entries: what each VEVENT says, and what is wrong with it. Pure.

Only what an event of the site has is read. Alarms, guests and tasks are passed over.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from hashlib import sha256
from zoneinfo import ZoneInfo

from rookiebattle.core.errors import Invalid, TooLarge
from rookiebattle.core.schemas import FIRST_YEAR, LAST_YEAR
from rookiebattle.core.values.encodings import decoded
from rookiebattle.core.values.html_text import text_of_html
from rookiebattle.core.values.text import clipped, made_visible, simple_breaks, without_unseen
from rookiebattle.events import foreign_zones

MOST_ENTRIES = 10_000
NO_CALENDAR = "This isn’t a calendar file: it doesn’t begin with BEGIN:VCALENDAR."
TOO_MANY = f"A calendar file may have at most {MOST_ENTRIES:,} events. Please split it."
LONGEST_LINE, LONGEST_TEXT = 255, 10_000
UNTITLED = "This entry has no title"
NO_START = f"This entry has no date between the years {FIRST_YEAR} and {LAST_YEAR}"
SHORTENED = "The {what} was too long, so it’s shortened"
UNKNOWN_ZONE = "We don’t know its time zone, “{zone}”, so we read its times as local"
NO_LENGTH = "It has no length, so it lasts two hours"
# A line that begins with a blank continues the one before, even behind empty lines.
_FOLD = re.compile(r"\n+[ \t]")
_LINE = re.compile(r"[^\n]+(?:\n++[ \t][^\n]*+)*+")
_NAME = re.compile(r"[A-Za-z0-9-]+")
# Outlook writes 'TZID=tzone://Microsoft/Utc' without the quotes that its colon needs.
_BARE_ZONE = re.compile(r"(;TZID=)([^\":;]*:[^\";]*?)(?=:\d{8}|;)", re.IGNORECASE)
_USUAL = timedelta(hours=2)
_A_MINUTE = timedelta(minutes=1)
# A longer one could end behind the last day of the calendar.
_LONGEST = timedelta(days=366) * (LAST_YEAR - FIRST_YEAR)
_MOST_LISTED, _MOST_READ, _DEEPEST, _LONGEST_ZONE = 1_000, 50_000, 20, 200

FindZone = Callable[[str], tzinfo | None]
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
class _Part:
    """A part of a file, such as a VEVENT: its lines by name, and the parts inside it.

    `number` is that of the line where the part begins.
    """

    name: str = ""
    number: int = 0
    lines: dict[str, list[str]] = field(default_factory=dict)
    inside: list["_Part"] = field(default_factory=list)

    def read(self, name: str) -> Iterator[tuple[Mapping[str, str], str]]:
        """The parameters and the value of each line of this name that can be read."""
        from icalendar.parser import Contentline

        for line in self.lines.get(name, ()):
            with suppress(ValueError):
                quoted = _BARE_ZONE.sub(r'\1"\2"', line, count=1)
                _, params, value = Contentline(quoted).parts()  # type: ignore[no-untyped-call]  # unannotated there
                yield {key.upper(): str(one) for key, one in params.items()}, value

    def params(self, name: str) -> Mapping[str, str]:
        return next((params for params, _ in self.read(name)), {})

    def value(self, name: str) -> str:
        return next((value for _, value in self.read(name)), "")


def read_entries(content: bytes, home: ZoneInfo, year: int) -> list[Entry]:
    """The entries of a file, in its order. `home` is the organization's zone.

    Raises Invalid for a file that is no calendar, and TooLarge for one of too many entries.
    """
    parts = defaultdict[str, list[_Part]](list)
    for part in _parts(decoded(content).text):
        parts[part.name].append(part)
    if not parts["VCALENDAR"]:
        raise Invalid(NO_CALENDAR)
    if len(parts["VEVENT"]) > MOST_ENTRIES:
        raise TooLarge(TOO_MANY)
    zone = _zones(parts, home, year)
    return [_entry(part, zone, home) for part in parts["VEVENT"]]


def _zones(parts: Mapping[str, Sequence[_Part]], home: ZoneInfo, year: int) -> FindZone:
    """A function from a zone's name in this file to the zone; no name means the calendar's own."""
    own = {part.value("TZID"): part for part in parts["VTIMEZONE"]}
    told = (part.value("X-WR-TIMEZONE") for part in parts["VCALENDAR"])
    floating = foreign_zones.named(next(filter(None, told), ""))

    @cache
    def find(name: str) -> tzinfo | None:
        if not name:
            return floating
        part = own.get(name)
        described = part and foreign_zones.described(_described(part), home, year)
        return foreign_zones.named(name) or described or foreign_zones.stated(name)

    return find


def _described(zone: _Part) -> dict[str, str]:
    """The values of a VTIMEZONE, and of its parts under names such as 'STANDARD.TZOFFSETTO'."""
    return {name: zone.value(name) for name in zone.lines} | {
        f"{part.name}.{name}": part.value(name) for part in zone.inside for name in part.lines
    }


def _parts(text: str) -> list[_Part]:
    """All parts of a file, in its order.

    `Calendar.from_ical` refuses the whole file for one line that it cannot read, knows no numbers
    of lines, and takes zones over from one file to the next.
    """
    around, parts = [_Part()], list[_Part]()
    for number, line in _unfolded(text):
        name, _, value = line.partition(":")
        word = value.strip().upper()
        match name.strip().upper():
            case "BEGIN":
                if len(around) > _DEEPEST:
                    raise Invalid(NO_CALENDAR)
                parts.append(_Part(word, number))
                around[-1].inside.append(parts[-1])
                around.append(parts[-1])
            case "END":
                # The parts inside that were never ended end with it.
                places = (at for at, part in enumerate(around) if at and part.name == word)
                del around[max(places, default=len(around)) :]
            case _ if found := _NAME.match(line):
                around[-1].lines.setdefault(found.group().upper(), []).append(line)
    return parts


def _unfolded(text: str) -> Iterator[tuple[int, str]]:
    """The lines with the numbers at which they begin."""
    plain, number, place = text.replace("\r\n", "\n").replace("\r", "\n"), 1, 0
    for line in _LINE.finditer(plain):
        number, place = number + plain.count("\n", place, line.start()), line.start()
        yield number, _FOLD.sub("", line.group())


def _entry(part: _Part, zone: FindZone, home: ZoneInfo) -> Entry:
    notes: list[str] = []
    start = _start(part, zone, notes)
    title = _line(part.value("SUMMARY"), "title", notes)
    location, address = _place(part.value("LOCATION"), notes)
    return Entry(
        line=part.number,
        uid=part.value("UID").strip() or f"{title} {part.value('DTSTART')}",
        title=title,
        description=_prose(part.value("DESCRIPTION"), notes),
        location=location,
        address=address,
        start=start,
        length=_length(part, start, zone, home, notes),
        rule="".join(part.value("RRULE").split()),
        more=_moments(part, "RDATE", zone),
        without=_moments(part, "EXDATE", zone),
        replaces=_first(part, "RECURRENCE-ID", zone),
        is_for_following="RANGE" in part.params("RECURRENCE-ID"),
        sequence=_number(part.value("SEQUENCE")),
        is_canceled=part.value("STATUS").strip().upper() == "CANCELLED",
        is_private=part.value("CLASS").strip().upper() in ("PRIVATE", "CONFIDENTIAL"),
        notes=notes,
        problem=NO_START if start is None else "" if title else UNTITLED,
    )


def _start(part: _Part, zone: FindZone, notes: list[str]) -> Moment | None:
    start, name = _first(part, "DTSTART", zone), part.params("DTSTART").get("TZID", "")
    if start and name and zone(name) is None:
        notes.append(UNKNOWN_ZONE.format(zone=clipped(made_visible(name[:_LONGEST_ZONE]), 40)))
    return start


def _first(part: _Part, name: str, zone: FindZone) -> Moment | None:
    return next(iter(_moments(part, name, zone)), None)


def _moments(part: _Part, name: str, zone: FindZone) -> list[Moment]:
    """The dates of all lines of this name; those that cannot be read are left out."""
    found: list[Moment] = []
    for params, value in part.read(name):
        here, texts = zone(params.get("TZID", "")), value.split(",")[:_MOST_LISTED]
        found += [moment for text in texts if (moment := _moment(text, here))]
    return found[:_MOST_LISTED]


def _moment(text: str, zone: tzinfo | None) -> Moment | None:
    """A date, or a date with a time. Of a period, its beginning."""
    from icalendar.prop import vDDDTypes

    try:
        value = vDDDTypes.from_ical(text.partition("/")[0].strip())  # type: ignore[no-untyped-call]  # the library leaves it unannotated
    except (ValueError, OverflowError):
        return None
    if not isinstance(value, date) or not FIRST_YEAR <= value.year < LAST_YEAR:
        return None
    if isinstance(value, datetime):
        return Moment(value.replace(tzinfo=None), value.tzinfo or zone)
    return Moment(datetime.combine(value, time()), None, is_day=True)


def _length(
    part: _Part, start: Moment | None, zone: FindZone, home: ZoneInfo, notes: list[str]
) -> timedelta:
    """How long an entry lasts. The days of a whole-day entry end a minute before midnight."""
    if start is None:
        return _USUAL
    end = _first(part, "DTEND", zone)
    length = _between(start, end, home) if end else _duration(part.value("DURATION"))
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
        length = vDuration.from_ical(text) if text else timedelta()  # type: ignore[no-untyped-call]  # the library leaves it unannotated
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
