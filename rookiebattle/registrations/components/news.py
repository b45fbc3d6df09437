"""Loads a page again when the server announces that it shows an old version of its event."""

from typing import Any

import reflex as rx

from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Fires, Handler


class FollowNews(rx.Component):
    """Calls `on_news` when `stamp` is known and differs from `known`, the page's own."""

    library = script_beside(__file__, "news.js")
    tag = "FollowNews"

    stamp: rx.Var[str]
    known: rx.Var[str]
    on_news: Fires


def follow_news(stamp: Any, *, known: Any, on_news: Handler) -> rx.Component:
    """The component that watches one stamp, such as the version of an event or of its roster."""
    component: rx.Component = FollowNews.create(stamp=stamp, known=known, on_news=on_news)
    return component
