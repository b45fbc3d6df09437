"""`/admin`: the console's first tab, a list of all members with the form of a member."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.members.components.editor import add_user, leave_form_behind, user_form
from rookiebattle.members.wording import STATUSES
from rookiebattle.pages.admin.members.parts import COLUMNS, user_row
from rookiebattle.pages.admin.members.state import INVITE, ChosenAwardState, UsersState, load
from rookiebattle.pages.admin.members.url import CHAPTER, SHAPE
from rookiebattle.registrations.components.awards import AWARD, award_form, event_choice
from rookiebattle.sheets.components import leave_sheets_behind, live_sheet
from rookiebattle.ui.buttons import action_button, button, link_button
from rookiebattle.ui.console import for_admins, tab_head
from rookiebattle.ui.feedback import empty_state, on_undo
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.listing import (
    choosing_form,
    chosen_button,
    chosen_link,
    list_card,
    list_title,
    list_tools,
)
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Child, call, page_vars

State = page_vars(UsersState)
Award = page_vars(ChosenAwardState)
ADD, IMPORT, NOBODY = "Add User", "Import", "No users found"
LIST = "All Players"


@console_tab(
    routes.ADMIN,
    "",
    offer(UsersState, load),
    before=[leave_form_behind, ChosenAwardState.leave, leave_sheets_behind],
)
def users() -> tuple[Child, ...]:
    return (
        tab_head(
            "User Management",
            for_admins(
                live_sheet("members"),
                link_button(IMPORT, routes.ADMIN_IMPORT),
                button(ADD, icon="plus", on_click=add_user),
            ),
            listed=list_title(LIST, State),
        ),
        list_tools(
            SHAPE, search="Search name, game name or email", options={CHAPTER: State.chapters}
        ),
        choosing_form(
            _list(), on_submit=State.change_chosen, done=State.done + Award.done, acts=_acts()
        ),
        user_form(refresh=State.refresh),
        award_form(Award, event_choice(Award)),
        on_undo(Award.given, call(ChosenAwardState.undo, Award.given)),
    )


def _list() -> rx.Component:
    return list_card(
        LIST,
        State,
        user_row,
        nothing=empty_state(NOBODY, symbol="users"),
        missed=NOBODY,
        waiting="Loading users...",
        is_titled=False,
        head=(*COLUMNS, "Actions"),
    )


def _acts() -> rx.Component:
    known = [rx.el.option(label, value=value) for value, label in STATUSES]
    chapters = rx.foreach(
        State.chapters, lambda one: rx.el.option(one.label, value=one.value, key=one.value)
    )
    changes = rx.fragment(
        _picking("Chapter", "chapterId", chapters),
        _picking("Status", "membershipStatus", *known),
        _picking("Invitation", INVITE, rx.el.option("Send by email", value="yes")),
        action_button("Apply", kind="row", type="submit"),
    )
    return rx.fragment(
        rx.cond(ShellState.is_admin, changes),
        chosen_button(AWARD, Award.open_for_chosen),
        chosen_link("Export Selected", routes.USERS_CSV),
    )


def _picking(label: str, name: str, *options: Any) -> rx.Component:
    """A select that changes nothing until something is picked."""
    none = rx.el.option("No change", value="")
    control = rx.el.select(none, *options, name=name, id=f"chosen-{name}", class_name="input")
    return rx.el.div(
        rx.el.label(label, html_for=f"chosen-{name}"),
        control,
        class_name="list-filter user-picking",
    )
