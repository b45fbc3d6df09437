"""The sign-in sheet: everybody on one page, with a box and a line for a pen."""

from typing import Any

import reflex as rx

from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.ui.buttons import link_button, print_button
from rookiebattle.ui.typed import page_vars

SHOWN = page_vars(GateState).shown
EMPTY_LINES = 8
"""Lines for people who come without a seat."""


def paper() -> rx.Component:
    """The list as it is printed; the two buttons stay on the screen."""
    acts = rx.el.div(
        link_button("Back to the Roster", SHOWN.screen, icon="chevron-left"),
        print_button(),
        class_name="tab-acts no-print",
    )
    heads = ("Here", "Name", "Payment", "Signature")
    table = rx.el.table(
        rx.el.caption(SHOWN.frame.count, class_name="sr-only"),
        rx.el.thead(rx.el.tr(*(rx.el.th(one, scope="col") for one in heads))),
        rx.el.tbody(rx.foreach(SHOWN.rows, _line)),
        rx.cond(SHOWN.rights.expects_walk_ins, _walk_ins(len(heads))),
        class_name="paper-roster",
    )
    return rx.fragment(acts, table)


def _walk_ins(columns: int) -> rx.Component:
    return rx.el.tbody(
        rx.el.tr(rx.el.th("Walk-Ins", col_span=columns, scope="rowgroup")),
        *(_empty() for _ in range(EMPTY_LINES)),
    )


def _empty() -> rx.Component:
    box = rx.el.span("☐", aria_hidden="true")
    return rx.el.tr(
        rx.el.td(box, class_name="paper-box"),
        *(rx.el.td() for _ in range(2)),
        rx.el.td(class_name="paper-sign"),
        class_name="paper-empty",
    )


def _line(one: Any) -> rx.Component:
    there = rx.cond(one.is_there, "☑", "☐")
    spoken = rx.cond(one.is_there, "Checked in", "Not checked in")
    return rx.el.tr(
        rx.el.td(rx.el.span(there, role="img", aria_label=spoken), class_name="paper-box"),
        rx.el.td(rx.el.strong(one.name), " ", one.known_as),
        rx.el.td(one.status, " ", one.amount),
        rx.el.td(class_name="paper-sign"),
        key=one.user_id,
    )
