"""Turns an agenda into the view of the calendar page. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import groupby

from rookiebattle import routes
from rookiebattle.chapters.wording import ALL_OVER, by_city
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.values.dates import day_words, is_this_weekend, month_words, spoken_day
from rookiebattle.events.models import EventType
from rookiebattle.events.towns import Towns, towns_of
from rookiebattle.events.wording import counted, first_day, time_on
from rookiebattle.pages.calendar.month import DayCell, weeks_of
from rookiebattle.pages.calendar.read import (
    DAY_PAGE,
    LIST_PAGE,
    MOST_LISTED,
    Agenda,
    begins,
)
from rookiebattle.pages.calendar.url import (
    EVERYWHERE,
    CalendarQuery,
    href,
    month_after,
    month_before,
)
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.view import EventCard, card_of
from rookiebattle.settings import get_settings
from rookiebattle.ui.forms import Option
from rookiebattle.ui.paging import Pager, pager_of

ALL_CHAPTERS, ALL_CITIES = Option(EVERYWHERE, "All chapters"), Option(EVERYWHERE, ALL_OVER)
FREE_PARK_DAYS = "Free Park Days"


@dataclass(frozen=True)
class Way:
    """A link with its words; without an address it is not shown."""

    href: str = ""
    words: str = ""


@dataclass(frozen=True)
class Feed:
    """The addresses under which programs subscribe to the events that are shown."""

    google: str = ""
    apple: str = ""
    outlook: str = ""
    address: str = ""


@dataclass(frozen=True)
class ListedDay:
    key: str = ""
    label: str = ""
    cards: Sequence[EventCard] = ()


@dataclass(frozen=True)
class CalendarFrame:
    """The titles and links around the grid or list; an empty link is not shown.

    `day_key` is the selected day in the address.
    """

    title: str = ""
    month: str = ""
    previous: str = ""
    next: str = ""
    today: str = ""
    calendar: str = routes.EVENTS
    list: str = routes.asked(routes.EVENTS, view="list")
    is_list: bool = False
    is_free: bool = False
    notice: str = ""
    chapter: str = ALL_CHAPTERS.value
    event_type: str = ""
    day: str = ""
    day_key: str = ""
    count: str = ""
    pager: Pager = field(default_factory=Pager)
    widened: str = ""
    nearby: Way = field(default_factory=Way)
    neighbor: Way = field(default_factory=Way)
    elsewhere: Way = field(default_factory=Way)
    other: Way = field(default_factory=Way)
    more: Way = field(default_factory=Way)
    feed: Feed = field(default_factory=Feed)


@dataclass(frozen=True)
class CalendarView:
    """The page. `type_links` has an address for each type of event."""

    frame: CalendarFrame = field(default_factory=CalendarFrame)
    weeks: Sequence[Sequence[DayCell]] = ()
    listed: Sequence[EventCard] = ()
    days: Sequence[ListedDay] = ()
    upcoming: Sequence[EventCard] = ()
    chapters: Sequence[Option] = (ALL_CHAPTERS,)
    type_links: Mapping[str, str] = field(default_factory=dict)
    me: str = ""


def view_of(found: Agenda, notice: str, actor: Actor, now: datetime) -> CalendarView:
    query, today, towns = found.query, clock.day_of(now), towns_of(found.chapters)
    return CalendarView(
        frame=_frame(found, notice, now),
        weeks=[] if query.is_list else weeks_of(query, found.day, today, found.spans),
        listed=[_on_day(event, found.day, now, towns) for event in found.listed if found.day],
        days=_days(found, now, towns) if query.is_list else [],
        upcoming=[card_of(event, now, towns) for event in found.upcoming],
        chapters=_choices(found),
        type_links=_type_links(query),
        me=actor.user_id,
    )


def _choices(found: Agenda) -> list[Option]:
    """Cities, or chapters such as 'Tidewall Dojo · Tampa': a visitor knows the city alone."""
    if found.query.free:
        return [ALL_CITIES, *(Option(*one) for one in by_city(found.chapters))]
    return [ALL_CHAPTERS, *(Option(one.id, f"{one.name} · {one.city}") for one in found.chapters)]


def _on_day(event: OwnEvent, day: date, now: datetime, towns: Towns) -> EventCard:
    """The card with the time that the event has on this one of its days."""
    at = time_on(day, event.start_date, event.end_date, event.time_zone)
    card = card_of(event, now, towns)
    begins_then = first_day(event.start_date, event.time_zone) == day
    return card if begins_then else replace(card, time=at)


def _days(found: Agenda, now: datetime, towns: Towns) -> list[ListedDay]:
    """The list by day. An event that began before the list stands under the list's first day."""
    today = clock.day_of(now)
    first = None if found.query.past else begins(found.query, today) or today

    def day_of(event: OwnEvent) -> date:
        day = first_day(event.start_date, event.time_zone)
        return max(day, first) if first else day

    # Two zones may have the days of one list in turns: they stay so.
    return [
        ListedDay(
            key=day.isoformat(),
            label=_heading(day, today),
            cards=[_on_day(one, day, now, towns) for one in group],
        )
        for day, group in groupby(found.listed, key=day_of)
    ]


def _heading(day: date, today: date) -> str:
    """'Today · Sunday, November 22', 'Saturday, January 9, 2027'."""
    near = {0: "Today · ", 1: "Tomorrow · ", -1: "Yesterday · "}.get((day - today).days, "")
    return f"{near}{spoken_day(day)}" + (f", {day.year}" if day.year != today.year else "")


