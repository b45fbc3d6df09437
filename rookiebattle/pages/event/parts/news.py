"""Loads an event again when the server announces that the page shows an old version of it."""

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
    """The component that watches one event; its page has it once."""
    component: rx.Component = FollowNews.create(stamp=stamp, known=known, on_news=on_news)
    return component
