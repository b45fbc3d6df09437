"""The month as weeks of days with their marks, for the calendar's grid. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from rookiebattle.core.values.dates import FROM_SUNDAY, spoken_day
from rookiebattle.core.values.text import clipped
from rookiebattle.events.schemas import Span
from rookiebattle.events.wording import counted, first_day, last_day, time_on
from rookiebattle.pages.calendar.url import CalendarQuery, href

MARKS = LINES = 3
MOST_IN_LINE = 40
WEEKDAYS = tuple((name[:2], name) for name in FROM_SUNDAY)


@dataclass(frozen=True)
class DayLine:
    """An event in the cell of a day, where the screen is wide."""

    key: str = ""
    kind: str = ""
    time: str = ""
    title: str = ""
    is_canceled: bool = False


@dataclass(frozen=True)
class DayCell:
    """A day of the grid. `tone` is '', 'past' or 'outside'; `reach` is its tab index.

    Phones show `marks` and `more`; wide screens show `lines`, the last of which may be `rest`.
    """

    key: str = ""
    numeral: str = ""
    label: str = ""
    href: str = ""
    marks: Sequence[str] = ()
    more: str = ""
    lines: Sequence[DayLine] = ()
    rest: str = ""
    tone: str = ""
    is_today: bool = False
    is_selected: bool = False
    reach: int = -1


def first_shown(month: date) -> date:
    """The Sunday on or before the first day of the month."""
    return month - timedelta(days=month.isoweekday() % 7)


def last_shown(month: date) -> date:
    """The Saturday on or after the last day of the month."""
    last = (month + timedelta(days=32)).replace(day=1) - timedelta(days=1)
    return last + timedelta(days=6 - last.isoweekday() % 7)


def weeks_of(
    query: CalendarQuery, chosen: date | None, today: date, events: Iterable[Span]
) -> list[list[DayCell]]:
    first, last = first_shown(query.month), last_shown(query.month)
    found = events_by_day(events, first, last)
    reachable = _reachable(query, chosen, today)
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    cells = [
        replace(
            _cell(day, query, today, found.get(day, ())),
            is_selected=day == chosen,
            reach=0 if day == reachable else -1,
        )
        for day in days
    ]
    return [cells[n : n + 7] for n in range(0, len(cells), 7)]


def events_by_day(events: Iterable[Span], first: date, last: date) -> dict[date, list[Span]]:
    """The events of each day, in their order. An event counts on every day that it touches."""
    found: dict[date, list[Span]] = defaultdict(list)
    for event in events:
        begins, ends = span_of(event)
        day = max(begins, first)
        while day <= min(ends, last):
            found[day].append(event)
            day += timedelta(days=1)
    return found


def first_choice(events: Iterable[Span], month: date, today: date) -> date:
    """The day that is selected at first: the next one with events from today on.

    Without one it is today, or the first of another month.
    """
    first, last = first_shown(month), last_shown(month)
    busy = events_by_day(events, max(first, today), last)
    if first <= today <= last:
        return min(busy, default=today)
    return min((day for day in busy if day >= month), default=month)


@lru_cache(maxsize=4096)
def span_of(event: Span) -> tuple[date, date]:
    """The first and last day of an event, in its own zone.

    Remembered: one page asks three times for each event, and zones are most of a month's cost.
    """
    zone = event.time_zone
    return first_day(event.start, zone), last_day(event.start, event.end, zone)


def day_label(day: date, count: int, *, is_today: bool = False) -> str:
    """The day in words for screen readers, such as 'Saturday, March 14, 4 events'."""
    events = counted(count, "event") if count else "no events"
    return f"{'Today, ' if is_today else ''}{spoken_day(day)}, {events}"


def _cell(day: date, query: CalendarQuery, today: date, found: Sequence[Span]) -> DayCell:
    rest = len(found) - MARKS
    lines = LINES - 1 if rest > 0 else LINES
    return DayCell(
        key=day.isoformat(),
        numeral=str(day.day),
        label=day_label(day, len(found), is_today=day == today),
        href=href(query, day=day, month=query.month),
        marks=[one.event_type for one in found[:MARKS]],
        more=f"+{rest}" if rest > 0 else "",
        lines=[_line(one, day) for one in found[:lines]],
        rest=f"+{len(found) - lines} more" if rest > 0 else "",
        tone=_tone(day, query.month, today),
        is_today=day == today,
    )


def _line(event: Span, day: date) -> DayLine:
    at = time_on(day, event.start, event.end, event.time_zone)
    title = clipped(event.title, MOST_IN_LINE)
    return DayLine(event.id, event.event_type, at, title, event.is_canceled)


def _tone(day: date, month: date, today: date) -> str:
    if (day.year, day.month) != (month.year, month.month):
        return "outside"
    return "past" if day < today else ""


def _reachable(query: CalendarQuery, chosen: date | None, today: date) -> date:
    """The one day at which the Tab key stops."""
    shown = range(first_shown(query.month).toordinal(), last_shown(query.month).toordinal() + 1)
    for day in (chosen, today):
        if day is not None and day.toordinal() in shown:
            return day
    return query.month
