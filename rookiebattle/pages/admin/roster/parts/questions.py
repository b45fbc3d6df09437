"""The questions to the organizer, and the form that answers one."""

from typing import Any

import reflex as rx

from rookiebattle.console.components import waiting_act
from rookiebattle.console.wording import SUSPICIOUS
from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.pages.admin.roster.state.questions import AnswerState
from rookiebattle.registrations.wording import ANSWER
from rookiebattle.ui.buttons import button
from rookiebattle.ui.forms import text_area
from rookiebattle.ui.records import record_dialog, record_field
from rookiebattle.ui.surfaces import badge, card
from rookiebattle.ui.typed import Child, call, page_vars

QUESTIONS = page_vars(GateState).shown.questions
State = page_vars(AnswerState)
HINT = "The club passes it on by email. No one sees your address."


def asked_questions() -> Child:
    """The questions, those that wait first; nothing where nobody asked."""
    listed = card(
        rx.el.h2("Questions"),
        rx.el.ul(rx.foreach(QUESTIONS, _question), class_name="question-list"),
        id="questions",
        class_name="no-print",
    )
    return rx.fragment(rx.cond(QUESTIONS.length() > 0, listed), _form())


def _question(one: Any) -> rx.Component:
    answer = button(
        ANSWER,
        kind="outline",
        on_click=call(State.open, one.id, one.asked, one.question),
        aria_label=f"{ANSWER}: {one.asked}",
    )
    answered = rx.cond(one.answer != "", rx.el.p(rx.el.strong("Answered: "), one.answer), answer)
    return rx.el.li(
        rx.el.p(one.asked, class_name="text-soft"),
        rx.el.p(one.question),
        rx.cond(one.is_suspicious, _suspicious(one), answered),
        key=one.id,
    )


def _suspicious(one: Any) -> Child:
    """Only administrators see such a question."""
    return rx.el.div(
        badge(SUSPICIOUS, tone="warning"),
        waiting_act("Send to the Organizer", one.asked, call(State.sort_out, one.id, False)),
        waiting_act("Delete", one.asked, call(State.sort_out, one.id, True)),
        class_name="question-acts",
    )


def _form() -> rx.Component:
    asked = State.answering
    return record_dialog(
        rx.el.p(asked.asked, class_name="text-soft"),
        rx.el.p(asked.question),
        record_field(
            "Your answer", text_area("answer", max_length=1000, rows=5), State.errors, HINT
        ),
        name="answer-form",
        title=ANSWER,
        open=asked.id != "",
        record=asked.id,
        on_close=State.close,
        on_submit=State.send,
        save="Send Answer",
    )
