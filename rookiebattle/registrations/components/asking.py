"""The form that asks an event's organizer a question, for any page."""

from typing import Any

import reflex as rx

from rookiebattle.registrations.state.asking import AskState
from rookiebattle.registrations.wording import ASK
from rookiebattle.ui.buttons import button
from rookiebattle.ui.forms import form_row, text_area, text_input, trap_field
from rookiebattle.ui.records import record_dialog, record_field
from rookiebattle.ui.scripts import later
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Handler, call, page_vars

State = page_vars(AskState)
VISITORS_HINT = "We’ll send the answer here. The organizer won’t see it."
MEMBERS_HINT = "The organizer sees your name as other members do. You’ll get the answer by email."


def ask_about(card: Any) -> Handler:
    return call(State.open, card.id, card.title)


def ask_button(card: Any, **props: Any) -> rx.Component:
    act = ask_about(card)
    return button(ASK, kind="outline", icon="mail", on_click=act, class_name="ask", **props)


def ask_dialog() -> rx.Component:
    """The place of the form, whose script loads with the first press."""
    return later(ask_form, when=State.event_id != "")


@rx.memo
def ask_form() -> rx.Component:
    """The form. The organizer's address never reaches the browser."""
    question = text_area("question", max_length=1000, rows=5, data_autofocus="true")
    return record_dialog(
        rx.el.p("About ", rx.el.strong(State.title)),
        rx.cond(ShellState.signed_in, rx.el.p(MEMBERS_HINT, class_name="text-soft"), _asker()),
        record_field("Your question", question, State.errors),
        trap_field(),
        name="ask-form",
        title=ASK,
        open=State.event_id != "",
        record=State.event_id,
        on_close=State.close,
        on_submit=State.send,
        save="Send Question",
        pending="Sending …",
    )


def _asker() -> rx.Component:
    # A visitor begins at the top: the dialog gives the focus to the first field that asks for it.
    name = text_input("name", auto_complete="name", max_length=255, data_autofocus="true")
    email = text_input("email", type="email", auto_complete="email", max_length=320)
    return form_row(
        record_field("Your name", name, State.errors),
        record_field("Email", email, State.errors, VISITORS_HINT),
    )
