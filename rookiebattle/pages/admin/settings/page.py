"""`/admin/settings`: the notifications with their form, and the way to the log."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import WAITING, console_page, count_waiting
from rookiebattle.pages.admin.settings.parts import (
    notification_form,
    notification_question,
    notification_row,
)
from rookiebattle.pages.admin.settings.state import SettingsState, load
from rookiebattle.pages.admin.settings.url import SHAPE
from rookiebattle.ui.buttons import button
from rookiebattle.ui.console import TITLE, tab_head
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.listing import list_card, list_tools
from rookiebattle.ui.page import page
from rookiebattle.ui.typed import page_vars

State = page_vars(SettingsState)
ADD = "Add Notification"


@page(
    routes.ADMIN_SETTINGS,
    title=f"Settings · {TITLE}",
    first_data=[offer(SettingsState, load), WAITING],
    on_load=[SettingsState.show, count_waiting],
)
def settings() -> rx.Component:
    return console_page(
        tab_head("System Settings"),
        rx.el.div(
            rx.el.div(
                rx.el.h3("Notification Management"),
                rx.el.p("System-wide and chapter-specific notifications on the dashboard."),
            ),
            button(ADD, icon="plus", on_click=State.create),
            class_name="tab-part",
        ),
        list_tools(SHAPE, search="Search title or message", options={"chapter": State.chapters}),
        _list(),
        notification_form(),
        notification_question(),
        current=routes.ADMIN_SETTINGS,
        settled=State.loaded,
    )


def _list() -> rx.Component:
    return list_card(
        "All Notifications",
        State,
        notification_row,
        nothing=empty_state(
            "No notifications created yet",
            "Tell everyone, or one chapter, what they should know.",
            button(ADD, kind="row", icon="plus", on_click=State.create),
            symbol="bell",
        ),
        head=("Notification", "Status", "Target", "Expires", "Actions"),
    )
