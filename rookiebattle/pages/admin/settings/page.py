"""`/admin/settings`: the notifications with their form, and the way to the log."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.pages.admin.settings.parts import notification_dialogs, notification_row
from rookiebattle.pages.admin.settings.state import SettingsState, load
from rookiebattle.pages.admin.settings.url import SHAPE
from rookiebattle.ui.buttons import button
from rookiebattle.ui.console import tab_head
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.listing import list_card, list_tools
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(SettingsState)
ADD = "Add Notification"


@console_tab(routes.ADMIN_SETTINGS, "Settings", offer(SettingsState, load))
def settings() -> tuple[Child, ...]:
    return (
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
        notification_dialogs(),
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
