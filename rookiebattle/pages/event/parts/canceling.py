"""The question before an event is canceled, and the button that takes it back."""

from typing import Any

import reflex as rx

from rookiebattle.messages.schemas import LONGEST_TEXT
from rookiebattle.messages.wording import CANCELED_HINT
from rookiebattle.pages.event.state.canceling import UNDO, CancelState
from rookiebattle.ui.buttons import AskButton, action_button, button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.feedback import on_undo
from rookiebattle.ui.forms import field, form, text_area, text_input
from rookiebattle.ui.records import RECORD, record_field
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Handler, call, page_vars

State = page_vars(CancelState)
FORM = "cancel-form"
REINSTATING = (
    "We’ll email everyone who has a seat, or waits for one. Refunded seats will be due again."
)


def cancel_button(card: Any) -> rx.Component:
    return button("Cancel Event", kind="ghost", on_click=call(State.ask, card.id))


def reinstate_button(card: Any, *, refresh: Handler) -> rx.Component:
    """The button that brings a canceled event back. It asks first: people are told."""
    return AskButton.create(
        label="Reinstate Event",
        pending_label="One moment …",
        done=ShellState.answers,
        question="Reinstate this event?",
        about=card.when,
        warning=REINSTATING,
        kind="primary",
        on_click=[call(State.reinstate, card.id), refresh],
        class_name="btn btn-ghost",
    )


def cancel_dialog(*, refresh: Handler) -> rx.Component:
    """The question, with room for the reason. Its toast can be answered with 'Undo'."""
    foot = rx.fragment(
        button("Keep Event", kind="outline", on_click=State.keep),
        action_button(
            "Cancel Event",
            pending_label="Canceling …",
            kind="danger",
            type="submit",
            custom_attrs={"form": FORM},
        ),
    )
    asked = dialog(
        _form(refresh),
        title="Cancel this event?",
        open=State.event_id != "",
        on_close=State.keep,
        foot=foot,
    )
    back = on_undo(UNDO + State.done, [call(State.reinstate, State.done), refresh])
    return rx.fragment(asked, back)


def _form(refresh: Handler) -> rx.Component:
    reason = text_input("reason", max_length=255, data_autofocus="true")
    hint = "Everyone with a seat will see it, such as “Lightning in the forecast.”"
    return form(
        rx.el.input(type="hidden", name=RECORD, default_value=State.event_id),
        rx.el.p(State.question),
        rx.cond(State.money != "", rx.el.p(State.money)),
        field("Reason", reason, error=State.errors.get("reason", ""), hint=hint),
        record_field(
            "Message to Everyone",
            text_area("text", max_length=LONGEST_TEXT, rows=3),
            State.errors,
            CANCELED_HINT,
        ),
        rx.cond(State.is_series, _scope()),
        on_submit=[State.cancel, refresh],
        id=FORM,
        no_validate=True,
    )


def _scope() -> rx.Component:
    return rx.el.fieldset(
        rx.el.legend("Which dates?", class_name="legend"),
        rx.foreach(State.scopes, _choice),
    )


def _choice(one: Any) -> rx.Component:
    radio = rx.el.input(
        type="radio",
        name="cancel-scope",
        value=one.value,
        default_checked=State.scope == one.value,
        on_change=State.choose_scope(one.value),
    )
    return rx.el.label(radio, rx.el.span(one.label), class_name="check flex", key=one.value)
