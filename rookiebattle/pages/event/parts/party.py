"""'Who is coming?' on an event's page. Its script loads for those alone who have people."""

from typing import Any

import reflex as rx

from rookiebattle.pages.event.parts.about import section
from rookiebattle.pages.event.parts.actions import HAS_TICKET, give_up_button
from rookiebattle.pages.event.parts.head import CARD, MORE
from rookiebattle.pages.event.state.event import EventState
from rookiebattle.registrations.components.people import people_lines
from rookiebattle.registrations.components.seats import is_full
from rookiebattle.registrations.schemas import PERSON
from rookiebattle.registrations.wording import (
    JOIN,
    REGISTER,
    SEAT_IS_HELD,
    WHO_ELSE,
    WHO_IS_COMING,
    YOU_HAVE_A_SEAT,
)
from rookiebattle.ui.buttons import action_button, link_button
from rookiebattle.ui.forms import form
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Child, Handler, call, page_vars

PEOPLE = page_vars(EventState).shown.people
HAVE_SEATS = CARD.party != ""
WHO = "who-is-coming"
"""The place of the part on the page, for the link that leads there."""


@rx.memo
def your_people() -> rx.Component:
    """The part, as `later` loads it."""
    return party_part()


def party_part() -> rx.Component:
    """The seats of the reader's people, and the question who of the others is coming."""
    pay = link_button(CARD.pay_label, CARD.pay, kind="primary", reload=True)
    is_ahead = MORE.closed == ""
    waits = (MORE.place != "") | MORE.lacks_membership
    whole = section(
        "Your People",
        people_lines(PEOPLE, CARD, EventState.unregister_person, own=_own_line()),
        rx.cond(CARD.pay != "", pay),
        rx.cond(is_ahead & ~is_full(CARD), _form(REGISTER, EventState.register_people)),
        rx.cond(is_ahead & is_full(CARD) & ~waits, _form(JOIN, EventState.join_with)),
    )
    return rx.fragment(rx.cond(HAVE_SEATS | (CARD.pay != "") | ~is_full(CARD) | ~waits, whole))


def _own_line() -> Child:
    stands = rx.cond(CARD.held != "", SEAT_IS_HELD, YOU_HAVE_A_SEAT)
    words = rx.el.span(stands, custom_attrs={"id": "own-seat"})
    line = rx.el.li(words, give_up_button(aria_describedby="own-seat"))
    return rx.cond(HAS_TICKET & HAVE_SEATS, line)


def _form(label: str, handler: Handler) -> rx.Component:
    pending = "Registering …" if label == REGISTER else "One moment …"
    me = rx.cond(CARD.is_registered, rx.fragment(), _box(ShellState.me, "Me", MORE.own_price))
    others: Any = rx.foreach(
        PEOPLE, lambda one: rx.cond(one.seat == "", _box(one.id, one.name, one.price))
    )
    asked: Any = rx.cond(HAVE_SEATS | CARD.is_registered, WHO_ELSE, WHO_IS_COMING)
    boxes = rx.el.fieldset(
        rx.el.legend(asked, class_name="legend"), me, others, class_name="party-boxes"
    )
    is_asked = ~CARD.is_registered | (CARD.people.length() < PEOPLE.length())
    asking = form(
        boxes,
        action_button(label, pending_label=pending, type="submit", kind="primary"),
        on_submit=lambda form: call(handler, CARD.id, form),
        key=f"{CARD.id}{CARD.is_registered}{CARD.party}",
    )
    return rx.cond(is_asked, asking)


def _box(user_id: Any, name: Any, price: Any) -> Child:
    """A person, and the price of a seat for them. Once some of the people have seats, the others
    were left out on purpose."""
    # Without an id, whose Var would have another name in each build.
    box = rx.el.input(type="checkbox", name=f"{PERSON}{user_id}", default_checked=~HAVE_SEATS)
    costs = rx.cond(price != "", rx.fragment(" · ", price))
    return rx.el.label(box, rx.el.span(name, costs), class_name="check")
