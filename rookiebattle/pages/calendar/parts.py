"""The month as a grid of days that can be used with the keyboard."""

from typing import Any

import reflex as rx

from rookiebattle.pages.calendar.month import WEEKDAYS
from rookiebattle.ui.feedback import skeleton
from rookiebattle.ui.marks import event_mark
from rookiebattle.ui.scripts import script_beside

SKELETON_WEEKS = 5


class DayGrid(rx.Component):
    """Arrow keys, Home, End and Page Up/Down move the focus; at an edge the month changes."""

    library = script_beside(__file__, "day_grid.jsx")
    tag = "DayGrid"

    month: rx.Var[str]
    previous: rx.Var[str]
    next: rx.Var[str]


class MonthHead(rx.Component):
    """The month's name and the links to other months. It shows at once that a month was chosen."""

    library = script_beside(__file__, "month_head.jsx")
    tag = "MonthHead"

    month: rx.Var[str]


def month_table(weeks: Any, frame: Any) -> rx.Component:
    """The grid of `weeks`; `frame` names the month and its neighbors."""
    head = (
        rx.el.th(short, scope="col", role="columnheader", aria_label=name)
        for short, name in WEEKDAYS
    )
    table = rx.el.table(
        rx.el.thead(rx.el.tr(*head, role="row"), role="rowgroup"),
        rx.el.tbody(rx.foreach(weeks, _week), role="rowgroup"),
        role="grid",
        aria_label=frame.title,
        class_name="month",
    )
    return DayGrid.create(table, month=frame.month, previous=frame.previous, next=frame.next)


def month_skeleton() -> rx.Component:
    """A block of the month's size while the month is loading."""
    cells = (skeleton("100%", "100%", key=str(n)) for n in range(7 * SKELETON_WEEKS))
    return rx.el.div(*cells, aria_hidden="true", class_name="month-skeleton")


def _week(week: Any) -> rx.Component:
    return rx.el.tr(rx.foreach(week, _day), role="row", key=week[0].key)


def _day(day: Any) -> rx.Component:
    numeral = rx.el.span(day.numeral, class_name=rx.cond(day.is_today, "numeral today", "numeral"))
    marks = rx.el.span(
        rx.foreach(day.marks, lambda kind, place: rx.fragment(event_mark(kind), key=place)),
        # The style sheet draws the count of further events, for beside a long number marks would
        # overlap. The link's label has it in words.
        custom_attrs={
            "data-more": day.more,
            "data-many": rx.cond(day.more.length() > 2, "yes", "no"),
        },
        class_name="marks",
    )
    link = rx.el.a(
        numeral,
        marks,
        href=day.href,
        prevent_scroll_reset=True,
        tab_index=day.reach,
        aria_label=day.label,
        aria_current=rx.cond(day.is_today, "date", "false"),
        custom_attrs={"data-day": day.key, "data-tone": day.tone},
        class_name="day",
    )
    return rx.el.td(link, role="gridcell", aria_selected=day.is_selected, key=day.key)
