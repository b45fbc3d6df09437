"""The dates of an entry of a calendar file, and the series of the site that they fit into. Pure.

Rules of other programs may run for ever, so each is followed for a limited time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

from rookiebattle.core.errors import Invalid
from rookiebattle.core.values.dates import date_words
from rookiebattle.events.entries import Entry, Moment, Wall
from rookiebattle.events.models import Recurrence
from rookiebattle.events.recurrence import MOST_OCCURRENCES, MOST_YEARS, Rule, occurrences

AHEAD = timedelta(days=366 * MOST_YEARS)
# The days that all rules of a file may run through together: a few seconds of work. Each position
# of a rule is looked for on every day, and each entry that stands in for a date costs a few days.
MOST_DAYS = 2_000_000
STANDING_IN = 10
TOO_OFTEN = "It repeats more than once a day"
UNKNOWN_RULE = "We can’t read how it repeats"
TOO_LONG = "The entries in this file repeat for too long to read at once"
FOLLOWING = "A change to all later dates is only used for its first date"
CUT = f"Only the first {MOST_OCCURRENCES} dates are imported"
ENDLESS = "It continues after {day}; later dates aren’t imported"
_LONGEST_INTERVAL = 1_000
_ZONES_APART = timedelta(days=2)
_ENDS = ("UNTIL=", "COUNT=")
_OFTEN = frozenset({"SECONDLY", "MINUTELY", "HOURLY"})
_TIMES = ("BYHOUR", "BYMINUTE", "BYSECOND")
_DAYS = ("SU", "MO", "TU", "WE", "TH", "FR", "SA")
_PLAIN = frozenset({"FREQ", "INTERVAL", "UNTIL", "COUNT", "WKST"})

Recur = Mapping[str, Sequence[object]]


@dataclass(frozen=True, slots=True)
class Window:
    """The dates that are wanted: not over at `since`, and for what repeats not after `until`.

    `home` is the zone of the events, and of dates without a zone.
    """

    home: ZoneInfo
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One date of an entry. `original` is its start by the rule; `entry` may stand in for it."""

    original: datetime
    start: datetime
    end: datetime
    entry: Entry


@dataclass(slots=True)
class Dates:
    """The dates of an entry in the window. `is_over` is whether all its dates are before it.

    With a `rule` the originals are dates of that series, whose first is the first of them.
    """

    found: list[Occurrence] = field(default_factory=list)
    rule: Rule | None = None
    notes: list[str] = field(default_factory=list)
    problem: str = ""
    is_over: bool = False


@dataclass(slots=True)
class Patience:
    """The days that rules may still run through."""

    days: int = MOST_DAYS

    def spend(self, days: int) -> bool:
        """False when there are not so many left."""
        self.days -= max(days, 1)
        return self.days >= 0


def dates_of(entry: Entry, instead: Sequence[Entry], window: Window, patience: Patience) -> Dates:
    """The dates of an entry; those `instead` stand for single dates of it."""
    assert entry.start is not None  # the caller asks only for entries without a problem
    if instead and not patience.spend(STANDING_IN * len(instead)):
        return Dates(problem=TOO_LONG)
    from icalendar.prop import vRecur

    try:
        recur: Recur = vRecur.from_ical(entry.rule) if entry.rule else {}
        _refuse_often(recur, entry.rule)
        walls, is_endless = _walls(entry, entry.start, recur, window, patience)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return Dates(problem=UNKNOWN_RULE)
    except _Refused as refused:
        return Dates(problem=str(refused))
    dates, home = Dates(), window.home
    stands_in = dict(_by_original(instead, entry, home))
    near = _near(entry, walls, stands_in, window)
    every = _occurrences(entry, near, stands_in, home)
    if any(one.is_for_following for one in instead):
        dates.notes.append(FOLLOWING)
    dates.found = [one for one in every if one.end >= window.since]
    dates.is_over = (bool(every) or len(near) < len(walls)) and not dates.found
    _limit(dates, is_endless=is_endless, until=window.until.astimezone(home).date())
    if len(dates.found) > 1:
        dates.rule = _fitting(recur, dates.found, home)
    return dates


class _Refused(Exception):
    """A rule that is not followed; the message says why."""


def _limit(dates: Dates, *, is_endless: bool, until: date) -> None:
    if len(dates.found) > MOST_OCCURRENCES:
        del dates.found[MOST_OCCURRENCES:]
        dates.notes.append(CUT)
    elif is_endless and dates.found:
        dates.notes.append(ENDLESS.format(day=date_words(until)))


def _walls(
    entry: Entry, start: Moment, recur: Recur, window: Window, patience: Patience
) -> tuple[list[Wall], bool]:
    """The wall-clock starts, and whether the rule goes on after the window."""
    zone = start.zone or window.home
    listed = {_wall_of(one, zone) for one in entry.more}
    limit = window.until.astimezone(zone).replace(tzinfo=None)
    by_rule, is_endless = _by_rule(entry.rule, recur, start.wall, limit, zone, patience)
    without = {_wall_of(one, zone) for one in entry.without if not one.is_day}
    days = {one.wall.date() for one in entry.without if one.is_day}
    walls = {start.wall, *by_rule, *listed} - without
    return sorted(one for one in walls if one.date() not in days), is_endless


def _wall_of(one: Moment, zone: object) -> Wall:
    """A date by the clock of the entry's own zone."""
    if one.zone is None or one.zone == zone or one.is_day:
        return one.wall
    assert isinstance(zone, type(UTC) | ZoneInfo)
    return one.wall.replace(tzinfo=one.zone).astimezone(zone).replace(tzinfo=None)


