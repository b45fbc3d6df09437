"""`/events`: the calendar, the list of events, the next events, and the form to create one."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import reflex as rx

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.events.components.links import (
    create_event,
    edit_event,
    event_form,
    leave_form_behind,
    legend_link,
)
from rookiebattle.events.wording import (
    ANNOUNCED_HERE,
    NO_EVENTS,
    NO_UPCOMING,
    TYPE_PLURALS,
    zone_place,
)
from rookiebattle.pages.calendar.parts import MonthHead, month_skeleton, month_table
from rookiebattle.pages.calendar.state import CalendarState, load
from rookiebattle.registrations.components.seats import day_row, event_details, event_row
from rookiebattle.settings import get_settings
from rookiebattle.ui.buttons import button, icon_button, link_button, text_link
from rookiebattle.ui.feedback import empty_state, skeleton_rows
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.forms import choice, segmented, select
from rookiebattle.ui.page import page
from rookiebattle.ui.paging import pager
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import card, live, page_head
from rookiebattle.ui.typed import page_vars

State = page_vars(CalendarState)
frame = State.frame
TITLE = "Events Calendar"
DESCRIPTION = "Park days, workshops, tournaments and day battles: when, where, and seats left."
COLUMNS = "calendar-columns"
# The list already shows the upcoming events, so a phone hides the card with the next five. On a
# desktop the card stays beside the list.
LISTED = f"{COLUMNS} is-listed"


@page(
    routes.EVENTS,
    title=TITLE,
    description=DESCRIPTION,
    listed=True,
    first_data=[offer(CalendarState, load)],
    on_load=[leave_form_behind, State.load],
)
def calendar() -> rx.Component:
    return page_frame(
        page_head(TITLE, _subtitle(clock.now()), _views(), _create()),
        _notice(),
        rx.el.div(_main(), _upcoming(), class_name=rx.cond(frame.is_list, LISTED, COLUMNS)),
        event_form(refresh=State.load),
        first_data(settled=State.loaded),
        current=routes.EVENTS,
    )


def _subtitle(now: datetime) -> str:
    zone = ZoneInfo(get_settings().org_time_zone)
    name = zone_place(now.astimezone(zone))
    return f"Park days, workshops and battles. Times are {name} unless they say otherwise."


def _views() -> rx.Component:
    return segmented(
        choice("Calendar", frame.calendar, icon="calendar", current=~frame.is_list),
        choice("List", frame.list, icon="list", current=frame.is_list),
        label="View",
    )


def _create() -> rx.Component:
    label = rx.el.span("Create Event", class_name="wide-only")
    new = button(label, icon="plus", on_click=create_event, aria_label="Create Event")
    return rx.cond(ShellState.signed_in, new)


def _notice() -> rx.Component:
    return rx.cond(frame.notice != "", rx.el.p(frame.notice, role="status", class_name="notice"))


def _main() -> rx.Component:
    shown = rx.cond(frame.is_list, _list(), _month())
    return card(
        rx.cond(State.loaded, _month_head()),
        rx.cond(State.loaded, shown, month_skeleton()),
        flush=True,
    )


def _month_head() -> rx.Component:
    return MonthHead.create(
        rx.el.h2(frame.title, aria_live="polite"),
        link_button("Today", frame.today, prevent_scroll_reset=True, class_name="today-link"),
        icon_button(
            "chevron-left",
            "Previous month",
            href=frame.previous,
            kind="outline",
            prevent_scroll_reset=True,
        ),
        icon_button(
            "chevron-right",
            "Next month",
            href=frame.next,
            kind="outline",
            prevent_scroll_reset=True,
        ),
        month=frame.month,
        class_name="month-head",
    )


def _month() -> rx.Component:
    return rx.fragment(month_table(State.weeks, frame), _legend(), _day())


def _legend() -> rx.Component:
    links = (
        legend_link(kind, State.type_links[kind], current=frame.event_type == kind)
        for kind in TYPE_PLURALS
    )
    return rx.el.section(
        rx.el.h3("Event Types", class_name="legend"),
        rx.el.div(*links, class_name="legend-entries"),
        _filters(),
        class_name="calendar-part",
        aria_label="Event Types",
    )


def _filters() -> rx.Component:
    chapter = select(
        "chapter",
        State.chapters,
        key=frame.chapter,
        default_value=frame.chapter,
        on_change=State.choose_chapter,
        aria_label="Chapter",
    )
    clear = text_link("Show everything", frame.widened, prevent_scroll_reset=True)
    return rx.el.div(chapter, rx.cond(frame.widened != "", clear), class_name="calendar-filters")


def _day() -> rx.Component:
    rows = rx.el.ul(rx.foreach(State.listed, day_row), class_name="day-rows")
    return rx.cond(
        frame.day != "",
        rx.el.section(
            rx.el.div(rx.el.h2(frame.day), rx.el.span(frame.count), class_name="day-head"),
            rx.cond(State.listed.length() > 0, rows, _nothing(NO_EVENTS)),
            pager(frame.pager),
            class_name="calendar-part",
            aria_label=frame.day,
        ),
    )


def _list() -> rx.Component:
    rows = rx.el.ul(rx.foreach(State.listed, _listed), class_name="event-rows")
    return rx.fragment(
        _legend(),
        rx.cond(State.listed.length() > 0, rows, _nothing(NO_EVENTS)),
        pager(frame.pager),
    )


def _listed(event: Any) -> rx.Component:
    may_edit = (event.organizer_id == State.me) | ShellState.is_admin
    edit = button("Edit", kind="outline", on_click=edit_event(event.id))
    page = text_link("Event page", event.href, icon="arrow-right")
    more = event_details(event, page, rx.cond(may_edit, edit))
    row = event_row(event, State.register(event.id), prefix="list", more=more)
    earlier = rx.el.li(rx.el.h2("Earlier This Month"), class_name="earlier")
    return rx.fragment(rx.cond(event.id == frame.earlier, earlier), row, key=event.id)


def _nothing(title: str) -> rx.Component:
    filtered = frame.widened != ""
    why = rx.cond(filtered, "Nothing matches this filter.", "Look at another day or month.")
    everything = link_button("Show everything", frame.widened)
    return empty_state(title, rx.fragment(why), rx.cond(filtered, everything))


def _upcoming() -> rx.Component:
    rows = rx.el.ul(
        rx.foreach(
            State.upcoming,
            lambda event: event_row(event, State.register(event.id), prefix="next"),
        ),
        class_name="event-rows",
    )
    none = empty_state(NO_UPCOMING, ANNOUNCED_HERE)
    filled = rx.cond(State.upcoming.length() > 0, rows, none)
    return card(
        rx.el.div(rx.el.h2("Upcoming Events"), live("Live seats"), class_name="upcoming-head"),
        rx.cond(
            State.loaded, filled, rx.el.div(skeleton_rows(5, height="132px"), class_name="p-5")
        ),
        flush=True,
        class_name="upcoming",
    )
