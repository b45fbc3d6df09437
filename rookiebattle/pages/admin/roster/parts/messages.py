"""The dialog that writes to the people of an event."""

from typing import Any

import reflex as rx

from rookiebattle.messages.schemas import LONGEST_SUBJECT, LONGEST_TEXT
from rookiebattle.messages.wording import AUDIENCES, MESSAGE_ALL, SEND, SUBJECT_HINT, TEXT_HINT
from rookiebattle.pages.admin.roster.state.messages import MessageState
from rookiebattle.ui.buttons import button
from rookiebattle.ui.forms import select, text_area, text_input
from rookiebattle.ui.records import record_dialog, record_field
from rookiebattle.ui.typed import Child, call, page_vars

State: Any = page_vars(MessageState)


def message_button(event_id: Any) -> rx.Component:
    return button(MESSAGE_ALL, kind="outline", on_click=call(MessageState.open, event_id))


def message_form() -> Child:
    errors = State.errors
    to = select("to", [(key, words) for key, words in AUDIENCES.items()], on_change=State.choose)
    return record_dialog(
        record_field("To", to, errors),
        rx.el.p(State.reach, role="status"),
        record_field(
            "Subject", text_input("subject", max_length=LONGEST_SUBJECT), errors, SUBJECT_HINT
        ),
        record_field("Text", text_area("text", max_length=LONGEST_TEXT, rows=6), errors, TEXT_HINT),
        name="message-form",
        title=MESSAGE_ALL,
        open=State.is_open,
        record=State.event_id,
        on_close=State.close,
        on_submit=State.send,
        save=SEND,
        pending="Sending …",
    )
