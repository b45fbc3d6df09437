"""The list of events as the console shows it, and its query in the address. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from rookiebattle import routes
from rookiebattle.chapters.wording import choice_words
from rookiebattle.events.schemas import EventFilter, EventOrder, EventRead
from rookiebattle.events.when import is_current_or_future
from rookiebattle.events.wording import (
    CANCELED,
    NO_EVENTS,
    TYPE_LABELS,
    address_after,
    counted,
    how_often,
    type_label,
    when_near,
)
from rookiebattle.pages.admin.events.read import EventsShown
from rookiebattle.registrations.view import badge_of
from rookiebattle.ui.forms import Option
from rookiebattle.ui.list_query import (
    BY_TITLE,
    LAST_CHANGED,
    Filter,
    ListFrame,
    ListQuery,
    ListShape,
    frame_of,
    href,
)

PAST, SHOWN = "past", "shown"
SHAPE = ListShape(
    routes.ADMIN_EVENTS,
    sorts=(
        (EventOrder.START, "Soonest first"),
        (EventOrder.LATEST, "Latest first"),
        (EventOrder.TITLE, BY_TITLE),
        (EventOrder.CHANGED, LAST_CHANGED),
    ),
    filters=(Filter("type", "Type", tuple(TYPE_LABELS.items())), Filter("chapter", "Chapter")),
    typed=(PAST,),
)


def wanted(query: ListQuery) -> EventFilter:
    return EventFilter(
        chapter_id=query.chosen.get("chapter"),
        event_type=query.chosen.get("type"),
        window=query.window(SHAPE),
        text=query.text,
        order=EventOrder(query.sort),
    )


def with_past(query: ListQuery) -> bool:
    return query.chosen.get(PAST) == SHOWN


def is_narrowed(query: ListQuery) -> bool:
    """Whether search or filters leave events out; past events are a matter of the button."""
    return bool(query.text) or bool(query.chosen.keys() - {PAST})


def toggled(query: ListQuery, ahead: int = 0) -> str:
    """The address with the past events, or without them.

    With them the list begins with the latest: the first event of a club is years ago. It opens at
    the page where the past begins, behind the events that are `ahead`.
    """
    chosen = {name: value for name, value in query.chosen.items() if name != PAST}
    if with_past(query):
        return href(SHAPE, replace(query, sort=_usual(query, EventOrder.LATEST), chosen=chosen))
    sort = EventOrder.LATEST if query.sort == EventOrder.START else query.sort
    page = ahead // SHAPE.size + 1 if sort == EventOrder.LATEST else 1
    return href(SHAPE, replace(query, sort=sort, chosen={**chosen, PAST: SHOWN}), page=page)


def widened(query: ListQuery) -> str:
    """The address without search and filters; empty when there are none."""
    if not is_narrowed(query) and query.page == 1:
        return ""
    past = {PAST: SHOWN} if with_past(query) else {}
    return href(SHAPE, ListQuery(sort=query.sort, chosen=past))


def _usual(query: ListQuery, left: EventOrder) -> str:
    """The order of the address, but the first one in place of `left`."""
    return SHAPE.sorts[0][0] if query.sort == left else query.sort


CURRENT, EVERY = "Current & Future Events", "All Events"
VIEW_PAST, HIDE_PAST = "View Past Events", "Hide Past Events"
NO_CURRENT = "No current or future events"


@dataclass(frozen=True)
class EventRow:
    """A row of the list. `maximum` 0 means no limit; `roster` is where its people are."""

    id: str = ""
    href: str = ""
    roster: str = ""
    title: str = ""
    description: str = ""
    event_type: str = ""
    type_label: str = ""
    starts: str = ""
    when: str = ""
    often: str = ""
    place: str = ""
    address: str = ""
    chapter: str = ""
    taken: int = 0
    maximum: int = 0
    is_recurring: bool = False
    is_public: bool = True
    is_over: bool = False
    may_edit: bool = False
    badge: str = ""


@dataclass(frozen=True)
class EventsHead:
    """The words around the list. `other` leads to the list with or without past events."""

    title: str = CURRENT
    toggle: str = VIEW_PAST
    other: str = toggled(ListQuery(sort=SHAPE.sorts[0][0]))
    nothing: str = NO_EVENTS


@dataclass(frozen=True)
class EventsView:
    frame: ListFrame = field(default_factory=ListFrame)
    head: EventsHead = field(default_factory=EventsHead)
    rows: Sequence[EventRow] = ()
    chapters: Sequence[Option] = ()
    loaded: bool = True


def view_of(query: ListQuery, shown: EventsShown, now: datetime) -> EventsView:
    total = shown.found.total
    count = counted(total, "event")
    frame = frame_of(SHAPE, query, total, count=count, csv=routes.EVENTS_CSV)
    return EventsView(
        frame=replace(frame, widened=widened(query)),
        head=_head(query, total, has_others=shown.has_others),
        rows=[_row(one, shown, now) for one in shown.found.items],
        chapters=[Option(one.id, choice_words(one)) for one in shown.chapters],
    )


def _head(query: ListQuery, total: int, *, has_others: bool) -> EventsHead:
    if with_past(query):
        return EventsHead(EVERY, HIDE_PAST, toggled(query), NO_EVENTS)
    only_past = has_others and not is_narrowed(query)
    return EventsHead(other=toggled(query, total), nothing=NO_CURRENT if only_past else NO_EVENTS)


def _row(one: EventRead, shown: EventsShown, now: datetime) -> EventRow:
    days, start = one.recurrence_days_of_week, one.start_date
    return EventRow(
        id=one.id,
        href=routes.event(one.id),
        roster=routes.admin_roster(one.id),
        title=one.title,
        description=one.description or "",
        event_type=one.event_type,
        type_label=type_label(one.event_type),
        starts=start.isoformat(timespec="minutes"),
        when=when_near(start, one.end_date, one.time_zone, now),
        often=how_often(
            one.recurrence_pattern, one.recurrence_interval, days, start, one.time_zone
        ),
        place=one.location or "",
        address=address_after(one.location, one.address),
        chapter=one.chapter_name or "",
        taken=one.current_participants,
        maximum=one.max_participants or 0,
        is_recurring=one.is_in_series,
        is_public=one.is_public,
        is_over=not is_current_or_future(one.end_date, now),
        may_edit=one.id in shown.editable,
        badge=CANCELED if one.canceled_at else badge_of(start, one.end_date, now),
    )
