"""The section Email Notifications of the page Your Account."""

import reflex as rx

from rookiebattle.pages.account.state.letters import MailState
from rookiebattle.ui.forms import switch
from rookiebattle.ui.typed import page_vars

State = page_vars(MailState)
SHOWN = State.shown


def letters_section() -> rx.Component:
    """A switch for each kind of letter that can be turned off, and a line about the others."""
    return rx.fragment(
        switch(
            "events",
            "Emails about my events",
            hint="When you register, and when an event is changed or canceled.",
            checked=SHOWN.events,
            on_change=State.set_events,
        ),
        switch(
            "reminders",
            "Reminders",
            hint="The day before an event you’re going to.",
            checked=SHOWN.reminders,
            on_change=State.set_reminders,
        ),
        rx.el.p("We’ll always email you about your account."),
    )