def _by_rule(
    text: str, recur: Recur, start: Wall, limit: Wall, zone: object, patience: Patience
) -> tuple[list[Wall], bool]:
    if not recur:
        return [], False
    last, is_endless = limit, "COUNT" not in recur
    if "UNTIL" in recur:
        until = _until(recur["UNTIL"][0], zone)
        last, is_endless = min(limit, until), until > limit
    if last < start:
        return [], False
    if not patience.spend((last - start).days * max(len(recur.get("BYSETPOS", ())), 1)):
        raise _Refused(TOO_LONG)
    plain = ";".join(part for part in text.split(";") if not part.upper().startswith(_ENDS))
    found = rrulestr(plain, dtstart=start, ignoretz=True).replace(until=last)
    count = int(str(recur["COUNT"][0])) if "COUNT" in recur else None
    return list(islice(found, count)), is_endless


def _refuse_often(recur: Recur, text: str) -> None:
    """Refuse rules that come to many dates in a day, or never to the next."""
    if not text:
        return
    if str(recur["FREQ"][0]) in _OFTEN or any(len(recur.get(one, ())) > 1 for one in _TIMES):
        raise _Refused(TOO_OFTEN)
    if not 1 <= int(str(recur.get("INTERVAL", [1])[0])) <= _LONGEST_INTERVAL:
        raise _Refused(UNKNOWN_RULE)


def _until(value: object, zone: object) -> Wall:
    """The last moment of a rule, by the clock of the entry's zone; a day counts to its end."""
    if isinstance(value, datetime):
        return _wall_of(Moment(value.replace(tzinfo=None), value.tzinfo), zone)
    assert isinstance(value, date)
    return datetime.combine(value, datetime.max.time())


def _near(
    entry: Entry, walls: Sequence[Wall], stands_in: Mapping[datetime, Entry], window: Window
) -> list[Wall]:
    """The starts that may come into the window, no more of them than are taken.

    A rule may have thousands of starts, and to find the instants of one takes longer than to pass
    over it. A start for which another entry stands in may come from anywhere.
    """
    assert entry.start is not None
    zone = entry.start.zone or window.home
    since = window.since.astimezone(zone).replace(tzinfo=None)
    named = (at.astimezone(zone).replace(tzinfo=None) for at in stands_in)
    moved = set(walls).intersection(named)
    near = [wall for wall in walls if wall >= since - entry.length - _ZONES_APART]
    begun = [wall for wall in near if wall < since + _ZONES_APART]
    most = len(begun) + MOST_OCCURRENCES + 1 + len(moved)
    return sorted({*near[:most], *moved})


def _occurrences(
    entry: Entry, walls: Iterable[Wall], stands_in: dict[datetime, Entry], home: ZoneInfo
) -> list[Occurrence]:
    assert entry.start is not None
    found = []
    for wall in walls:
        original = Moment(wall, entry.start.zone).at(home).astimezone(UTC)
        shown = stands_in.pop(original, entry)
        if shown is entry:
            found.append(Occurrence(original, original, _end(entry, wall, home), entry))
        elif not shown.is_canceled and shown.start:
            start = shown.start.at(home).astimezone(UTC)
            found.append(Occurrence(original, start, _end(shown, shown.start.wall, home), shown))
    return found


def _by_original(
    instead: Iterable[Entry], entry: Entry, home: ZoneInfo
) -> Iterator[tuple[datetime, Entry]]:
    """The entries that stand for single dates, by the instant of the date by the rule."""
    assert entry.start is not None
    for one in instead:
        if one.replaces is None:
            continue
        wall, zone = one.replaces.wall, one.replaces.zone or entry.start.zone
        if one.replaces.is_day:
            wall, zone = datetime.combine(wall.date(), entry.start.wall.time()), entry.start.zone
        yield Moment(wall, zone).at(home).astimezone(UTC), one


def _end(entry: Entry, wall: Wall, home: ZoneInfo) -> datetime:
    assert entry.start is not None
    if entry.start.is_day:
        return Moment(wall + entry.length).at(home).astimezone(UTC)
    return Moment(wall, entry.start.zone).at(home).astimezone(UTC) + entry.length


def _fitting(recur: Recur, found: Sequence[Occurrence], home: ZoneInfo) -> Rule | None:
    """The rule of the site's own series that has all these dates, if there is one."""
    first = found[0].original
    last = max(one.original for one in found).astimezone(home).date()
    rule = _translated(recur, first.astimezone(home), last)
    if rule is None:
        return None
    try:
        series = {*occurrences(first, home, rule)}
    except Invalid:
        return None
    return rule if all(one.original in series for one in found) else None


def _translated(recur: Recur, first: datetime, last: date) -> Rule | None:
    """The nearest rule of ours; it may not fit."""
    more = recur.keys() - _PLAIN
    interval = int(str(recur.get("INTERVAL", [1])[0]))
    match str(recur.get("FREQ", [""])[0]):
        case "DAILY" if interval == 1:
            return Rule(Recurrence.CUSTOM, 1, last, _weekdays(recur) or range(7))
        case "WEEKLY" if more <= {"BYDAY"}:
            days = _weekdays(recur)
            if set(days) - {first.isoweekday() % 7}:
                return Rule(Recurrence.CUSTOM, interval, last, days)
            return Rule(Recurrence.WEEKLY, interval, last)
        case "MONTHLY" if more <= {"BYMONTHDAY"}:
            return Rule(Recurrence.MONTHLY, interval, last)
    return None


def _weekdays(recur: Recur) -> list[int]:
    """The weekdays of a rule, 0 is Sunday; days such as 'the second Monday' are left out."""
    return sorted({_DAYS.index(str(day)) for day in recur.get("BYDAY", ()) if str(day) in _DAYS})
