"""What can be done about one's own seat on an event's page, or why nothing can."""

import reflex as rx

from rookiebattle.pages.event.parts.head import CARD, MORE, left_words
from rookiebattle.pages.event.state import EventState
from rookiebattle.registrations.components.seats import is_full
from rookiebattle.ui.buttons import action_button, button
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import Child, call

LATE = "It begins within 24 hours: a seat taken now cannot be given back here."
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
        leave(),
        stays(),
        class_name="event-side no-print",
    )


def bottom_bar() -> rx.Component:
    """Always in reach of the thumb on a phone."""
    price = rx.el.div(
        rx.el.span(CARD.price, class_name="price"), rx.el.span(_left()), class_name="bar-price"
    )
    # Not where Register was: the second half of a double click must not give the seat back.
    before = rx.cond(CARD.is_registered, leave(), price)
    return rx.el.div(before, action(), class_name="sticky-bar event-bar")


def phone_note() -> rx.Component:
    """Under the card on a phone: what the bar at the bottom has no room for."""
    return rx.el.div(stays(), class_name="event-phone-note no-print")


def action() -> rx.Component:
    """Register, or a disabled button that says what is."""
    register = action_button(
        "Register",
        pending_label="Registering...",
        done=ShellState.answers,
        size="lg",
        on_click=call(EventState.register, CARD.id),
    )
    return rx.cond(
        CARD.is_registered,
        button(CARD.registered, kind="done", size="lg", disabled=True),
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


def leave() -> Child:
    """The way out, while it is open."""
    way_out = action_button(
        "Unregister",
        pending_label="Removing...",
        done=ShellState.answers,
        kind="outline",
        size="lg",
        on_click=call(EventState.unregister, CARD.id),
        class_name="leave",
    )
    return rx.cond(CARD.is_registered & (MORE.stays == ""), way_out)


def stays() -> Child:
    """Why a seat cannot be given back any more, said also before it is taken."""
    sentence = rx.el.p(rx.cond(CARD.is_registered, MORE.stays, LATE), class_name="text-soft")
    concerns = CARD.is_registered | ((MORE.closed == "") & ~is_full(CARD))
    return rx.cond((MORE.stays != "") & ~CARD.has_started & concerns, sentence)


def _closed(reason: rx.Var[str] | str) -> rx.Component:
    return button(reason, kind="outline", size="lg", disabled=True)


def _left() -> rx.Var[str]:
    return rx.cond(MORE.closed == "", left_words(), "")
