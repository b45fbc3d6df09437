"""The button that prints a page."""

import reflex as rx

from rookiebattle.ui.marks import icon
from rookiebattle.ui.scripts import script_beside


class PrintButton(rx.Component):
    """Opens the browser's dialog for printing."""

    library = script_beside(__file__, "print.jsx")
    tag = "PrintButton"


def print_button(label: str) -> rx.Component:
    """The page's primary button, which prints the page."""
    button: rx.Component = PrintButton.create(icon("list"), label, class_name="btn btn-primary")
    return button
