"""The waiting list on the roster's page, and the form that moves somebody on it."""

from typing import Any

import reflex as rx

from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.pages.admin.roster.state.waiting import WaitingListState
from rookiebattle.ui.buttons import AskButton, button
from rookiebattle.ui.forms import text_input
from rookiebattle.ui.records import record_dialog, record_field
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import Child, call, page_vars

SHOWN = page_vars(GateState).shown
State = page_vars(WaitingListState)
HINT = "The log keeps it with your name."
WARNING = "They lose their place. The log keeps who removed them."


def waiting_list() -> Child:
    """Those who wait, in order, with whoever wants an email alone; nothing where nobody waits."""
    listed = card(
        rx.el.h2("Waiting List"),
        rx.el.ul(rx.foreach(SHOWN.waiting, _party), class_name="question-list"),
        id="waiting",
        class_name="no-print",
    )
    return rx.fragment(rx.cond(SHOWN.waiting.length() > 0, listed), _form())


def _party(one: Any) -> rx.Component:
    move = button(
        "Move",
        kind="outline",
        on_click=call(State.open, SHOWN.event.id, one.id, one.names, one.place),
        aria_label=f"Move {one.names}",
    )
    remove = AskButton.create(
        label="Remove",
        pending_label="Removing …",
        done=ShellState.answers,
        question=f"Remove {one.names} from the waiting list?",
        about=one.about,
        warning=WARNING,
        kind="danger",
        on_click=call(State.remove, SHOWN.event.id, one.id),
        class_name="btn btn-ghost",
        aria_label=f"Remove {one.names}",
    )
    place = rx.cond(one.place != "", rx.el.span(f"{one.place}. "))
    return rx.el.li(
        rx.el.p(rx.el.strong(place, one.names)),
        rx.el.p(one.about, class_name="text-soft"),
        rx.cond(
            one.is_offered,
            rx.fragment(),
            rx.el.div(rx.cond(one.place != "", move), remove, class_name="question-acts"),
        ),
        key=one.id,
    )


def _form() -> rx.Component:
    place = text_input("position", default_value=State.moving.place, input_mode="numeric")
    return record_dialog(
        rx.el.p(State.moving.names, class_name="text-soft"),
        record_field("New place in line", place, State.errors),
        record_field("Reason", text_input("reason", max_length=255), State.errors, HINT),
        name="waiting-form",
        title="Move on the Waiting List",
        open=State.moving.id != "",
        record=State.moving.id,
        on_close=State.close,
        on_submit=State.move,
        save="Move",
    )
