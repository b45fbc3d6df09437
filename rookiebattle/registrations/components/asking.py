"""The form that asks an event's organizer a question, for any page."""

from typing import Any

import reflex as rx

from rookiebattle.registrations.state.asking import AskState
from rookiebattle.registrations.wording import ASK
from rookiebattle.ui.buttons import action_button, button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.forms import field, form, form_row, text_area, text_input, trap_field
from rookiebattle.ui.records import RECORD
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Handler, call, page_vars

State = page_vars(AskState)
FORM = "ask-form"
VISITORS_HINT = "We’ll send the answer here. The organizer won’t see it."
MEMBERS_HINT = "The organizer sees your name as other members do. You’ll get the answer by email."


def ask_about(card: Any) -> Handler:
    """Open the form for an event."""
    return call(State.open, card.id, card.title)


def ask_button(card: Any) -> rx.Component:
    return button(ASK, kind="outline", icon="mail", on_click=ask_about(card), class_name="ask")


def ask_dialog() -> rx.Component:
    """The form. The organizer's address never reaches the browser."""
    foot = rx.fragment(
        button("Cancel", kind="outline", on_click=State.close),
        action_button(
            "Send Question",
            pending_label="Sending …",
            done=ShellState.answers,
            type="submit",
            custom_attrs={"form": FORM},
        ),
    )
    return dialog(_form(), title=ASK, open=State.event_id != "", on_close=State.close, foot=foot)


def _form() -> rx.Component:
    question = text_area("question", max_length=1000, rows=5, data_autofocus="true")
    return form(
        # A draft is given back to the form about the same event.
        rx.el.input(type="hidden", name=RECORD, default_value=State.event_id),
        rx.el.p("About ", rx.el.strong(State.title)),
        rx.cond(ShellState.signed_in, rx.el.p(MEMBERS_HINT, class_name="text-soft"), _asker()),
        field("Your question", question, error=_error("question")),
        trap_field(),
        on_submit=State.send,
        id=FORM,
        no_validate=True,
    )


def _asker() -> rx.Component:
    # A visitor begins at the top: the dialog gives the focus to the first field that asks for it.
    name = text_input("name", auto_complete="name", max_length=255, data_autofocus="true")
    email = text_input("email", type="email", auto_complete="email", max_length=320)
    return form_row(
        field("Your name", name, error=_error("name")),
        field(
            "Email",
            email,
            error=_error("email"),
            hint=VISITORS_HINT,
        ),
    )


def _error(name: str) -> rx.Var[str]:
    return State.errors.get(name, "")
