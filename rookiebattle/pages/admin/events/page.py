"""`/admin/events`: the events that are not over."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import WAITING, console_page, count_waiting
from rookiebattle.events.wording import NO_EVENTS
from rookiebattle.pages.admin.events.state import AdminEventsState, load
from rookiebattle.ui.console import TITLE, tab_head
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.listing import list_card
from rookiebattle.ui.page import page
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import page_vars

State = page_vars(AdminEventsState)


@page(
    routes.ADMIN_EVENTS,
    title=f"Events · {TITLE}",
    first_data=[offer(AdminEventsState, load), WAITING],
    on_load=[AdminEventsState.show, count_waiting],
)
def events() -> rx.Component:
    shown = list_card(
        "Current & Future Events",
        State.frame,
        rx.foreach(State.events, _event),
        some=State.events.length() > 0,
        loaded=State.loaded,
        nothing=empty_state(NO_EVENTS),
        head=("Event", "When"),
    )
    return console_page(
        tab_head("Event Management"), shown, current=routes.ADMIN_EVENTS, settled=State.loaded
    )


def _event(one: Any) -> rx.Component:
    return row(
        cell("Event", rx.el.a(one.title, href=one.href, class_name="link"), main=True),
        cell("When", one.when),
        key=one.id,
    )
