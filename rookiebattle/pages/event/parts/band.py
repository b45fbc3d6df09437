"""The band above an event's card: the way back, and what its organizer does with it."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.events.components.links import edit_event
from rookiebattle.pages.event.parts.actions import RUNS, share_button
from rookiebattle.pages.event.parts.canceling import cancel_button, reinstate_button
from rookiebattle.pages.event.parts.head import CARD, MORE, TAKES_PLACE
from rookiebattle.pages.event.state.event import EventState
from rookiebattle.registrations.wording import CHECK_IN
from rookiebattle.ui.buttons import button, icon_button, link_button


def ways_off() -> rx.Component:
    """A link back to the calendar; on the right, where allowed, the organizer's acts, and Share."""
    # After "Reinstate Event" the next press of a key must not register.
    edit = button(
        "Edit", kind="ghost", icon="edit", on_click=edit_event(CARD.id), data_next_focus="true"
    )
    again = reinstate_button(CARD, refresh=EventState.refresh)
    turn = rx.cond(TAKES_PLACE, cancel_button(CARD), again)
    # On a phone the bar leads to the gate, unless it asks the organizer to pay for an own seat.
    where = rx.cond(RUNS, "wide-only", "")
    to_gate = link_button(CHECK_IN, MORE.roster, kind="ghost", class_name=where)
    gate = rx.cond(MORE.checks_in, to_gate)
    own = rx.fragment(gate, edit, rx.cond(CARD.is_over, rx.fragment(), turn))
    return rx.fragment(
        icon_button("chevron-left", "Back to the calendar", href=routes.EVENTS),
        rx.el.div(rx.cond(MORE.may_edit, own), share_button()),
    )
