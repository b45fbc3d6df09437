"""The section Letters of the page Your account."""

import reflex as rx

from rookiebattle.pages.account.state.letters import MailState
from rookiebattle.ui.forms import switch
from rookiebattle.ui.typed import page_vars

State = page_vars(MailState)


def letters_section() -> rx.Component:
    """A switch for each kind of letter that can be turned off, and a line about the others."""
    return rx.fragment(
        switch(
            "events",
            "Letters about my events",
            hint="When you register, and when an event is changed or cancelled.",
            checked=State.events,
            on_change=State.set_events,
        ),
        switch(
            "reminders",
            "Reminders",
            hint="The day before an event that you have a seat at.",
            checked=State.reminders,
            on_change=State.set_reminders,
        ),
        rx.el.p("Letters about your account itself are always sent."),
    )
