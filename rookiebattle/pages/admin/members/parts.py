"""A row of the list of members."""

from typing import Any

import reflex as rx

from rookiebattle.members.components.editor import edit_user
from rookiebattle.pages.admin.members.view import NOT_CLAIMED
from rookiebattle.progression.components import bead_strands, path_badges
from rookiebattle.progression.wording import NO_BEADS
from rookiebattle.ui.buttons import icon_button, text_link
from rookiebattle.ui.listing import choose_row
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import avatar, badge
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Child

COLUMNS = PLAYER, WORN, PATHS, PLAN, CHAPTER = (
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
        cell(CHAPTER, rx.cond(one.chapter != "", chapter, nowhere), seen, class_name="user-cell"),
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
