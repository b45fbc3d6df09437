"""The sections of an event's page below its card: the description, the place, the rules."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.art import map as drawn
from rookiebattle.media.components import strip, to_gallery
from rookiebattle.media.wording import IN_PICTURES, MORE_OF_EVENT
from rookiebattle.pages.event.parts.head import MORE
from rookiebattle.pages.event.state.event import EventState
from rookiebattle.ui.buttons import text_link
from rookiebattle.ui.footer import BRINGING_A_TEEN
from rookiebattle.ui.marks import icon
from rookiebattle.ui.typed import Child, Text, page_vars
from rookiebattle.waivers.components import everyone_signs

MEDIA = page_vars(EventState).shown.media
MAP = routes.art("map.svg#map")
AGES = "Ages 13+."
RULES = (
    "Everyone wears eye protection. We’ll lend you goggles.",
    "A Marshal checks your weapons, shield and armor before you play.",
)


def section(title: Text, *children: Child, **props: Any) -> rx.Component:
    return rx.el.section(rx.el.h2(title), *children, class_name="event-section", **props)


def about() -> Child:
    """The description, split into its paragraphs; nothing when there is none."""
    text = rx.foreach(MORE.paragraphs, rx.el.p)
    return rx.cond(MORE.paragraphs.length() > 0, section(MORE.about, text))


def pictures() -> Child:
    """The event's first pictures and videos; nothing when there are none."""
    shown = section(IN_PICTURES, strip(MEDIA), to_gallery(MORE_OF_EVENT, MORE.gallery))
    return rx.cond(MEDIA.length() > 0, shown)


def place() -> Child:
    """The chapter's city on the map, with a pin if the event is known to be there."""
    drawing = rx.el.svg(
        # Without its own size the whole map would shrink into the part that is shown.
        rx.el.svg.use(href=MAP, width=str(drawn.WIDTH), height=str(drawn.HEIGHT)),
        rx.el.svg.circle(
            cx=MORE.pin_x,
            cy=MORE.pin_y,
            r=rx.cond(MORE.is_at_pin, "9", "18"),
            class_name="place-halo",
        ),
        rx.cond(
            MORE.is_at_pin,
            rx.el.svg.circle(cx=MORE.pin_x, cy=MORE.pin_y, r="3.5", class_name="place-pin"),
        ),
        view_box=MORE.map_box,
        preserve_aspect_ratio="xMidYMid slice",
        aria_hidden="true",
    )
    label = rx.el.span(MORE.map_label, class_name="place-label")
    shown = rx.el.div(drawing, label, class_name="place-map")
    return rx.cond(MORE.map_box != "", section("Place", shown))


def good_to_know() -> rx.Component:
    """The rules that hold at every event."""
    return section(
        "Good to Know",
        rx.el.ul(
            rx.el.li(icon("check"), rx.cond(MORE.needs_waiver, _waiver(), AGES)),
            *(rx.el.li(icon("check"), rule) for rule in RULES),
            rx.cond(MORE.way_out != "", rx.el.li(icon("check"), MORE.way_out)),
            class_name="ticks",
        ),
        text_link("Waivers and forms", routes.resources_in("forms"), icon="arrow-right"),
        text_link(BRINGING_A_TEEN, routes.PARENTS, icon="arrow-right"),
    )


def _waiver() -> Child:
    return rx.el.span(f"{AGES} ", everyone_signs(" (a parent signs for minors)."))
