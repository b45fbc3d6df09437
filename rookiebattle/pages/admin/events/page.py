"""`/admin/events`: the events that are not over, or all of them, with the form of an event."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.events.components.links import create_event, event_form, leave_form_behind
from rookiebattle.pages.admin.events.parts import event_row
from rookiebattle.pages.admin.events.state import AdminEventsState, load
from rookiebattle.pages.admin.events.url import PAST, SHAPE
from rookiebattle.ui.buttons import button, link_button
from rookiebattle.ui.console import tab_head
from rookiebattle.ui.document import EVENTS_STYLES, own_sheet
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.listing import list_card, list_tools
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(AdminEventsState)
HEAD = State.head
ADD, IMPORT = "Add Event", "Import"


@console_tab(
    routes.ADMIN_EVENTS, "Events", offer(AdminEventsState, load), before=[leave_form_behind]
)
def events() -> tuple[Child, ...]:
    toggle = link_button(HEAD.toggle, HEAD.other, prevent_scroll_reset=True)
    return (
        own_sheet(EVENTS_STYLES),
        tab_head(
            "Event Management",
            toggle,
            link_button(IMPORT, routes.asked(routes.ADMIN_IMPORT, of="events")),
            button(ADD, icon="plus", on_click=create_event),
        ),
        # The form of the list keeps the choice of the button in the address.
        list_tools(
            SHAPE,
            rx.el.input(type="hidden", name=PAST),
            search="Search title or place",
            options={"chapter": State.chapters},
        ),
        _list(),
        event_form(refresh=State.refresh),
    )


def _list() -> rx.Component:
    return list_card(
        HEAD.title,
        State,
        event_row,
        nothing=empty_state(
            HEAD.nothing,
            "Events that you add are listed here.",
            button(ADD, kind="row", icon="plus", on_click=create_event),
            symbol="calendar",
        ),
        head=("Event", "When", "Seats", "Actions"),
    )
