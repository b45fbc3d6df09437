"""The month as a grid for the keyboard, the list by day, and the ways to subscribe."""

from typing import Any

import reflex as rx

from rookiebattle.pages.calendar.month import WEEKDAYS
from rookiebattle.registrations.components.seats import (
    event_badges,
    has_place,
    register_button,
    seat_count,
    title_of,
    where_of,
)
from rookiebattle.ui.buttons import CopyAddress
from rookiebattle.ui.feedback import skeleton
from rookiebattle.ui.marks import event_mark, icon
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Handler

SKELETON_WEEKS = 5


class DayGrid(rx.Component):
    """Arrow keys, Home, End and Page Up/Down move the focus; at an edge the month changes."""

    library = script_beside(__file__, "day_grid.jsx")
    tag = "DayGrid"

    month: rx.Var[str]
    selected: rx.Var[str]
    previous: rx.Var[str]
    next: rx.Var[str]

    def at_first(self) -> rx.Component:
        return rx.el.div(*self.children)


class MonthHead(rx.Component):
    """The month's name and the links to other months. It shows at once that a month was chosen."""

    library = script_beside(__file__, "month_head.jsx")
    tag = "MonthHead"

    month: rx.Var[str]

    def at_first(self) -> rx.Component:
        return rx.el.div(*self.children, class_name=self.class_name)


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
    return DayGrid.create(
        table, month=frame.month, selected=frame.day_key, previous=frame.previous, next=frame.next
    )


def month_skeleton() -> rx.Component:
    cells = (skeleton("100%", "100%", key=str(n)) for n in range(7 * SKELETON_WEEKS))
    return rx.el.div(*cells, aria_hidden="true", class_name="month-skeleton")


def _week(week: Any) -> rx.Component:
    return rx.el.tr(rx.foreach(week, _day), role="row", key=week[0].key)


def _day(day: Any) -> rx.Component:
    numeral = rx.el.span(
        day.numeral,
        aria_hidden="true",
        class_name=rx.cond(day.is_today, "numeral today", "numeral"),
    )
    marks = rx.el.span(
        rx.foreach(day.marks, lambda kind, place: rx.fragment(event_mark(kind), key=place)),
        # The style sheet draws the count of further events below the marks. The hidden label has
        # it in words.
        custom_attrs={"data-more": day.more},
        aria_hidden="true",
        class_name="marks",
    )
    # The label is text of the link: an attribute would hide the titles from those who speak them.
    link = rx.el.a(
        rx.el.span(day.label, class_name="sr-only"),
        numeral,
        marks,
        rx.foreach(day.lines, _line),
        rx.cond(day.rest != "", rx.el.span(day.rest, class_name="line-rest")),
        href=day.href,
        prevent_scroll_reset=True,
        tab_index=day.reach,
        aria_current=rx.cond(day.is_today, "date", "false"),
        custom_attrs={"data-day": day.key, "data-tone": day.tone},
        class_name="day",
    )
    return rx.el.td(link, role="gridcell", aria_selected=day.is_selected, key=day.key)


def _line(line: Any) -> rx.Component:
    """An event in a day's cell; the style sheet draws its mark."""
    return rx.el.span(
        rx.el.small(line.time),
        " ",
        rx.cond(line.is_canceled, rx.el.s(line.title), rx.fragment(line.title)),
        custom_attrs={"data-kind": line.kind},
        key=line.key,
        class_name="line",
    )


def listed_day(day: Any, row: Any) -> rx.Component:
    """A day of the list, below a heading that stays in sight."""
    return rx.el.section(
        rx.el.h3(day.label, class_name="list-day"),
        rx.el.ul(rx.foreach(day.cards, row)),
        key=day.key,
    )


def list_row(card: Any, register: Handler, more: rx.Component) -> rx.Component:
    title_id = "list-" + card.id
    return rx.el.li(
        rx.el.span(card.time, class_name="day-time"),
        event_mark(card.event_type),
        rx.el.div(
            rx.el.h4(rx.el.a(title_of(card), href=card.href), id=title_id),
            _facts(card),
            rx.el.div(event_badges(card), class_name="row-badges"),
            class_name="list-words",
        ),
        rx.el.div(seat_count(card), register_button(card, register), class_name="row-act"),
        more,
        key=card.id,
        class_name="list-row",
    )


def _facts(card: Any) -> rx.Component:
    """Place, kind and price. On a phone the mark alone tells the kind of an event with a place."""
    is_placed = has_place(card)
    kind = rx.el.span(
        rx.cond(is_placed, " · ", ""), card.type_label, aria_hidden="true", class_name="line-kind"
    )
    spoken = rx.el.span(" · ", card.type_label, class_name="sr-only")
    return rx.el.p(
        rx.cond(is_placed, rx.fragment(where_of(card))),
        kind,
        spoken,
        rx.el.span("\u00a0· ", card.price, class_name="line-price"),
        class_name=rx.cond(is_placed, "row-line is-placed", "row-line"),
    )


def subscribe(feed: Any) -> rx.Component:
    return rx.el.details(
        rx.el.summary(icon("calendar", size="sm"), "Subscribe", icon("chevron-down", size="sm")),
        rx.el.div(
            _away("Google Calendar", feed.google),
            rx.el.a("Apple Calendar", href=feed.apple, reload_document=True, class_name="link"),
            _away("Outlook", feed.outlook),
            CopyAddress.create("Copy the address", address=feed.address, class_name="link"),
            class_name="subscribe-ways",
        ),
        class_name="details subscribe",
    )


def _away(name: str, href: Any) -> rx.Component:
    return rx.el.a(name, href=href, target="_blank", rel="noopener", class_name="link")
