"""Turns a member's events into the view of the three lists. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rookiebattle import routes
from rookiebattle.pages.my_events.read import MyEventsShown
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.view import EventCard, card_of
from rookiebattle.ui.paging import Pager, page_number, pager_of

PAGE_SIZE = 20
LISTS = ("upcoming", "running", "past")


@dataclass(frozen=True)
class MyEventsView:
    """The vars of the page: one page of each list, and links to the others."""

    upcoming: list[EventCard]
    running: list[EventCard]
    past: list[EventCard]
    upcoming_pager: Pager
    running_pager: Pager
    past_pager: Pager
    loaded: bool = True


def view_of(shown: MyEventsShown, params: Mapping[str, str], now: datetime) -> MyEventsView:
    """The view of the page. In the address, a list's page number has the list's name."""
    upcoming, upcoming_pager = _part("upcoming", shown.upcoming, params)
    running, running_pager = _part("running", shown.running, params)
    past, past_pager = _part("past", shown.past, params)
    return MyEventsView(
        upcoming=[card_of(event, now) for event in upcoming],
        running=[card_of(event, now) for event in running],
        past=[card_of(event, now) for event in past],
        upcoming_pager=upcoming_pager,
        running_pager=running_pager,
        past_pager=past_pager,
    )


def _part(
    name: str, events: Sequence[OwnEvent], params: Mapping[str, str]
) -> tuple[Sequence[OwnEvent], Pager]:
    """The events of the page in the address, or of the last page if there are fewer."""
    last = max(1, -(-len(events) // PAGE_SIZE))
    page = min(page_number(params.get(name, "")), last)
    pager = pager_of(page, PAGE_SIZE, len(events), lambda number: _href(params, name, number))
    return events[(page - 1) * PAGE_SIZE : page * PAGE_SIZE], pager


def _href(params: Mapping[str, str], name: str, page: int) -> str:
    kept = {key: params[key] for key in LISTS if key in params}
    return routes.asked(routes.MY_EVENTS, **kept | {name: str(page)})
