"""The buttons about one's own seat on an event's page, or the reason why there are none."""

import reflex as rx

from rookiebattle.pages.event.parts.head import CARD, MORE, free_words
from rookiebattle.pages.event.state import EventState
from rookiebattle.registrations.components.seats import is_full
from rookiebattle.registrations.wording import FULL, NEEDS_MEMBERSHIP, SEAT_WOULD_BE_KEPT
from rookiebattle.ui.buttons import action_button, button
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import Child, call


def side_card() -> rx.Component:
    """The card beside the event on a desktop."""
    return card(
        rx.el.div(
            rx.el.span(CARD.price, class_name="price"),
            rx.el.span(_free_words(), class_name="text-soft"),
            class_name="side-price",
        ),
        action(),
        unregister_button(),
        too_late_note(),
        class_name="event-side no-print",
    )


def bottom_bar() -> rx.Component:
    """The bar at the bottom of a phone's screen, always within reach of the thumb."""
    price = rx.el.div(
        rx.el.span(CARD.price, class_name="price"),
        rx.el.span(_free_words()),
        class_name="bar-price",
    )
    # Unregister must not appear where Register was: a double click would hit both.
    before = rx.cond(CARD.is_registered, unregister_button(), price)
    return rx.el.div(before, action(), class_name="sticky-bar event-bar")


def phone_note() -> rx.Component:
    """A line under the card on a phone, for which the bar at the bottom has no room."""
    return rx.el.div(too_late_note(), class_name="event-phone-note no-print")


def action() -> rx.Component:
    """Register, or a disabled button that says why not."""
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
                _closed(FULL),
                rx.cond(MORE.lacks_membership, _closed(NEEDS_MEMBERSHIP), register),
            ),
        ),
    )


def unregister_button() -> Child:
    """Unregister; only while the member has a seat and may still give it up."""
    unregister = action_button(
        "Unregister",
        pending_label="Removing...",
        done=ShellState.answers,
        kind="outline",
        size="lg",
        on_click=call(EventState.unregister, CARD.id),
        class_name="leave",
    )
    return rx.cond(CARD.is_registered & (MORE.stays == ""), unregister)


def too_late_note() -> Child:
    """The reason why a seat cannot be given up any more; also shown before one is taken."""
    sentence = rx.el.p(
        rx.cond(CARD.is_registered, MORE.stays, SEAT_WOULD_BE_KEPT), class_name="text-soft"
    )
    concerns = CARD.is_registered | ((MORE.closed == "") & ~is_full(CARD))
    return rx.cond((MORE.stays != "") & ~CARD.has_started & concerns, sentence)


def _closed(reason: rx.Var[str] | str) -> rx.Component:
    return button(reason, kind="outline", size="lg", disabled=True)


def _free_words() -> rx.Var[str]:
    return rx.cond(MORE.closed == "", free_words(), "")
