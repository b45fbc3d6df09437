"""The texts before scripts of the calendar: the month or the list that its query asks for."""

from datetime import date, datetime, timedelta

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.freshness import CHAPTERS, EVENTS, SEATS
from rookiebattle.core.doors.work import run
from rookiebattle.core.serving.documents import PageTexts, QueriedPage, Query
from rookiebattle.events.when import right_until
from rookiebattle.pages.calendar.page import CONTENT, VIEWS, content, views
from rookiebattle.pages.calendar.read import Agenda, agenda, midnight_here
from rookiebattle.pages.calendar.state import CalendarState
from rookiebattle.pages.calendar.url import CalendarQuery, href, read_query
from rookiebattle.pages.calendar.view import view_of
from rookiebattle.registrations.state.live import NO_NEWS, LiveSeats
from rookiebattle.ui.before_scripts import Template, Values

TEXTS = {
    VIEWS: Template(views, CalendarState),
    CONTENT: Template(content, CalendarState, LiveSeats),
}
MONTHS_KEPT = 12
A_DAY = timedelta(days=1)


async def tell_calendar(params: Query) -> PageTexts | None:
    """A visitor's view. A list of several pages has no text: it could be ten times as long."""
    now = clock.now()
    query, notice = read_query(params, clock.day_of(now))
    if query.page > 1:
        return None
    found = await run(agenda, VISITOR, query=query, now=now)
    view = view_of(found, notice, VISITOR, now)
    values: Values = {CalendarState: view, LiveSeats: NO_NEWS}
    texts = {place: text.fill(values) for place, text in TEXTS.items()}
    return PageTexts(texts, _until(found, now))


def kept_as(params: Query) -> str:
    """The address that shows the same; empty for one that few people ask for.

    Months and lists without a filter are kept, up to a year away.
    """
    today = clock.today()
    query, notice = read_query(params, today)
    is_plain = query == CalendarQuery(query.month, day=_first_of_list(query), view=query.view)
    is_near = abs(_months(query.month) - _months(today)) <= MONTHS_KEPT
    return href(query) if is_plain and is_near and not notice else ""


def _first_of_list(query: CalendarQuery) -> date | None:
    """The day on which the list of a month begins."""
    return query.month if query.is_list and query.day == query.month else None


def _months(day: date) -> int:
    return day.year * 12 + day.month


def _until(found: Agenda, now: datetime) -> datetime:
    """The next instant at which a word of the page changes; 'Today' does at midnight."""
    midnight = midnight_here(clock.day_of(now) + A_DAY)
    turn = right_until([*found.listed, *found.upcoming], now)
    return min(turn, midnight) if turn else midnight


CALENDAR = QueriedPage(routes.EVENTS, tell_calendar, kept_as, (EVENTS, SEATS, CHAPTERS))
