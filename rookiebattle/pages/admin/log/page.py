"""`/admin/log`: who changed what, and when."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.pages.admin.log.state import LogState, load
from rookiebattle.pages.admin.log.view import SHAPE
from rookiebattle.ui.buttons import button
from rookiebattle.ui.console import tab_head
from rookiebattle.ui.dialogs import confirm_dialog
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.listing import list_card, list_title, list_tools, typed_field
from rookiebattle.ui.marks import icon
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Child, call, page_vars

State = page_vars(LogState)
SHOWN = State.shown
LIST = "All Changes"
ABOUT = (
    "Every change by an administrator, with what was there before. No one can edit these entries."
)


@console_tab(routes.ADMIN_LOG, "Audit Log", offer(LogState, load))
def log() -> tuple[Child, ...]:
    lines = list_card(
        LIST,
        SHOWN,
        _line,
        nothing=empty_state("No changes yet", symbol="clock"),
        head=("When", "Who", "What", "Changes"),
    )
    tools = list_tools(
        SHAPE,
        typed_field("person", "Person"),
        typed_field("day", "Day", type="date"),
        search="Search by name",
    )
    return (
        tab_head("Audit Log", listed=list_title(LIST, SHOWN), about=ABOUT),
        tools,
        lines,
        _question(),
    )


def _question() -> rx.Component:
    return confirm_dialog(
        rx.el.p("The beads will be taken back. Both entries stay in each member’s history."),
        title=State.question.label + "?",
        open=State.question.award_id != "",
        on_close=State.keep,
        on_confirm=call(State.undo, State.question.award_id),
        confirm_label=State.question.label,
        pending_label="Undoing …",
    )


def _line(one: Any) -> rx.Component:
    more = rx.el.details(
        rx.el.summary(one.more, icon("chevron-down", size="sm")),
        _changes(one.folded),
        class_name="log-more",
    )
    undo = button(one.undo, kind="row", on_click=call(State.ask, one.award_id))
    return row(
        cell("When", rx.el.span(one.when, class_name="log-when")),
        cell("Who", one.who),
        cell("What", one.deed, " ", rx.el.strong(one.thing), rx.cond(one.undo != "", undo)),
        cell("Changes", rx.el.div(_changes(one.changes), rx.cond(one.more != "", more))),
        key=one.id,
    )


def _changes(changes: Any) -> rx.Component:
    lines = rx.foreach(
        changes,
        lambda change: rx.el.li(rx.el.span(change.field, ": "), change.words, key=change.field),
    )
    return rx.el.ul(lines, class_name="log-changes")
