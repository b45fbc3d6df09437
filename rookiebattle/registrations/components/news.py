"""Loads a page again when the server announces that it shows an old version of something."""

from typing import Any

import reflex as rx

from rookiebattle.core.doors.access import access_of
from rookiebattle.registrations.state.live import OWN_SEATS, LiveSeats
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Fires, Handler, page_vars


class FollowNews(rx.Component):
    """Calls `on_news` when `stamp` is known and differs from `known`, the page's own."""

    library = script_beside(__file__, "news.js")
    tag = "FollowNews"

    stamp: rx.Var[str]
    known: rx.Var[str]
    on_news: Fires


class FollowList(rx.Component):
    """Calls `on_news` when `stamp` changes while the page is open."""

    library = script_beside(__file__, "news.js")
    tag = "FollowList"

    stamp: rx.Var[str]
    on_news: Fires


class FollowOwnSeats(rx.Component):
    """The same for the list of the member's own seats, at once, and once for each change."""

    library = script_beside(__file__, "news.js")
    tag = "FollowOwnSeats"

    stamp: rx.Var[str]
    on_news: Fires


class FollowOwn(rx.Component):
    """Calls `on_news` when a card in `shown` differs from `told` about the member's own seat."""

    library = script_beside(__file__, "news.js")
    tag = "FollowOwn"

    told: rx.Var[dict[str, str]]
    shown: rx.Var[list[Any]]
    on_news: Fires


SOON, IN_A_WHILE = 1_500, 10_000
"""Within so many milliseconds all open pages of an event load again when it begins or ends."""


class FollowClock(rx.Component):
    """Calls `on_news` within `spread` milliseconds of the instant `at`, an ISO time or empty."""

    library = script_beside(__file__, "news.js")
    tag = "FollowClock"

    at: rx.Var[str]
    spread: rx.Var[int]
    on_news: Fires


def _by_itself(handler: Handler) -> Handler:
    """The handler, which pages call without a press, so it must be declared so."""
    declared = access_of(getattr(handler, "fn", None))
    if declared is None or declared.is_act:
        raise TypeError(f"{handler} is called by pages themselves: declare it with @unasked")
    return handler


def follow_clock(at: Any, *, spread: int, on_news: Handler) -> rx.Component:
    """The component that loads an open page again when its event begins or ends by the clock.

    `at` is what `events.when.turns_at` says. A crowd of pages needs a long `spread`.
    """
    component: rx.Component = FollowClock.create(at=at, spread=spread, on_news=_by_itself(on_news))
    return component


def follow_own(shown: list[Any], *, on_news: Handler) -> rx.Component:
    """The component that hears of the member's seats in other tabs. `shown` are lists of cards."""
    told = page_vars(LiveSeats).own
    component: rx.Component = FollowOwn.create(told=told, shown=shown, on_news=_by_itself(on_news))
    return component


def follow_list(topic: str, *, on_news: Handler) -> rx.Component:
    """The component that watches a list, which the page's state follows too."""
    stamp = page_vars(LiveSeats).stamps.get(topic, "")
    component: rx.Component = FollowList.create(stamp=stamp, on_news=_by_itself(on_news))
    return component


def follow_own_seats(*, on_news: Handler) -> rx.Component:
    """The component that hears of every change of the member's own seats, for pages of lists."""
    stamp = page_vars(LiveSeats).stamps.get(OWN_SEATS, "")
    component: rx.Component = FollowOwnSeats.create(stamp=stamp, on_news=_by_itself(on_news))
    return component


def follow_news(stamp: Any, *, known: Any, on_news: Handler) -> rx.Component:
    """The component that watches one stamp, such as the version of an event or of its roster."""
    component: rx.Component = FollowNews.create(
        stamp=stamp, known=known, on_news=_by_itself(on_news)
    )
    return component
