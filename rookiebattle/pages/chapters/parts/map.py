"""The map of `/chapters`. The rows beside it say the same in words."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.art import map as drawn
from rookiebattle.pages.chapters.state.chapters import ChaptersState
from rookiebattle.pages.chapters.view.pins import STATES
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Child, page_vars

SPRITE = routes.art("map.svg#map")
State = page_vars(ChaptersState)
SHOWN = State.shown


def chapter_map() -> rx.Component:
    """The outlines of the states and a pin for each chapter; a pin links to the chapter's page."""
    outlines = rx.el.svg(
        rx.el.svg.use(href=SPRITE),
        view_box=f"0 0 {drawn.WIDTH} {drawn.HEIGHT}",
        aria_hidden="true",
    )
    pins = rx.el.ul(rx.foreach(SHOWN.pins, _pin), class_name="map-pins")
    lit = rx.el.p(rx.el.span(class_name="map-lit", aria_hidden="true"), "Event today")
    return rx.el.nav(
        outlines,
        *(_state(name, *spot) for name, spot in STATES.items()),
        rx.el.svg(rx.foreach(SHOWN.pins, _lead), class_name="map-leads", aria_hidden="true"),
        pins,
        rx.cond(SHOWN.is_on_today, rx.el.div(lit, class_name="map-legend")),
        class_name="map",
        aria_label="Map of our chapters in Florida and Georgia",
    )


class LitPins(rx.Component):
    """Lights the pin of the chapter whose row is pointed at or has the focus."""

    library = script_beside(__file__, "lit_pins.js")
    tag = "LitPins"


def lit_pins() -> rx.Component:
    """The component that connects the rows with the map."""
    component: rx.Component = LitPins.create()
    return component


def _state(name: str, left: float, top: float) -> rx.Component:
    place = {"left": f"{left:.0%}", "top": f"{top:.0%}"}
    return rx.el.span(name, style=place, class_name="map-state", aria_hidden="true")


def _lead(pin: Any) -> Child:
    """A line from the city to its pin, for a pin that was moved aside."""
    line = rx.el.svg.line(x1=pin.home_left, y1=pin.home_top, x2=pin.left, y2=pin.top)
    city = rx.el.svg.circle(cx=pin.home_left, cy=pin.home_top, r="2.5")
    return rx.cond(pin.home_left != "", rx.el.svg.g(line, city, key=pin.id))


def _pin(pin: Any) -> rx.Component:
    today = rx.cond(pin.today != "", rx.fragment(". ", pin.today))
    label = rx.el.span(pin.city, class_name="map-label", data_side=pin.side, aria_hidden="true")
    return rx.el.li(
        rx.el.a(
            rx.el.span(pin.name, ", ", pin.city, today, class_name="sr-only"),
            href=pin.href,
            title=pin.name,
            class_name="map-pin",
            data_status=pin.status,
            data_today=pin.today,
            data_chapter=pin.id,
            data_close=pin.is_close,
        ),
        rx.cond(pin.side != "", label),
        style={"left": pin.left, "top": pin.top},
        key=pin.id,
    )
