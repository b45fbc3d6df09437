"""Turns an agenda into the view of the calendar page. Pure."""

from dataclasses import dataclass, field
from datetime import date, datetime
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.events.models import EventType
from rookiebattle.events.when import is_current_or_future
from rookiebattle.events.wording import counted
from rookiebattle.pages.calendar.month import DayCell, spoken, weeks_of
from rookiebattle.pages.calendar.read import Agenda, page_size
from rookiebattle.pages.calendar.url import CalendarQuery, href, month_after, month_before
from rookiebattle.registrations.view import EventCard, card_of
from rookiebattle.settings import get_settings
from rookiebattle.ui.forms import Option
from rookiebattle.ui.paging import Pager, pager_of

ALL_CHAPTERS = Option("all", "All chapters")


@dataclass(frozen=True)
class CalendarFrame:
    """The titles and links around the grid or list; an empty link is not shown.

    `earlier` is the id of the first event in the list that is over.
    """

    title: str = ""
    month: str = ""
    previous: str = ""
    next: str = ""
    today: str = ""
    calendar: str = routes.EVENTS
    list: str = routes.asked(routes.EVENTS, view="list")
    is_list: bool = False
    notice: str = ""
    chapter: str = ALL_CHAPTERS.value
    event_type: str = ""
    day: str = ""
    count: str = ""
    pager: Pager = field(default_factory=Pager)
    widened: str = ""
    earlier: str = ""


@dataclass(frozen=True)
class CalendarView:
    """The public vars of the page."""

    frame: CalendarFrame
    weeks: list[list[DayCell]]
    listed: list[EventCard]
    upcoming: list[EventCard]
    chapters: list[Option]
    type_links: dict[str, str]
    me: str
    loaded: bool = True


def today_here(now: datetime) -> date:
    """Today in the organization's zone; the grid marks this day."""
    return now.astimezone(ZoneInfo(get_settings().org_time_zone)).date()


def view_of(found: Agenda, notice: str, actor: Actor, now: datetime) -> CalendarView:
    """The view of an agenda for this member at this moment."""
    query, today = found.query, today_here(now)
    return CalendarView(
        frame=_frame(found, notice, now),
        weeks=[] if query.is_list else weeks_of(query, today, found.spans),
        listed=[card_of(event, now) for event in found.listed],
        upcoming=[card_of(event, now) for event in found.upcoming],
        chapters=[ALL_CHAPTERS, *(Option(one.id, one.name) for one in found.chapters)],
        type_links=_type_links(query),
        me=actor.user_id,
    )


def _frame(found: Agenda, notice: str, now: datetime) -> CalendarFrame:
    query, today = found.query, today_here(now)
    before, after = month_before(query.month), month_after(query.month)
    return CalendarFrame(
        title=f"{query.month:%B %Y}",
        month=f"{query.month:%Y-%m}",
        previous=href(query, month=before, day=None),
        next=href(query, month=after, day=None),
        today=href(query, month=today.replace(day=1), day=None if query.is_list else today),
        calendar=href(query, view="calendar"),
        list=href(query, view="list"),
        is_list=query.is_list,
        notice=" ".join(part for part in (notice, found.notice) if part),
        chapter=query.chapter or ALL_CHAPTERS.value,
        event_type=query.event_type,
        day=spoken(query.day) if query.day else "",
        earlier=_first_over(found, now),
        count=counted(found.total, "event"),
        widened=href(query, chapter="", event_type="") if query.chapter or query.event_type else "",
        pager=_pager(found),
    )


def _first_over(found: Agenda, now: datetime) -> str:
    over = (one.id for one in found.listed if not is_current_or_future(one.end_date, now))
    return next(over, "")


def _pager(found: Agenda) -> Pager:
    query = found.query
    return pager_of(
        query.page, page_size(query), found.total, lambda number: href(query, page=number)
    )


def _type_links(query: CalendarQuery) -> dict[str, str]:
    """For each type an address that filters by it, or ends the filter if the type is chosen."""
    return {
        kind.value: href(query, event_type="" if kind.value == query.event_type else kind.value)
        for kind in EventType
    }
