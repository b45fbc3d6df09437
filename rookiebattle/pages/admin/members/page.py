"""`/admin`: the console's first tab, a list of all members with the form of a member."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.members.components.editor import add_user, edit_user, leave_form_behind, user_form
from rookiebattle.members.wording import STATUSES
from rookiebattle.pages.admin.members.state import INVITE, ChosenAwardState, UsersState, load
from rookiebattle.pages.admin.members.view import CHAPTER, NOT_CLAIMED, SHAPE
from rookiebattle.progression.components import bead_strands, path_badges
from rookiebattle.progression.wording import NO_BEADS
from rookiebattle.registrations.components.awards import AWARD, award_form, event_choice
from rookiebattle.sheets.components import leave_sheets_behind, live_sheet, sheet_dialogs
from rookiebattle.ui.buttons import action_button, button, icon_button, link_button, text_link
from rookiebattle.ui.console import for_admins, tab_head
from rookiebattle.ui.dialogs import confirm_dialog
from rookiebattle.ui.feedback import empty_state, on_undo
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.listing import (
    choose_row,
    choosing_form,
    chosen_button,
    chosen_link,
    list_card,
    list_title,
    list_tools,
)
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import avatar, badge
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Child, call, page_vars

State = page_vars(UsersState)
SHOWN, ASKED = State.shown, State.question
Award = page_vars(ChosenAwardState)
ADD, IMPORT, NOBODY = "Add User", "Import", "No users found"
LIST = "All Players"


@console_tab(
    routes.ADMIN,
    "",
    offer(UsersState, load),
    before=[leave_form_behind, UsersState.leave, ChosenAwardState.leave, leave_sheets_behind],
)
def users() -> tuple[Child, ...]:
    return (
        tab_head(
            "User Management",
            for_admins(
                live_sheet("members"),
                sheet_dialogs(),
                link_button(IMPORT, routes.ADMIN_IMPORT),
                button(ADD, icon="plus", on_click=add_user),
            ),
            listed=list_title(LIST, SHOWN),
        ),
        list_tools(
            SHAPE, search="Search name, game name or email", options={CHAPTER: SHOWN.chapters}
        ),
        choosing_form(
            list_card(
                LIST,
                SHOWN,
                user_row,
                nothing=empty_state(NOBODY, symbol="users"),
                missed=NOBODY,
                waiting="Loading users...",
                head=(*COLUMNS, rx.cond(ShellState.is_admin, "Actions", "")),
            ),
            on_submit=State.ask,
            done=State.done + Award.done,
            acts=_acts(),
        ),
        _question(),
        user_form(refresh=State.refresh),
        award_form(Award, event_choice(Award)),
        on_undo(Award.given, call(ChosenAwardState.undo, Award.given)),
    )


def _acts() -> rx.Component:
    known = [rx.el.option(label, value=value) for value, label in STATUSES]
    chapters = rx.foreach(
        SHOWN.chapters, lambda one: rx.el.option(one.label, value=one.value, key=one.value)
    )
    changes = rx.fragment(
        _picking("Chapter", "chapterId", chapters),
        _picking("Status", "membershipStatus", *known),
        _picking("Invitation", INVITE, rx.el.option("Send by email", value="yes")),
        action_button("Apply", kind="row", type="submit"),
    )
    return rx.fragment(
        chosen_button(AWARD, Award.open_for_chosen),
        chosen_link("Export Selected", routes.USERS_CSV),
        rx.cond(ShellState.is_admin, changes),
    )


def _question() -> rx.Component:
    return confirm_dialog(
        rx.el.p(rx.el.strong(ASKED.names)),
        rx.foreach(ASKED.changes, rx.el.p),
        title=ASKED.title,
        open=State.is_open,
        on_close=State.close,
        on_confirm=State.change_chosen,
        confirm_label=ASKED.act,
        kind="primary",
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


COLUMNS = PLAYER, WORN, PATHS, PLAN, HOME = (
    *("Player", "Rank and beads", "Warrior paths", "Membership", "Chapter"),
)


def user_row(one: Any) -> rx.Component:
    status = badge(one.status, tone=one.tone, dot=True)
    plan = rx.el.div(rx.el.span(one.tier), status, class_name="user-plan")
    chapter = badge(one.chapter, tone="outline")
    nowhere = rx.el.span("No chapter", class_name="user-none")
    seen = rx.cond(one.seen != "", rx.el.span(one.seen, class_name="user-seen"))
    edit = icon_button("edit", "Edit " + one.name, on_click=edit_user(one.id))
    return row(
        cell(PLAYER, _who(one), main=True),
        cell(WORN, _worn(one.progress), class_name="user-cell user-all"),
        cell(PATHS, _paths(one.progress), class_name="user-cell user-all"),
        cell(PLAN, plan, class_name="user-cell"),
        cell(HOME, rx.cond(one.chapter != "", chapter, nowhere), seen, class_name="user-cell"),
        cell("", rx.cond(ShellState.is_admin, edit), actions=True),
        key=one.id,
    )


def _who(one: Any) -> rx.Component:
    names = rx.el.div(
        rx.el.strong(rx.el.a(one.name, href=one.href)),
        rx.cond(one.game_name != "", rx.el.span(one.game_name)),
        rx.cond(one.is_admin, badge("Admin", tone="info")),
        rx.cond(one.note != "", badge(one.note, tone="outline")),
        class_name="user-names",
    )
    letter = text_link("Write", one.write, reload_document=True, aria_label="Write to " + one.email)
    below = rx.el.div(
        rx.el.span(one.email),
        rx.cond(one.since != "", rx.el.span(one.since)),
        rx.cond(one.write != "", letter),
        rx.cond(one.bio != "", rx.el.span(one.bio, title=one.bio, class_name="user-bio")),
        class_name="user-below",
    )
    return rx.el.div(
        choose_row(one.id, "Select " + one.name),
        _face(one),
        rx.el.div(names, below),
        class_name="row-main user-row",
    )


def _face(one: Any) -> rx.Component:
    """The initials. An outline that is not closed stands for somebody who never logged in: a word
    in each row of a list that was just imported would drown the others."""
    never = rx.el.span(NOT_CLAIMED, class_name="sr-only")
    return rx.el.span(
        avatar(one.initials),
        rx.cond(one.is_claimed, rx.fragment(), never),
        title=rx.cond(one.is_claimed, "", NOT_CLAIMED),
        class_name=rx.cond(one.is_claimed, "user-face", "user-face is-unclaimed"),
    )


def _worn(progress: Any) -> rx.Component:
    beads = rx.cond(progress.has_beads, bead_strands(progress), rx.el.p(NO_BEADS))
    return rx.el.div(
        rx.el.strong(progress.titles, title=progress.titles), beads, class_name="user-worn"
    )


def _paths(progress: Any) -> Child:
    none = rx.el.span("No warrior paths", class_name="user-none")
    paths = rx.el.div(path_badges(progress.paths), class_name="user-paths")
    return rx.cond(progress.active_paths > 0, paths, none)
