"""The question for the reader's city, where the nearest chapter decides what is shown."""

from typing import Any

import reflex as rx

from rookiebattle.ui.forms import select
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Flag, Handler

NEAR_WHICH = "Near which city?"


class NearCity(rx.Component):
    """Keeps the chosen city in the browser, and comes back to it where the address has none."""

    library = script_beside(__file__, "near.js")
    tag = "NearCity"

    chosen: rx.Var[str]
    settled: rx.Var[bool]

    def at_first(self) -> rx.Component:
        """Nothing: a text before scripts is the same for everybody."""
        return rx.fragment()


def near_which_city(
    name: str, cities: Any, *, chosen: Any, settled: Flag, on_change: Handler
) -> rx.Component:
    """The select of the chapters by their cities; the choice is remembered."""
    # A controlled `value`, unlike elsewhere: a `key` would draw the select anew, which loses the
    # focus.
    control = select(name, cities, value=chosen, on_change=on_change)
    return rx.el.div(
        rx.el.label(NEAR_WHICH, html_for=f"field-{name}"),
        control,
        NearCity.create(chosen=chosen, settled=settled),
        class_name="field park-choice",
    )
