"""Loads an event again when the server says that the page shows an old one."""

from typing import Any

import reflex as rx

from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Fires, Handler


class FollowNews(rx.Component):
    """Calls `on_news` when `stamp` is known and is not the one that the page shows."""

    library = script_beside(__file__, "news.js")
    tag = "FollowNews"

    stamp: rx.Var[str]
    known: rx.Var[str]
    on_news: Fires


def follow_news(stamp: Any, *, known: Any, on_news: Handler) -> rx.Component:
    """Put once into the page of an event."""
    component: rx.Component = FollowNews.create(stamp=stamp, known=known, on_news=on_news)
    return component
