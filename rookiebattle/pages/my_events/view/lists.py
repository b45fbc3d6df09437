"""Turns a member's events into the view of My Events. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from rookiebattle import routes
from rookiebattle.events.wording import counted, day_at
from rookiebattle.pages.my_events.read import MyEventsShown
from rookiebattle.pages.my_events.url import (
    GOING,
    PAGE_SIZE,
    SEATS_PER_PAGE,
    TABS,
    page_href,
    tab_href,
    tab_of,
)
from rookiebattle.pages.my_events.view.series import (
    OwnCard,
    SeriesView,
    dates_of,
    grouped,
    row_of,
    series_view,
)
from rookiebattle.registrations.schemas import OwnEvent, QuestionsOfEvent
from rookiebattle.registrations.service.attendance import RanEvent
from rookiebattle.registrations.view import NextUp, RunCard, next_up_of, run_cards
from rookiebattle.registrations.wording import for_people, place_words
from rookiebattle.roles.view import HelpRow, help_rows
from rookiebattle.ui.paging import Pager, page_number, pager_of

Row = TypeVar("Row")


@dataclass(frozen=True)
class Tab:
    name: str
    label: str
    href: str


@dataclass(frozen=True)
class AskedRow:
    """A link to an event or its questions: its title, and such as '2 questions'."""

    title: str
    words: str
    href: str


@dataclass(frozen=True)
class RanRow:
    """A link to the roster of an event that is over: its day, and such as '18 of 24 came'."""

    id: str
    title: str
    day: str
    came: str
    href: str


@dataclass(frozen=True)
class MyEventsView:
    """The vars of the page: what is near, one page of each list, and links to the others.

    `tabs` are for members who run events; for everybody else the page has one part. `series` is the
    title of the series whose dates are listed as `running`. With `dates` the page is about one
    series: `upcoming` are its coming dates, and `past` those that are over.
    """

    near: Sequence[NextUp] = ()
    upcoming: Sequence[OwnCard] = ()
    running: Sequence[RunCard] = ()
    past: Sequence[OwnCard] = ()
    upcoming_pager: Pager = field(default_factory=Pager)
    running_pager: Pager = field(default_factory=Pager)
    past_pager: Pager = field(default_factory=Pager)
    tab: str = GOING
    tabs: Sequence[Tab] = ()
    series: str = ""
    asked: Sequence[AskedRow] = ()
    dates: SeriesView = field(default_factory=SeriesView)
    helping: Sequence[HelpRow] = ()
    ran: Sequence[RanRow] = ()
    waiting: Sequence[AskedRow] = ()


def view_of(shown: MyEventsShown, params: Mapping[str, str], now: datetime) -> MyEventsView:
    """The view of the page. In the address, a list's page number has the list's name."""
    dates = series_view(shown, now)
    all_rows = grouped(shown, now), grouped(shown, now, past=True)
    coming, over = dates_of(shown) if dates.title else all_rows
    upcoming, upcoming_pager = _part("upcoming", coming, params)
    past, past_pager = _part("past", over, params)
    tabs = [Tab(name, label, tab_href(name)) for name, label in TABS.items()]
    return MyEventsView(
        near=[next_up_of(one, now) for one in shown.near],
        upcoming=[row_of(one, shown, now) for one in upcoming],
        running=run_cards(shown.running, now),
        past=[row_of(one, shown, now, past=True) for one in past],
        upcoming_pager=upcoming_pager,
        running_pager=_pager(
            "running", shown.running_page, shown.running.total, params, size=PAGE_SIZE
        ),
        past_pager=past_pager,
        tab=tab_of(params),
        tabs=tabs if shown.running.total or shown.ran else [],
        series=shown.running.items[0].title if shown.is_series else "",
        asked=[_asked_row(one) for one in shown.asked],
        dates=dates,
        helping=help_rows(shown.helping, now),
        ran=[_ran_row(one, now) for one in shown.ran],
        waiting=[_waiting_row(one, shown.waits_for.get(one.id, ()), now) for one in shown.waiting],
    )


def _ran_row(one: RanEvent, now: datetime) -> RanRow:
    return RanRow(
        id=one.event.id,
        title=one.event.title,
        day=day_at(one.event.start_date, one.event.time_zone, now),
        came=f"{one.came:,} of {one.held:,} came" if one.held else "Nobody registered",
        href=routes.admin_roster(one.event.id),
    )


def _waiting_row(one: OwnEvent, names: Sequence[str], now: datetime) -> AskedRow:
    when, place = day_at(one.start_date, one.time_zone, now), place_words(one.waits_at or 0)
    words = for_people(place, names) if names and one.waits_at else place
    return AskedRow(f"{one.title}, {when}", words, routes.event(one.id))


def _asked_row(one: QuestionsOfEvent) -> AskedRow:
    words = counted(one.number, "question")
    return AskedRow(one.title, words, f"{routes.admin_roster(one.event_id)}#questions")


def _part(name: str, rows: Sequence[Row], params: Mapping[str, str]) -> tuple[list[Row], Pager]:
    """The rows of the page in the address, or of the last page if there are fewer."""
    size = SEATS_PER_PAGE
    last = max(1, -(-len(rows) // size))
    page = min(page_number(params.get(name, "")), last)
    pager = _pager(name, page, len(rows), params, size=size)
    return list(rows[(page - 1) * size : page * size]), pager


def _pager(name: str, page: int, total: int, params: Mapping[str, str], *, size: int) -> Pager:
    return pager_of(page, size, total, lambda number: page_href(params, name, number))
