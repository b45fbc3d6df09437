"""The calendar's query in the address: month, day, view, filters and page. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Literal

from rookiebattle import routes
from rookiebattle.events.models import EventType
from rookiebattle.ui.paging import page_number

YEARS = range(2000, 2101)
SHOWN, YES = "shown", "yes"
UNKNOWN_DAY = "We don’t know that day, so no day is selected."
UNKNOWN_MONTH = "We don’t know that month, so here’s this one."

EVERYWHERE = "all"
"""The chapter in the address that stands for all: the page then asks for no remembered one."""

View = Literal["calendar", "list"]


@dataclass(frozen=True, slots=True)
class CalendarQuery:
    """The choices in the address. `month` is its first day; '' means all chapters or types.

    The list begins on `day`, or shows what is over with `past`. Its `page` counts the pages that
    are shown, one below the other. With `free` it has what somebody can try: events to come that
    cost nothing and have a seat for everybody.
    """

    month: date
    day: date | None = None
    view: View = "calendar"
    chapter: str = ""
    event_type: str = ""
    page: int = 1
    past: bool = False
    free: bool = False

    @property
    def is_list(self) -> bool:
        return self.view == "list"

    def without_chapter(self) -> "CalendarQuery":
        return replace(self, chapter="")


def read_query(params: Mapping[str, str], today: date) -> tuple[CalendarQuery, str]:
    """The choices in the address, and a sentence about a value that is not valid."""
    notices: list[str] = []
    asked, asked_month = params.get("day", ""), params.get("month", "")
    day = _date(asked, UNKNOWN_DAY, notices) if asked else None
    known = _date(f"{asked_month}-01", UNKNOWN_MONTH, notices) if asked_month else None
    month = known or (day or today).replace(day=1)
    is_list = _known(params.get("view", ""), ("calendar", "list"), notices) == "list"
    if is_list and asked_month:
        day = day or month
    query = CalendarQuery(
        month=month,
        day=day,
        view="list" if is_list else "calendar",
        chapter="" if params.get("chapter") == EVERYWHERE else params.get("chapter", ""),
        event_type=_known(params.get("type", ""), tuple(EventType), notices),
        page=page_number(params.get("page", "")),
        past=_known(params.get("past", ""), (SHOWN,), notices) == SHOWN,
        free=is_list and _known(params.get("free", ""), (YES,), notices) == YES,
    )
    return query, " ".join(dict.fromkeys(notices))


def href(query: CalendarQuery, **changes: Any) -> str:
    """The address of the same calendar with these changes. Another list starts on page 1."""
    wanted = replace(query, **({"page": 1} | changes))
    parts = {
        "month": "" if wanted.is_list else f"{wanted.month:%Y-%m}",
        "day": wanted.day.isoformat() if wanted.day else "",
        "view": wanted.view if wanted.is_list else "",
        "past": SHOWN if wanted.is_list and wanted.past else "",
        "chapter": wanted.chapter,
        "type": wanted.event_type,
        "free": YES if wanted.is_list and wanted.free else "",
        "page": str(wanted.page) if wanted.page > 1 else "",
    }
    return routes.asked(routes.EVENTS, **parts)


def month_after(month: date) -> date:
    return (month.replace(day=1) + timedelta(days=32)).replace(day=1)


def month_before(month: date) -> date:
    return (month.replace(day=1) - timedelta(days=1)).replace(day=1)


def _date(text: str, wrong: str, notices: list[str]) -> date | None:
    """A day such as 2026-03-14, and no other way to write it."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.year not in YEARS or len(text) != len("2026-03-14"):
        notices.append(wrong)
        return None
    return day


def _known(text: str, values: tuple[str, ...], notices: list[str]) -> str:
    if not text or text in values:
        return text
    notices.append("We don’t know that filter, so here’s everything.")
    return ""
