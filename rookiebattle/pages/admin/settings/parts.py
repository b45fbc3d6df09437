"""A row of the notifications' list, the form, and the question before deleting one."""

from functools import partial
from typing import Any

import reflex as rx

from rookiebattle.notifications.wording import MANNERS, TARGETS
from rookiebattle.pages.admin.settings.state import SettingsState
from rookiebattle.ui.buttons import icon_button
from rookiebattle.ui.forms import (
    date_input,
    form_row,
    select,
    text_area,
)
from rookiebattle.ui.marks import icon
from rookiebattle.ui.records import delete_question, draft_field, record_switch, tab_dialog
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import call, page_vars

State = page_vars(SettingsState)
_field = partial(draft_field, State)
TYPES = [(name, manner.word) for name, manner in MANNERS.items() if name != "other"]
TARGET_CHOICES = [(one.value, words) for one, words in TARGETS.items()]


def notification_row(one: Any) -> rx.Component:
    """One notification: what it says, to whom, until when."""
    words = rx.el.div(rx.el.strong(one.title), rx.el.p(one.message))
    mark = rx.el.span(icon(one.symbol), rx.el.span(one.kind, class_name="sr-only"))
    target = rx.el.div(one.target, rx.cond(one.chapter != "", rx.el.p(one.chapter)))
    return row(
        cell("Notification", rx.el.div(mark, words, class_name="row-main"), main=True),
        cell("Status", badge(one.status, tone=one.tone)),
        cell("Target", target),
        cell("Expires", rx.cond(one.expires != "", one.expires, "Never")),
        cell(
            "",
            icon_button("edit", "Edit " + one.title, on_click=call(State.edit, one.id)),
            icon_button("trash", "Delete " + one.title, on_click=call(State.ask, one.id)),
            actions=True,
        ),
        key=one.id,
    )


def notification_form() -> rx.Component:
    """The dialog in which a notification is added or changed."""
    return tab_dialog(*_fields(), state=State, noun="Notification", name="notification-form")


def _fields() -> list[rx.Component]:
    expiry = (
        "Shown until the end of this day; leave it empty for no end. Members who join later "
        "see it if it has an end, is a warning, or is urgent."
    )
    return [
        _field("title", "Title", data_autofocus=""),
        _field("message", "Message", text_area),
        form_row(
            _field("type", "Type", select, TYPES),
            _field("targetType", "Target", select, TARGET_CHOICES),
        ),
        # The style sheet hides it while the notification is for everybody.
        rx.el.div(_field("chapterId", "Chapter", select, State.targets), class_name="of-chapter"),
        _field("expiresAt", "Expires", date_input, hint=expiry),
        record_switch(
            "isActive",
            "Active",
            State.errors,
            "Turn it off to hide it without deleting it.",
            checked=State.draft["isActive"],
        ),
    ]


def notification_question() -> rx.Component:
    """The question before a notification is deleted."""
    return delete_question(
        "Members won’t see it anymore. This can’t be undone.",
        doomed=State.doomed,
        on_close=State.keep,
        on_confirm=State.delete,
        confirm="Delete Notification",
    )
