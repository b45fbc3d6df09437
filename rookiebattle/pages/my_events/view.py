"""Turns a member's events into the view of My Events. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from rookiebattle import routes
from rookiebattle.events.wording import counted
from rookiebattle.pages.my_events.read import MyEventsShown
from rookiebattle.pages.my_events.url import GOING, PAGE_SIZE, TABS, page_href, tab_href, tab_of
from rookiebattle.registrations.schemas import QuestionsOfEvent
from rookiebattle.registrations.view import (
    EventCard,
    NextUp,
    RunCard,
    card_of,
    next_up_of,
    run_cards,
)
from rookiebattle.ui.paging import Pager, page_number, pager_of

Row = TypeVar("Row")


@dataclass(frozen=True)
class Tab:
    name: str
    label: str
    href: str


@dataclass(frozen=True)
class AskedRow:
    """A link to the questions about an event: its title, and such as '2 questions'."""

    title: str
    words: str
    href: str


@dataclass(frozen=True)
class MyEventsView:
    """The vars of the page: what is near, one page of each list, and links to the others.

    `tabs` are for members who run events; for everybody else the page has one part. `series` is the
    title of the series whose dates are listed as `running`.
    """

    near: Sequence[NextUp] = ()
    upcoming: Sequence[EventCard] = ()
    running: Sequence[RunCard] = ()
    past: Sequence[EventCard] = ()
    upcoming_pager: Pager = field(default_factory=Pager)
    running_pager: Pager = field(default_factory=Pager)
    past_pager: Pager = field(default_factory=Pager)
    tab: str = GOING
    tabs: Sequence[Tab] = ()
    series: str = ""
    asked: Sequence[AskedRow] = ()


def view_of(shown: MyEventsShown, params: Mapping[str, str], now: datetime) -> MyEventsView:
    """The view of the page. In the address, a list's page number has the list's name."""
    upcoming, upcoming_pager = _part("upcoming", shown.upcoming, params)
    past, past_pager = _part("past", shown.past, params)
    tabs = [Tab(name, label, tab_href(name)) for name, label in TABS.items()]
    return MyEventsView(
        near=[next_up_of(one, now) for one in shown.near],
        upcoming=[card_of(event, now, shown.towns) for event in upcoming],
        running=run_cards(shown.running, now),
        past=[card_of(event, now, shown.towns) for event in past],
        upcoming_pager=upcoming_pager,
        running_pager=_pager("running", shown.running_page, shown.running.total, params),
        past_pager=past_pager,
        tab=tab_of(params),
        tabs=tabs if shown.running.total else [],
        series=shown.running.items[0].title if shown.is_series else "",
        asked=[_asked_row(one) for one in shown.asked],
    )


def _asked_row(one: QuestionsOfEvent) -> AskedRow:
    words = counted(one.number, "question")
    return AskedRow(one.title, words, f"{routes.admin_roster(one.event_id)}#questions")


def _part(
    name: str, events: Sequence[Row], params: Mapping[str, str]
) -> tuple[Sequence[Row], Pager]:
    """The events of the page in the address, or of the last page if there are fewer."""
    last = max(1, -(-len(events) // PAGE_SIZE))
    page = min(page_number(params.get(name, "")), last)
    pager = _pager(name, page, len(events), params)
    return events[(page - 1) * PAGE_SIZE : page * PAGE_SIZE], pager


def _pager(name: str, page: int, total: int, params: Mapping[str, str]) -> Pager:
    return pager_of(page, PAGE_SIZE, total, lambda number: page_href(params, name, number))
