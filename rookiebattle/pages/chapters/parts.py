"""The map of the chapters page, and the card and form to start a chapter."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.art import map as drawn
from rookiebattle.pages.chapters.state import ChaptersState, StartChapterState
from rookiebattle.pages.chapters.view.pins import STATES
from rookiebattle.ui.buttons import action_button, button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.forms import form, form_row, text_area, text_input, trap_field
from rookiebattle.ui.marks import icon
from rookiebattle.ui.records import record_field
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import Child, Handler, page_vars

SPRITE = routes.art("map.svg#map")
State = page_vars(ChaptersState)
SHOWN = State.shown
Start = page_vars(StartChapterState)
leave_start: Handler = Start.leave
FORM = "start-form"
ASKED = "How many of you are there, and have you played before?"
BUTTON = "Contact Us About Starting a Chapter"
BENEFITS = (
    "A local community around you",
    "Exclusive resources for chapter leaders",
    "Host regional events",
    "Connect with other chapters",
)
REQUIREMENTS = (
    "Minimum 5 founding members",
    "A dedicated meeting location",
    "Chapter leader certification",
    "Agreement to our standards",
)


def chapter_map() -> rx.Component:
    """The outlines of the states and a pin for each chapter; a pin links to the chapter's page."""
    outlines = rx.el.svg(
        rx.el.svg.use(href=SPRITE), view_box=f"0 0 {drawn.WIDTH} {drawn.HEIGHT}", aria_hidden="true"
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


def start_your_own_chapter() -> rx.Component:
    words = rx.el.div(
        rx.el.h2("Start Your Own Chapter"),
        rx.el.p("No chapter nearby? All you need is five friends and a park. We’ll help."),
        button(BUTTON, size="lg", on_click=Start.open),
        class_name="start-words",
    )
    return rx.fragment(
        card(
            words,
            _list("Benefits", BENEFITS),
            _list("Requirements", REQUIREMENTS),
            class_name="start pattern",
            id="start",
        ),
        _dialog(),
    )


def _list(title: str, lines: Sequence[str]) -> rx.Component:
    rows = (rx.el.li(icon("check"), line) for line in lines)
    return rx.el.section(rx.el.h3(title), rx.el.ul(*rows, class_name="ticks"))


def _dialog() -> rx.Component:
    foot = rx.fragment(
        button("Cancel", kind="outline", on_click=Start.close),
        action_button(
            "Send Message", pending_label="Sending …", type="submit", custom_attrs={"form": FORM}
        ),
    )
    return dialog(
        _form(), title="Start a Chapter", open=Start.is_open, on_close=Start.close, foot=foot
    )


def _form() -> rx.Component:
    name = text_input(
        "name",
        default_value=Start.sender.name,
        auto_complete="name",
        max_length=255,
        data_autofocus="true",
    )
    email = text_input(
        "email",
        type="email",
        default_value=Start.sender.email,
        auto_complete="email",
        max_length=320,
    )
    city = text_input("city", auto_complete="address-level2", max_length=255)
    return form(
        rx.el.p("Tell us who you are and where you want to play. We’ll reply by email."),
        form_row(
            record_field("Your name", name, Start.errors),
            record_field("Email", email, Start.errors),
        ),
        record_field("City", city, Start.errors, "…and the park, if you’ve picked one."),
        record_field("Message", text_area("message", max_length=1000, rows=5), Start.errors, ASKED),
        trap_field(),
        on_submit=Start.send,
        id=FORM,
        no_validate=True,
    )
