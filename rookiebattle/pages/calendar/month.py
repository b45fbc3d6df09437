"""The month as weeks of days with their marks, for the calendar's grid. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from rookiebattle.events.schemas import Span
from rookiebattle.events.wording import counted, last_day
from rookiebattle.pages.calendar.url import CalendarQuery, href

MARKS = 3
WEEKDAYS = (
    ("Su", "Sunday"),
    ("Mo", "Monday"),
    ("Tu", "Tuesday"),
    ("We", "Wednesday"),
    ("Th", "Thursday"),
    ("Fr", "Friday"),
    ("Sa", "Saturday"),
)


@dataclass(frozen=True)
class DayCell:
    """A day of the grid. `tone` is '', 'past' or 'outside'; `reach` is its tab index."""

    key: str = ""
    numeral: str = ""
    label: str = ""
    href: str = ""
    marks: list[str] = ()  # type: ignore[assignment]  # frozen; always given
    more: str = ""
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


def weeks_of(query: CalendarQuery, today: date, events: Iterable[Span]) -> list[list[DayCell]]:
    """The weeks of the month, from Sunday, each day with its marks."""
    first, last = first_shown(query.month), last_shown(query.month)
    kinds = kinds_by_day(events, first, last)
    reachable = _reachable(query, today)
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    cells = [_cell(day, query, today, kinds, reach=day == reachable) for day in days]
    return [cells[n : n + 7] for n in range(0, len(cells), 7)]


def kinds_by_day(events: Iterable[Span], first: date, last: date) -> Mapping[date, Sequence[str]]:
    """The event types of each day, by start. An event counts on every day that it touches."""
    kinds: dict[date, list[str]] = defaultdict(list)
    for event in sorted(events, key=lambda one: one.start):
        begins, ends = span_of(event)
        day = max(begins, first)
        while day <= min(ends, last):
            kinds[day].append(event.event_type)
            day += timedelta(days=1)
    return kinds


def span_of(event: Span) -> tuple[date, date]:
    """The first and last day of an event, in its own zone."""
    begins = event.start.astimezone(ZoneInfo(event.time_zone)).date()
    return begins, last_day(event.start, event.end, event.time_zone)


def day_label(day: date, count: int, *, is_today: bool = False) -> str:
    """The day in words for screen readers, such as 'Saturday, 14 March, 4 events'."""
    events = counted(count, "event") if count else "no events"
    return f"{'Today, ' if is_today else ''}{spoken(day)}, {events}"


def spoken(day: date) -> str:
    """A date such as 'Saturday, 14 March'."""
    return f"{day:%A}, {day.day} {day:%B}"


def _cell(
    day: date,
    query: CalendarQuery,
    today: date,
    kinds: Mapping[date, Sequence[str]],
    *,
    reach: bool,
) -> DayCell:
    types = kinds.get(day, ())
    rest = len(types) - MARKS
    return DayCell(
        key=day.isoformat(),
        numeral=str(day.day),
        label=day_label(day, len(types), is_today=day == today),
        href=href(query, day=day, month=query.month),
        marks=list(types[:MARKS]),
        more=f"+{rest}" if rest > 0 else "",
        tone=_tone(day, query.month, today),
        is_today=day == today,
        is_selected=day == query.day,
        reach=0 if reach else -1,
    )


def _tone(day: date, month: date, today: date) -> str:
    if (day.year, day.month) != (month.year, month.month):
        return "outside"
    return "past" if day < today else ""


def _reachable(query: CalendarQuery, today: date) -> date:
    """The one day at which the Tab key stops."""
    shown = range(first_shown(query.month).toordinal(), last_shown(query.month).toordinal() + 1)
    for day in (query.day, today):
        if day is not None and day.toordinal() in shown:
            return day
    return query.month
