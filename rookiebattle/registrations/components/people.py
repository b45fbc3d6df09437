"""The seats of one's people: a line for each, with the way out."""

from typing import Any

import reflex as rx

from rookiebattle.registrations import wording
from rookiebattle.ui.buttons import AskButton, link_button
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Child, Handler, call


def people_lines(
    people: Any, event: Any, on_unregister: Handler = None, *, own: Child = ""
) -> rx.Component:
    """'Rowan is registered' and 'Unregister', for each of `people` with a seat at the event, below
    the line of an own seat. Without `on_unregister` nothing is left to give up.
    """
    may_unregister = (event.canceled == "") & ~event.has_started
    return rx.el.ul(
        own,
        rx.foreach(people, lambda one: _line(one, event, may_unregister, on_unregister)),
        class_name="people-told" if on_unregister is None else "people-lines",
    )


def bills_to_pay(bills: Any) -> Child:
    """Unpaid seats and dues, with the way to pay them; nothing without any."""
    lines = rx.el.ul(rx.foreach(bills, _bill), class_name="bills-to-pay")
    return rx.cond(bills.length() > 0, lines)


def _bill(one: Any) -> rx.Component:
    words_id = "bill-" + one.id
    words = rx.el.span(one.words, id=words_id)
    # The content policy belongs to the document, so the checkout is another document.
    pay = link_button(one.label, one.href, kind="row", reload=True, aria_describedby=words_id)
    return rx.el.li(words, pay, key=one.id)


def _line(one: Any, event: Any, may_unregister: Any, on_unregister: Handler) -> Any:
    # Reflex makes a name of an id's Var, and another one in each build.
    words = rx.el.span(one.seat, custom_attrs={"id": f"seat-{event.id}-{one.id}"})
    if on_unregister is None:
        return rx.cond(one.seat != "", rx.el.li(words, key=one.id))
    unregister = AskButton.create(
        label=wording.UNREGISTER,
        pending_label="Removing...",
        done=ShellState.answers,
        question=f"Unregister {one.name} from {event.title}?",
        about=event.when,
        warning=one.warning,
        kind="danger",
        on_click=call(on_unregister, event.id, one.id),
        class_name="btn btn-ghost",
        aria_describedby=f"seat-{event.id}-{one.id}",
    )
    line = rx.el.li(words, rx.cond(may_unregister & ~one.stays, unregister), key=one.id)
    return rx.cond(one.seat != "", line)
