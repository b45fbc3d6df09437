"""Loads a page again when the server announces that it shows an old version of something."""

from typing import Any, Self

import reflex as rx

from rookiebattle.core.doors.access import access_of
from rookiebattle.registrations.state.live import OWN_SEATS, WAITING_LIST, LiveSeats
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Fires, Handler, Text, page_vars


class Follow(rx.Component):
    library = script_beside(__file__, "news.js")

    on_news: Fires

    @classmethod
    def create(cls, *children: Any, **props: Any) -> Self:
        """Refuse a handler that is not declared to be called by pages themselves."""
        handler = props["on_news"]
        declared = access_of(getattr(handler, "fn", None))
        if declared is None or declared.is_act:
            raise TypeError(f"{handler} is called by pages themselves: declare it with @unasked")
        return super().create(*children, **props)


class FollowNews(Follow):
    """Calls `on_news` when `stamp` is known and differs from `known`, the page's own."""

    tag = "FollowNews"

    stamp: rx.Var[str]
    known: rx.Var[str]


class FollowList(Follow):
    """Calls `on_news` when `stamp` changes while the page is open."""

    tag = "FollowList"

    stamp: rx.Var[str]


class FollowOwnSeats(Follow):
    """Calls `on_news` for changes of the member's own seats: at once, and once for each change."""

    tag = "FollowOwnSeats"

    stamp: rx.Var[str]


class FollowOwn(Follow):
    """Calls `on_news` when a card in `shown` differs from `told` about the member's own seat."""

    tag = "FollowOwn"

    told: rx.Var[dict[str, str]]
    shown: rx.Var[list[Any]]


SOON, IN_A_WHILE = 1_500, 10_000
"""Within so many milliseconds all open pages of an event load again when it begins or ends."""


class FollowClock(Follow):
    """Calls `on_news` within `spread` milliseconds of the instant `at`, an ISO time or empty."""

    tag = "FollowClock"

    at: rx.Var[str]
    spread: rx.Var[int]


def follow_clock(at: Any, *, spread: int, on_news: Handler) -> rx.Component:
    """The component that loads an open page again when its event begins or ends by the clock.

    `at` is what `events.when.turns_at` says. A crowd of pages needs a long `spread`.
    """
    return FollowClock.create(at=at, spread=spread, on_news=on_news)


def follow_own(shown: list[Any], *, on_news: Handler) -> rx.Component:
    """The component that hears of the member's seats in other tabs. `shown` are lists of cards."""
    told = page_vars(LiveSeats).own
    return FollowOwn.create(told=told, shown=shown, on_news=on_news)


def follow_list(topic: Text, *, on_news: Handler) -> rx.Component:
    """The component that watches a list, which the page's state follows too."""
    stamp = page_vars(LiveSeats).stamps.get(topic, "")
    return FollowList.create(stamp=stamp, on_news=on_news)


def follow_own_seats(*, on_news: Handler) -> rx.Component:
    """The component that hears of every change of the member's own seats, for pages of lists."""
    stamp = page_vars(LiveSeats).stamps.get(OWN_SEATS, "")
    return FollowOwnSeats.create(stamp=stamp, on_news=on_news)


def follow_waiting(*, on_news: Handler) -> rx.Component:
    return follow_list(WAITING_LIST, on_news=on_news)


def follow_news(stamp: Any, *, known: Any, on_news: Handler) -> rx.Component:
    """The component that watches one stamp, such as the version of an event or of its roster."""
    return FollowNews.create(stamp=stamp, known=known, on_news=on_news)
