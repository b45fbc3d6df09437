"""A page without content: it says why, and where to go next."""

import reflex as rx

from rookiebattle.ui.buttons import button
from rookiebattle.ui.marks import picture
from rookiebattle.ui.typed import Child, Handler


def notice(symbol: str, title: str, text: str, *actions: Child) -> rx.Component:
    return rx.el.div(
        picture(symbol),
        rx.el.h1(title),
        rx.el.p(text),
        rx.el.div(*actions, class_name="flex flex-wrap gap-3 justify-center"),
        class_name="empty",
    )


def not_loaded(what: str, *, again: Handler) -> rx.Component:
    """Shown when a record could not be read; the button tries again."""
    return rx.el.div(
        notice(
            "warning",
            f"The {what} could not be loaded",
            "Please try again in a moment.",
            button("Try Again", on_click=again),
        ),
        class_name="column main",
    )
