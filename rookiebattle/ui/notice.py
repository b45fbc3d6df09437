"""A page that says why it shows nothing, and where to go next."""

import reflex as rx

from rookiebattle.ui.marks import icon
from rookiebattle.ui.typed import Child


def notice(symbol: str, title: str, text: str, *actions: Child) -> rx.Component:
    """Heading, one sentence, the next steps."""
    return rx.el.div(
        icon(symbol),
        rx.el.h1(title),
        rx.el.p(text),
        rx.el.div(*actions, class_name="flex flex-wrap gap-3 justify-center"),
        class_name="empty",
    )
