"""`/admin/events`: the events that are not over, or all of them, with the form of an event."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.events.components import (
    copy_event,
    create_event,
    delete_event,
    edit_event,
    event_form,
    leave_form_behind,
)
from rookiebattle.pages.admin.events.state import AdminEventsState, load
from rookiebattle.pages.admin.events.view import PAST, SHAPE
from rookiebattle.registrations.components.seats import event_details, seats_text
from rookiebattle.registrations.wording import PRIVATE, RECURRING
from rookiebattle.ui.buttons import button, icon_button, link_button, text_link
from rookiebattle.ui.console import for_admins, tab_head
from rookiebattle.ui.document import EVENTS_STYLES, own_sheet
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.listing import list_card, list_title, list_tools
from rookiebattle.ui.marks import mark_label
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(AdminEventsState)
SHOWN = State.shown
HEAD = SHOWN.head
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
            for_admins(link_button(IMPORT, routes.asked(routes.ADMIN_IMPORT, of="events"))),
            button(ADD, icon="plus", on_click=create_event),
            listed=list_title(HEAD.title, SHOWN),
        ),
        # The form of the list keeps the choice of the button in the address.
        list_tools(
            SHAPE,
            rx.el.input(type="hidden", name=PAST),
            search="Search title or place",
            options={"chapter": SHOWN.chapters},
        ),
        list_card(
            HEAD.title,
            SHOWN,
            event_row,
            nothing=empty_state(
                HEAD.nothing,
                "Events you add will show up here.",
                button(ADD, kind="row", icon="plus", on_click=create_event),
                symbol="calendar",
            ),
            head=("Event", "When", "Seats", "Actions"),
        ),
        event_form(refresh=State.refresh),
    )


def event_row(one: Any) -> rx.Component:
    return row(
        cell("Event", rx.el.div(*_words(one), class_name="event-words"), main=True),
        cell("When", rx.el.time(one.when, date_time=one.starts)),
        cell("Seats", text_link(seats_text(one), one.roster, title="Roster of " + one.title)),
        cell(
            "",
            icon_button("users", "Roster of " + one.title, href=one.roster, class_name="to-roster"),
            rx.cond(
                one.may_edit, icon_button("edit", "Edit " + one.title, on_click=edit_event(one.id))
            ),
            icon_button("copy", "Copy " + one.title, on_click=copy_event(one.id)),
            rx.cond(
                one.may_edit,
                icon_button("trash", "Delete " + one.title, on_click=delete_event(one.id)),
            ),
            actions=True,
        ),
        key=one.id,
    )


def _words(one: Any) -> tuple[Child, ...]:
    badges = rx.el.div(
        mark_label(one.event_type, one.type_label),
        rx.cond(
            one.is_over, badge("Over"), rx.cond(one.badge != "", badge(one.badge, tone="info"))
        ),
        rx.cond(one.is_recurring, badge(RECURRING, tone="outline", title=one.often)),
        rx.cond(one.is_public, rx.fragment(), badge(PRIVATE, tone="outline")),
        class_name="event-badges",
    )
    where = rx.cond((one.place != "") & (one.address != ""), one.place + ", " + one.address, "")
    place = rx.cond(where != "", where, one.place + one.address)
    return (
        rx.el.div(rx.el.strong(rx.el.a(one.title, href=one.href)), badges, class_name="event-line"),
        rx.cond(place != "", rx.el.p(place)),
        event_details(one),
    )
