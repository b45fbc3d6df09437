"""What can be done about one's own seat on an event's page, or why nothing can."""

import reflex as rx

from rookiebattle.registrations.components import is_full
from rookiebattle.registrations.event_state import EventState
from rookiebattle.registrations.pages.event_head import CARD, MORE, left_words
from rookiebattle.ui.buttons import action_button, button
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import badge, card
from rookiebattle.ui.typed import Child, call

NEEDS_MEMBERSHIP = "Active membership required"


def side_card() -> rx.Component:
    """Beside the event on a desktop."""
    return card(
        rx.el.div(
            rx.el.span(CARD.price, class_name="price"),
            rx.el.span(_left(), class_name="text-soft"),
            class_name="side-price",
        ),
        action(),
        note(),
        class_name="event-side no-print",
    )


def bottom_bar() -> rx.Component:
    """Always in reach of the thumb on a phone."""
    price = rx.el.div(
        rx.el.span(CARD.price, class_name="price"), rx.el.span(_left()), class_name="bar-price"
    )
    return rx.el.div(price, action(), class_name="sticky-bar event-bar")


def phone_note() -> rx.Component:
    """Under the card on a phone: what the bar at the bottom has no room for."""
    return rx.el.div(note(), class_name="event-phone-note no-print")


def action() -> rx.Component:
    """Register, unregister, or a disabled button that says why not."""
    register = action_button(
        "Register",
        pending_label="Registering...",
        done=ShellState.answers,
        size="lg",
        on_click=call(EventState.register, CARD.id),
    )
    return rx.cond(
        CARD.is_registered,
        _registered(),
        rx.cond(
            MORE.closed != "",
            _closed(MORE.closed),
            rx.cond(
                is_full(CARD),
                _closed("Event is full"),
                rx.cond(MORE.lacks_membership, _closed(NEEDS_MEMBERSHIP), register),
            ),
        ),
    )


def note() -> Child:
    """What there is to say about one's seat."""
    seat = rx.el.p(badge(CARD.registered, tone="success"))
    stays = rx.el.p(MORE.stays, class_name="text-soft")
    closes = rx.cond((MORE.stays != "") & ~CARD.has_started, stays)
    return rx.cond(CARD.is_registered, rx.fragment(seat, closes))


def _registered() -> rx.Component:
    leave = action_button(
        "Unregister",
        pending_label="Removing...",
        done=ShellState.answers,
        kind="outline",
        size="lg",
        on_click=call(EventState.unregister, CARD.id),
    )
    stay = button("Registered ✓", kind="done", size="lg", disabled=True)
    return rx.cond(MORE.stays == "", leave, stay)


def _closed(reason: rx.Var[str] | str) -> rx.Component:
    return button(reason, kind="outline", size="lg", disabled=True)


def _left() -> rx.Var[str]:
    return rx.cond(MORE.closed == "", left_words(), "")
