"""Loads a page again when the server announces that it shows an old version of something."""

from typing import Any

import reflex as rx

from rookiebattle.registrations.state.live import LiveSeats
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


def follow_list(topic: str, *, on_news: Handler) -> rx.Component:
    """The component that watches a list, which the page's state follows too."""
    stamp = page_vars(LiveSeats).stamps.get(topic, "")
    component: rx.Component = FollowList.create(stamp=stamp, on_news=on_news)
    return component


def follow_news(stamp: Any, *, known: Any, on_news: Handler) -> rx.Component:
    """The component that watches one stamp, such as the version of an event or of its roster."""
    component: rx.Component = FollowNews.create(stamp=stamp, known=known, on_news=on_news)
    return component
