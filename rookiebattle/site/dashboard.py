"""What a signed-in member sees on the start page."""

import reflex as rx

from rookiebattle.registrations.my_events_components import (
    first_registered_events,
    load_registered_events,
    my_registered_events,
)
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Handler

load_dashboard: Handler = load_registered_events
first_dashboard = first_registered_events


def dashboard() -> rx.Component:
    """Greeting and cards."""
    # Not the name in the navigation: without a first name that is the e-mail.
    name = rx.cond(ShellState.first_name != "", ShellState.first_name, "Warrior")
    return rx.fragment(
        rx.el.div(
            rx.el.div(
                rx.el.h1("Welcome back, ", name, "!"),
                rx.el.p("Ready to continue your martial journey?"),
                class_name="column",
            ),
            class_name="greeting pattern",
        ),
        rx.el.div(my_registered_events(), class_name="column dashboard"),
    )
