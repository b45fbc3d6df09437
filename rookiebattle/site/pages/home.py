"""`/`: the hero for visitors, greeting and registered events for members."""

import reflex as rx

from rookiebattle.registrations.my_events_components import (
    first_registered_events,
    load_registered_events,
    my_registered_events,
)
from rookiebattle.settings import get_settings
from rookiebattle.site.invitation import invitation, promise
from rookiebattle.ui.page import page
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.state import ShellState

ORG = get_settings()
ABOUT = f"{ORG.org_subtitle}: park days, tournaments and workshops in the {ORG.org_region}."


@page("/", description=ABOUT, on_load=load_registered_events)
def home() -> rx.Component:
    return page_frame(
        first_registered_events(),
        rx.cond(ShellState.signed_in, _dashboard(), rx.fragment(invitation(), promise())),
        wide=True,
    )


def _dashboard() -> rx.Component:
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
