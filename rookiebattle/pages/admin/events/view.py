"""The list of events as the console shows it. Pure."""

from dataclasses import dataclass
from datetime import datetime

from rookiebattle import routes
from rookiebattle.core.pagination import Page
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.wording import counted, when
from rookiebattle.ui.list_query import ListFrame, ListQuery, ListShape, frame_of

SHAPE = ListShape(routes.ADMIN_EVENTS, sorts=(("start", "Soonest first"),))


@dataclass(frozen=True)
class EventRow:
    """A row of the list."""

    id: str = ""
    href: str = ""
    title: str = ""
    when: str = ""


@dataclass(frozen=True)
class EventsView:
    """The vars of the page."""

    frame: ListFrame
    events: list[EventRow]
    loaded: bool = True


def view_of(query: ListQuery, found: Page[EventRead], now: datetime) -> EventsView:
    """The view of this page of the list."""
    frame = frame_of(SHAPE, query, found.total, count=counted(found.total, "event"), csv="")
    return EventsView(frame, [_row(one, now) for one in found.items])


def _row(one: EventRead, now: datetime) -> EventRow:
    hours = when(one.start_date, one.end_date, one.time_zone, now)
    return EventRow(one.id, routes.event(one.id), one.title, hours)
