"""'View Members' and the dialog that it opens; for pages that show a chapter."""

from typing import Any

import reflex as rx

from rookiebattle.members.state.roster import RosterState
from rookiebattle.progression.components import bead_strands
from rookiebattle.ui.buttons import button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.document import ROSTER_STYLES, own_sheet
from rookiebattle.ui.feedback import empty_state, skeleton
from rookiebattle.ui.paging import turning_pager
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import avatar, badge
from rookiebattle.ui.typed import Child, Handler, call, page_vars

State = page_vars(RosterState)
leave_roster: Handler = State.leave


def view_members(chapter: Any) -> Child:
    """'View Members (12)' for members; `chapter` has id, name and member_count."""
    shown = button(
        rx.fragment("View Members (", chapter.member_count, ")"),
        kind="outline",
        icon="users",
        on_click=call(RosterState.view, chapter.id, chapter.name),
        aria_haspopup="dialog",
    )
    return rx.cond(ShellState.signed_in, shown)


def roster_dialog() -> rx.Component:
    """The dialog; a page with `view_members` has it once."""
    people = rx.el.ul(
        rx.foreach(State.people, _row), class_name="roster", tab_index=0, aria_label="Members"
    )
    nobody = empty_state("No members found in this chapter", symbol="users")
    found = rx.cond(State.people.length() > 0, people, nobody)
    opened = dialog(
        rx.cond(State.loading, _loading(), found),
        title=State.title,
        open=State.is_open,
        on_close=State.close,
        wide=True,
        foot=turning_pager(State.pager, turn=_turn, label="Pages of members"),
    )
    return rx.fragment(own_sheet(ROSTER_STYLES), opened)


def _row(person: Any) -> rx.Component:
    return rx.el.li(
        avatar(person.initials),
        rx.el.div(
            rx.el.p(
                rx.el.strong(person.name),
                rx.cond(person.game_name != "", rx.el.span(person.game_name)),
                class_name="roster-name",
            ),
            rx.cond(person.bio != "", rx.el.p(person.bio, class_name="roster-bio")),
            rx.cond(person.progress.has_beads, bead_strands(person.progress)),
            class_name="roster-words",
        ),
        rx.el.div(
            rx.cond(person.is_admin, badge("Admin", tone="gold")),
            rx.cond(person.tier != "", badge(person.tier, tone="outline")),
            rx.cond(person.status != "", badge(person.status, tone=person.tone, dot=True)),
            class_name="roster-badges",
        ),
        key=person.id,
    )


def _loading() -> rx.Component:
    rows = (
        rx.el.li(skeleton("40px", "40px"), skeleton("60%", "44px"), key=str(n)) for n in range(4)
    )
    return rx.el.div(
        rx.el.p("Loading members...", role="status"),
        rx.el.ul(*rows, class_name="roster", aria_hidden="true"),
        aria_busy="true",
    )


def _turn(page: Any) -> Handler:
    return call(RosterState.turn, page)
