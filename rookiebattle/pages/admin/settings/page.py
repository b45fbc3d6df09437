"""`/admin/settings`: the notifications with their form, and the way to the log."""

from functools import partial
from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.notifications.wording import MANNERS
from rookiebattle.pages.admin.settings.state import SettingsState, load
from rookiebattle.pages.admin.settings.view import SHAPE
from rookiebattle.ui.buttons import button
from rookiebattle.ui.console import tab_head
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.forms import date_input, form_row, select, text_area
from rookiebattle.ui.listing import list_card, list_title, list_tools
from rookiebattle.ui.marks import icon
from rookiebattle.ui.records import draft_field, record_acts, record_dialogs, record_switch
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(SettingsState)
SHOWN = State.shown
ADD, LIST = "Add Notification", "All Notifications"
GONE = "Members won’t see it anymore. This can’t be undone."
_field = partial(draft_field, State)
TYPES = [(name, manner.word) for name, manner in MANNERS.items() if name != "other"]


@console_tab(routes.ADMIN_SETTINGS, "Settings", offer(SettingsState, load))
def settings() -> tuple[Child, ...]:
    return (
        tab_head(
            "System Settings",
            button(ADD, icon="plus", on_click=State.create),
            listed=rx.fragment(rx.el.h3("Notification Management"), list_title(LIST, SHOWN)),
        ),
        list_tools(SHAPE, search="Search title or message", options={"chapter": SHOWN.chapters}),
        list_card(
            LIST,
            SHOWN,
            notification_row,
            nothing=empty_state(
                "No notifications created yet",
                "Tell everyone, or one chapter, what they should know.",
                button(ADD, kind="row", icon="plus", on_click=State.create),
                symbol="bell",
            ),
            head=("Notification", "Status", "Target", "Expires", "Actions"),
        ),
        record_dialogs(*_fields(), state=State, noun="Notification", gone=GONE),
    )


def notification_row(one: Any) -> rx.Component:
    words = rx.el.div(rx.el.strong(one.title), rx.el.p(one.message))
    mark = rx.el.span(icon(one.symbol), rx.el.span(one.kind, class_name="sr-only"))
    target = rx.el.div(one.target, rx.cond(one.chapter != "", rx.el.p(one.chapter)))
    return row(
        cell("Notification", rx.el.div(mark, words, class_name="row-main"), main=True),
        cell("Status", badge(one.status, tone=one.tone)),
        cell("Target", target),
        cell("Expires", rx.cond(one.expires != "", one.expires, "Never")),
        record_acts(State, one.id, one.title),
        key=one.id,
    )


def _fields() -> list[rx.Component]:
    expiry = (
        "Shows through this date. Leave blank to keep it up. New members see it only if it "
        "expires, or is a warning or urgent."
    )
    email = record_switch(
        "alsoEmail",
        "Also send by email",
        State.errors,
        "One email to each member who sees it, ten minutes after you save.",
        checked=False,
    )
    return [
        _field("title", "Title", data_autofocus=""),
        _field("message", "Message", text_area),
        form_row(
            _field("type", "Type", select, TYPES),
            _field("targetType", "Target", select, SHOWN.aims),
        ),
        # The style sheet hides it while the notification is for everybody.
        rx.el.div(_field("chapterId", "Chapter", select, SHOWN.targets), class_name="of-chapter"),
        _field("expiresAt", "Expires", date_input, hint=expiry),
        record_switch(
            "isActive",
            "Active",
            State.errors,
            "Turn it off to hide it without deleting it.",
            checked=State.draft["isActive"],
        ),
        rx.cond(State.draft["emailed"] != "", rx.el.p(State.draft["emailed"]), email),
    ]
