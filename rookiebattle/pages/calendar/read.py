"""Reads the month, the selected day or list, and the next events, in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.values.distance import miles_between
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventFilter, EventOrder, EventRead, Span
from rookiebattle.events.when import is_current_or_future, is_future
from rookiebattle.events.wording import first_day
from rookiebattle.pages.calendar.month import first_choice, first_shown, last_shown, span_of
from rookiebattle.pages.calendar.url import CalendarQuery
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.service import registering
from rookiebattle.settings import get_settings
from rookiebattle.ui.paging import window_of

NEXT_EVENTS = 5
MOST_RUNNING = 5
LIST_PAGE = 20
# A longer list would make the page slow; it goes on at its last day.
MOST_LISTED = 10 * LIST_PAGE
DAY_PAGE = 50
# A day of any zone lies within this distance of the same day in UTC.
ZONES_APART = timedelta(hours=14)
# Further ahead another chapter is no answer to what can be done around the chosen day.
NEIGHBORS_WITHIN = timedelta(days=14)
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
A_DAY, SOON = timedelta(days=1), timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Neighbor:
    """The nearest other chapter with an event, and the day of that event."""

    chapter_id: str
    miles: float
    day: date


@dataclass(frozen=True, slots=True)
class Nearby:
    """The offers of a day without events: the next day with some, and that day without a filter.

    `neighbor` has an event before the chosen chapter's own next one.
    """

    day: date | None = None
    elsewhere: int = 0
    neighbor: Neighbor | None = None


@dataclass(frozen=True, slots=True)
class Agenda:
    """`spans` are all events of the grid; `listed` is the list, or a page of the selected day."""

    query: CalendarQuery
    day: date | None
    spans: Sequence[Span]
    total: int
    listed: Sequence[OwnEvent]
    upcoming: Sequence[OwnEvent]
    chapters: Sequence[ChapterChoice]
    notice: str = ""
    nearby: Nearby = field(default_factory=Nearby)


def agenda(session: Session, actor: Actor, *, query: CalendarQuery, now: datetime) -> Agenda:
    """All data of the calendar for this query. An unknown chapter is ignored, with a notice."""
    choices = chapters.choices(session, actor)
    query, notice = _known_chapter(query, choices)
    read = _listing if query.is_list else _month
    found = replace(read(session, actor, query, now), chapters=choices, notice=notice)
    is_empty_day = found.day is not None and not found.total
    return replace(found, nearby=_nearby(session, actor, found, now)) if is_empty_day else found


def midnight_here(day: date) -> datetime:
    zone = get_settings().org_zone
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _month(session: Session, actor: Actor, query: CalendarQuery, now: datetime) -> Agenda:
    spans = _spans(session, actor, query)
    day = query.day or first_choice(spans, query.month, clock.day_of(now))
    chosen = _of_day(day, spans)
    window = window_of(query.page, DAY_PAGE)
    next_ids = _next_ids(session, actor, query, now)
    shown = [span.id for span in chosen[window.offset : window.offset + window.limit]]
    found = {
        event.id: event
        for event in registering.list_chosen(session, actor, event_ids={*shown, *next_ids})
    }
    return Agenda(
        query=query,
        day=day,
        spans=spans,
        total=len(chosen),
        listed=[found[id_] for id_ in shown if id_ in found],
        upcoming=_upcoming([found[id_] for id_ in next_ids if id_ in found], now),
        chapters=[],
    )


def _listing(session: Session, actor: Actor, query: CalendarQuery, now: datetime) -> Agenda:
    """The list from today, from another day on, or of what is over."""
    page = (_over if query.past else _ahead)(session, actor, query, now)
    following = page.items[: NEXT_EVENTS + MOST_RUNNING]
    if query.past or begins(query, clock.day_of(now)):
        next_ids = _next_ids(session, actor, query, now)
        following = registering.list_chosen(session, actor, event_ids=next_ids)
    return Agenda(query, None, [], page.total, page.items, _upcoming(following, now), [])


def _ahead(session: Session, actor: Actor, query: CalendarQuery, now: datetime) -> Page[OwnEvent]:
    """Events that are not over, from the list's first day on."""
    first = begins(query, clock.day_of(now))
    wanted = replace(_wanted(query), starts_from=midnight_here(first) if first else None)
    page = registering.list_with_status(
        session, actor, wanted=replace(wanted, window=_shown(query))
    )
    if not query.free:
        return page
    coming = [one for one in page.items if is_future(one.start_date, now)]
    return Page(coming, page.total - (len(page.items) - len(coming)))


