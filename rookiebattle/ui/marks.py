"""Icons and event marks, taken from the one sprite `assets/art/icons.svg`."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.ui.typed import Text, joined, suffixed

DRAWN = {
    "calendar": "quiver",
    "past": "hakama",
    "pin": "palm",
    "image": "palm",
    "book": "hakama",
    "users": "hakama",
    "ticket": "quiver",
    "sun": "palm",
    "lock": "gate",
    "warning": "broken",
}
"""The pictures that stand for symbols where nothing, nobody or no way in is to be shown."""
EVENT_TYPES = ("training", "tournament", "workshop", "social", "daybattle")


def icon(name: Text, *, size: str = "", **props: Any) -> rx.Component:
    """A line icon in the color of its text; hidden from screen readers unless it has a label."""
    class_name = joined("icon", f"icon-{size}" if size else "", props.pop("class_name", ""))
    if "aria_label" not in props:
        props["aria_hidden"] = "true"
    return rx.el.svg(_use(name), class_name=class_name, **props)


def crest(**props: Any) -> rx.Component:
    return rx.el.svg(
        _use("crest"), class_name="crest", view_box="0 0 96 96", aria_hidden="true", **props
    )


def drawing(name: Text, **props: Any) -> rx.Component:
    """A small picture in the hero's hand, one of `assets/art/empty.svg`."""
    return rx.el.svg(
        rx.el.svg.use(href=suffixed(f"{routes.EMPTY}#", name)),
        class_name="drawing",
        view_box="0 0 160 120",
        aria_hidden="true",
        **props,
    )


def picture(symbol: str) -> rx.Component:
    """The picture above an empty list or a notice: the drawn one, else the icon."""
    return drawing(DRAWN[symbol]) if symbol in DRAWN else icon(symbol)


def event_mark(event_type: Text, **props: Any) -> rx.Component:
    name = suffixed("mark-", _known(event_type))
    return rx.el.svg(_use(name), class_name=joined("mark", name), aria_hidden="true", **props)


def mark_label(event_type: Text, label: Text) -> rx.Component:
    return rx.el.span(event_mark(event_type), label, class_name="mark-label")


def _known(event_type: Text) -> Any:
    if isinstance(event_type, str):
        return event_type if event_type in EVENT_TYPES else "unknown"
    known: Any = rx.Var.create(list(EVENT_TYPES))
    return rx.cond(known.contains(event_type), event_type, "unknown")


def _use(name: Text) -> rx.Component:
    return rx.el.svg.use(href=suffixed(f"{routes.ICONS}#", name))
