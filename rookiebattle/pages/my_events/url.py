"""The query of My Events in the address: the tab, and a page number for each list. Pure."""

from collections.abc import Mapping

from rookiebattle import routes
from rookiebattle.core.errors import NotFound
from rookiebattle.core.values.ids import known_id
from rookiebattle.ui.paging import page_number

PAGE_SIZE = 20
SEATS_PER_PAGE = 10
"""Rows of seats are tall: twenty of them were nine screens of a phone."""
LISTS = ("upcoming", "running", "past")
GOING, RUNNING, PAST = "going", "running", "past"
TABS = {GOING: "Going", RUNNING: "Running", PAST: "Past"}
TAB = "show"
SERIES = "series"


def tab_of(params: Mapping[str, str]) -> str:
    """The tab in the address; Going without one."""
    asked = params.get(TAB, "")
    return asked if asked in TABS else GOING


def tab_href(tab: str) -> str:
    return routes.asked(routes.MY_EVENTS, **{TAB: "" if tab == GOING else tab})


def running_page_of(params: Mapping[str, str]) -> int:
    return page_number(params.get("running", ""))


def series_of(params: Mapping[str, str], tab: str) -> str:
    """The event whose series is asked for on a tab; empty for all events.

    Under Running it leads the series; under Going it is any of its dates.
    """
    if tab_of(params) != tab:
        return ""
    try:
        return known_id(params.get(SERIES, ""))
    except NotFound:
        return ""


def page_href(params: Mapping[str, str], name: str, page: int) -> str:
    """The address of a page of one list; the other lists keep theirs."""
    kept = {key: params[key] for key in (TAB, SERIES, *LISTS) if key in params}
    return routes.asked(routes.MY_EVENTS, **kept | {name: str(page)})