def _frame(found: Agenda, notice: str, now: datetime) -> CalendarFrame:
    query, today = found.query, clock.day_of(now)
    before, after = month_before(query.month), month_after(query.month)
    widened = bool(query.chapter or query.event_type or query.free)
    return CalendarFrame(
        title=_list_title(query, today) if query.is_list else month_words(query.month),
        month=f"{query.month:%Y-%m}",
        previous=href(query, month=before, day=None),
        next=href(query, month=after, day=None),
        today=href(query, month=today.replace(day=1), day=None if query.is_list else today),
        calendar=href(query, view="calendar", day=None),
        list=href(query, view="list", day=None, past=False),
        is_list=query.is_list,
        is_free=query.free,
        notice=" ".join(part for part in (notice, found.notice) if part),
        chapter=query.chapter or ALL_CHAPTERS.value,
        event_type=query.event_type,
        day=spoken_day(found.day) if found.day else "",
        day_key=found.day.isoformat() if found.day else "",
        count=counted(found.total, "event"),
        widened=href(query, chapter="", event_type="", free=False) if widened else "",
        pager=_pager(found),
        nearby=_nearby(found, today),
        neighbor=_neighbor(found, today),
        elsewhere=_elsewhere(found),
        other=_other_list(query, today),
        more=_more(found, now),
        feed=_feed(found),
    )


def _list_title(query: CalendarQuery, today: date) -> str:
    if query.past:
        return "Earlier Events"
    if query.free:
        return FREE_PARK_DAYS if query.event_type == EventType.TRAINING else "Free Events"
    first = begins(query, today)
    return f"From {day_words(first, today)} On" if first else "From Today On"


def _other_list(query: CalendarQuery, today: date) -> Way:
    """The way from what is to come to what is over, and back; nothing over can be tried."""
    if query.free:
        return Way()
    if query.past or begins(query, today):
        return Way(href(query, past=False, day=None, month=today.replace(day=1)), "From today on")
    return Way(href(query, past=True, day=None), "Earlier")


def _more(found: Agenda, now: datetime) -> Way:
    """The way to the rest of the list; a long list goes on in a new one at its last day."""
    query, shown = found.query, len(found.listed)
    if not query.is_list or found.total <= shown or not shown:
        return Way()
    if query.page * LIST_PAGE < MOST_LISTED:
        return Way(href(query, page=query.page + 1), f"Show more ({found.total - shown:,})")
    if query.past:
        return Way()
    last = found.listed[-1]
    day = first_day(last.start_date, last.time_zone)
    return Way(href(query, day=day), f"Continue from {day_words(day, clock.day_of(now))}")


def _nearby(found: Agenda, today: date) -> Way:
    day = found.nearby.day
    if day is None:
        return Way()
    names = {one.id: one.city for one in found.chapters}
    where = names.get(found.query.chapter, "")
    words = (f"Next in {where}" if where else "Next") + _weekend(day, today)
    link = href(found.query, day=day, month=day.replace(day=1))
    return Way(link, f"{words}: {day_words(day, today)}")


def _neighbor(found: Agenda, today: date) -> Way:
    """Such as 'Nearest: St. Petersburg, 17 miles, Sat, Nov 28'."""
    near = found.nearby.neighbor
    if near is None:
        return Way()
    city = next(one.city for one in found.chapters if one.id == near.chapter_id)
    day, miles = near.day, counted(max(round(near.miles), 1), "mile")
    link = href(found.query, chapter=near.chapter_id, day=day, month=day.replace(day=1))
    words = f"Nearest{_weekend(day, today)}: {city}, {miles}, {day_words(day, today)}"
    return Way(link, words)


def _weekend(day: date, today: date) -> str:
    return " this weekend" if is_this_weekend(day, today) else ""


def _elsewhere(found: Agenda) -> Way:
    """The same day without the filter, if it has events; free park days of other cities."""
    if found.query.free and found.query.chapter:
        return Way(href(found.query, chapter=EVERYWHERE), "Show all cities")
    if not found.nearby.elsewhere or found.day is None:
        return Way()
    link = href(found.query, day=found.day, chapter="", event_type="")
    return Way(link, f"{counted(found.nearby.elsewhere, 'other event')} that day")


def _feed(found: Agenda) -> Feed:
    """The feed of the chosen chapter, or of all public events."""
    settings, chosen = get_settings(), found.query.chapter
    names = {one.id: f"{settings.org_name}: {one.name}" for one in found.chapters}
    path = routes.chapter_calendar(chosen) if chosen else routes.PUBLIC_CALENDAR
    return Feed(
        google=routes.google_subscription(path),
        apple=routes.subscription(path),
        outlook=routes.outlook_subscription(path, names.get(chosen, settings.org_name)),
        address=routes.absolute(path),
    )


def _pager(found: Agenda) -> Pager:
    query, day = found.query, found.day
    if query.is_list:
        return Pager()
    return pager_of(
        query.page, DAY_PAGE, found.total, lambda number: href(query, day=day, page=number)
    )


def _type_links(query: CalendarQuery) -> dict[str, str]:
    """For each type an address that filters by it, or ends the filter if the type is chosen."""
    return {
        kind.value: href(query, event_type="" if kind.value == query.event_type else kind.value)
        for kind in EventType
    }