def _over(session: Session, actor: Actor, query: CalendarQuery, now: datetime) -> Page[OwnEvent]:
    """Events that are over, latest first."""
    # A total is remembered by its period, so the period's end changes every few minutes only.
    until = LONG_AGO + ((now - LONG_AGO) // SOON + 1) * SOON
    wanted = replace(
        _wanted(query),
        starts_from=LONG_AGO,
        to=until,
        order=EventOrder.LATEST,
        window=_shown(query),
    )
    page = registering.list_with_status(session, actor, wanted=wanted)
    over = [one for one in page.items if not is_current_or_future(one.end_date, now)]
    return Page(over, page.total - (len(page.items) - len(over)))


def begins(query: CalendarQuery, today: date) -> date | None:
    """The day on which a list begins, if it is a later one than today."""
    return query.day if query.day and query.day > today else None


def _shown(query: CalendarQuery) -> Window:
    return Window(min(query.page * LIST_PAGE, MOST_LISTED))


def _next_ids(session: Session, actor: Actor, query: CalendarQuery, now: datetime) -> list[str]:
    wanted = replace(_wanted(query), starts_from=now)
    return events.current_ids(session, actor, wanted=wanted, count=NEXT_EVENTS + MOST_RUNNING)


def _upcoming(found: Sequence[OwnEvent], now: datetime) -> list[OwnEvent]:
    running = [one for one in found if not is_future(one.start_date, now)]
    return [*running, *[one for one in found if is_future(one.start_date, now)][:NEXT_EVENTS]]


def _nearby(session: Session, actor: Actor, found: Agenda, now: datetime) -> Nearby:
    """The surroundings of a day without events. One statement reads all chapters."""
    query, day = found.query, found.day
    if day is None:
        return Nearby()
    following = _following(session, actor, found, max(midnight_here(day + A_DAY), now))
    # Behind the last event of all, the next one from now on is the nearest.
    ahead = [one for one in found.upcoming if is_future(one.start_date, now)]
    offered = following or _first_day_of(ahead)
    if not query.chapter and not query.event_type:
        return Nearby(offered)
    everywhere = replace(_wanted(query, day, day + NEIGHBORS_WITHIN), chapter_id=None)
    spans = events.spans(session, actor, wanted=replace(everywhere, event_type=None))
    return Nearby(offered, len(_of_day(day, spans)), _neighbor(found, spans, following, now))


def _following(session: Session, actor: Actor, found: Agenda, after: datetime) -> date | None:
    """The day of the first event after this instant.

    The next events were read already: a statement is needed only when all of them are earlier.
    """
    later: Sequence[EventRead] = [one for one in found.upcoming if is_future(one.start_date, after)]
    if found.upcoming and not later:
        wanted = _wanted(found.query)
        ids = events.next_ids(session, actor, after=after, wanted=wanted, count=NEXT_EVENTS)
        later = events.list_by_ids(session, actor, event_ids=ids)
    return _first_day_of(later)


def _first_day_of(events_ahead: Sequence[EventRead]) -> date | None:
    """The day of the first of these events that takes place."""
    taking_place = (one for one in events_ahead if one.canceled_at is None)
    return next((first_day(one.start_date, one.time_zone) for one in taking_place), None)


def _neighbor(
    found: Agenda, spans: Sequence[Span], following: date | None, now: datetime
) -> Neighbor | None:
    """The nearest other chapter with an event of the chosen type, before `following`."""
    day, places = found.day, _places(found.chapters)
    here = places.pop(found.query.chapter, None)
    if here is None or day is None:
        return None
    days: dict[str, date] = {}
    for span in spans:
        is_wanted = found.query.event_type in ("", span.event_type) and not span.is_canceled
        if is_wanted and span.chapter_id in places and is_current_or_future(span.end, now):
            first, last = span_of(span)
            if last >= day:
                days.setdefault(span.chapter_id, max(first, day, clock.day_of(now)))
    offered = [
        Neighbor(id_, miles_between(here, places[id_]), on)
        for id_, on in days.items()
        if following is None or on < following
    ]
    return min(offered, key=lambda one: one.miles, default=None)


def _places(choices: Sequence[ChapterChoice]) -> dict[str, tuple[Decimal, Decimal]]:
    return {
        one.id: (one.latitude, one.longitude)
        for one in choices
        if one.latitude is not None and one.longitude is not None
    }


def _known_chapter(
    query: CalendarQuery, choices: Sequence[ChapterChoice]
) -> tuple[CalendarQuery, str]:
    if not query.chapter or query.chapter in {choice.id for choice in choices}:
        return query, ""
    return query.without_chapter(), "We don’t know that chapter, so here are all of them."


def _wanted(
    query: CalendarQuery, first: date | None = None, last: date | None = None
) -> EventFilter:
    """The query's filters, over a period that includes these days in every zone."""
    return EventFilter(
        starts_from=_midnight(first) - ZONES_APART if first else None,
        to=_midnight(last + A_DAY) + ZONES_APART if last else None,
        chapter_id=query.chapter or None,
        event_type=query.event_type or None,
        is_free_seat=query.free,
        is_hosted=query.free,
    )


def _spans(session: Session, actor: Actor, query: CalendarQuery) -> list[Span]:
    """The spans of the grid's days, and of the selected day if it is outside of the grid."""
    first, last = first_shown(query.month), last_shown(query.month)
    found = events.spans(session, actor, wanted=_wanted(query, first, last))
    if query.day and not first <= query.day <= last:
        beyond = events.spans(session, actor, wanted=_wanted(query, query.day, query.day))
        # Events of the grid's last days may be in both.
        found = list({one.id: one for one in (*found, *beyond)}.values())
    return found


def _of_day(day: date, spans: Sequence[Span]) -> list[Span]:
    """The spans on a day, by start, each in its own zone."""
    days = [(one, *span_of(one)) for one in spans]
    return [one for one, first, last in days if first <= day <= last]


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
