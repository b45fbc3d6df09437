"""`/admin`: the console's first tab, a list of all members."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import WAITING, console_page, count_waiting
from rookiebattle.pages.admin.users.state import UsersState, load
from rookiebattle.ui.console import TITLE, tab_head
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.listing import list_card
from rookiebattle.ui.page import page
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import page_vars

State = page_vars(UsersState)


@page(
    routes.ADMIN,
    title=TITLE,
    first_data=[offer(UsersState, load), WAITING],
    on_load=[UsersState.show, count_waiting],
)
def users() -> rx.Component:
    people = list_card(
        "All Players",
        State.frame,
        rx.foreach(State.people, _person),
        some=State.people.length() > 0,
        loaded=State.loaded,
        nothing=empty_state("No users found", symbol="users"),
        head=("Name", "Membership"),
    )
    return console_page(
        tab_head("User Management"), people, current=routes.ADMIN, settled=State.loaded
    )


def _person(one: Any) -> rx.Component:
    return row(
        cell("Name", rx.el.strong(one.name), " ", one.game_name, main=True),
        cell("Membership", rx.cond(one.status != "", badge(one.status, tone=one.tone))),
        key=one.id,
    )
