"""`/events`: the calendar, the list of events, the next events, and the form to create one."""

from functools import partial
from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.chapters.components import NEAR_WHICH, near_which_city
from rookiebattle.core import clock
from rookiebattle.events.components import create_event, edit_event, leave_form_behind, legend_link
from rookiebattle.events.wording import (
    ANNOUNCED_HERE,
    NO_EVENTS,
    NO_UPCOMING,
    TYPE_PLURALS,
    zone_place,
)
from rookiebattle.pages.calendar.later import calendar_form
from rookiebattle.pages.calendar.parts import (
    MonthHead,
    list_row,
    listed_day,
    month_skeleton,
    month_table,
    subscribe,
)
from rookiebattle.pages.calendar.state import CalendarState, load
from rookiebattle.registrations.components.news import follow_own
from rookiebattle.registrations.components.seats import (
    day_row,
    event_details,
    event_row,
    named_after,
)
from rookiebattle.settings import get_settings
from rookiebattle.ui.buttons import button, icon_button, link_button, text_link
from rookiebattle.ui.document import CALENDAR_DESKTOP_STYLES, CALENDAR_STYLES, own_sheet
from rookiebattle.ui.feedback import SkipLink, empty_state, skeleton_rows
from rookiebattle.ui.first_data import first_data, offer, text_place
from rookiebattle.ui.forms import choice, segmented, select
from rookiebattle.ui.page import page
from rookiebattle.ui.paging import pager
from rookiebattle.ui.scripts import later
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import card, live, page_head
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(CalendarState)
SHOWN = State.shown
frame = SHOWN.frame
TITLE = "Events Calendar"
DESCRIPTION = "Park days, workshops, tournaments and day battles: when, where, and free seats."
COLUMNS = "calendar-columns"
VIEWS, CONTENT, LIST_END = "views", "content", "list-end"
NO_MATCH = "Nothing matches this filter."
FREE_SEATS = "Free, open to everyone, and with a seat left. Borrow a sword there."
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
    settled = State.loaded | State.failed
    zone = zone_place(clock.now().astimezone(get_settings().org_zone))
    label = rx.el.span("Create Event", class_name="wide-only")
    new = button(label, icon="plus", on_click=create_event, aria_label="Create Event")
    return page_frame(
        own_sheet(CALENDAR_STYLES),
        own_sheet(CALENDAR_DESKTOP_STYLES),
        page_head(
            TITLE,
            f"Park days, workshops and battles. All times {zone} unless noted.",
            text_place(VIEWS, settled=settled),
            views(),
            rx.cond(ShellState.signed_in, new),
        ),
        text_place(CONTENT, settled=settled),
        content(),
        later(calendar_form, when=page_vars(ShellState).signed_in),
        follow_own([SHOWN.listed, SHOWN.days, SHOWN.upcoming], on_news=State.load),
        first_data(settled=settled),
        current=routes.EVENTS,
    )


def content() -> rx.Component:
    """The page below its heading. Its HTML is also the text before scripts."""
    return rx.el.div(
        rx.cond(frame.notice != "", rx.el.p(frame.notice, role="status", class_name="notice")),
        rx.el.div(
            rx.cond(frame.is_list, rx.cond(frame.is_free, _near(), _filters())),
            _main(),
            _chosen_day(),
            rx.cond(frame.is_list, rx.fragment(), _filters()),
            _upcoming(),
            class_name=rx.cond(frame.is_list, LISTED, COLUMNS),
        ),
    )


def views() -> rx.Component:
    return segmented(
        choice("Calendar", frame.calendar, icon="calendar", current=~frame.is_list),
        choice("List", frame.list, icon="list", current=frame.is_list),
        label="View",
    )


def _main() -> rx.Component:
    month = rx.fragment(_month_head(), month_table(SHOWN.weeks, frame))
    return card(
        rx.cond(State.loaded, rx.cond(frame.is_list, _list(), month), month_skeleton()),
        flush=True,
        class_name="calendar-month",
    )


def _month_head() -> rx.Component:
    step = partial(icon_button, kind="outline", prevent_scroll_reset=True)
    return MonthHead.create(
        rx.el.h2(frame.title, aria_live="polite"),
        link_button("Today", frame.today, prevent_scroll_reset=True, class_name="today-link"),
        step("chevron-left", "Previous month", href=frame.previous),
        step("chevron-right", "Next month", href=frame.next),
        month=frame.month,
        class_name="month-head",
    )


def _filters() -> rx.Component:
    """The kinds of events that the page shows, and the way to a calendar program."""
    kinds = (
        legend_link(kind, SHOWN.type_links[kind], current=frame.event_type == kind)
        for kind in TYPE_PLURALS
    )
    chapter = select(
        "chapter",
        SHOWN.chapters,
        key=frame.chapter,
        default_value=frame.chapter,
        on_change=State.choose_chapter,
        aria_label="Chapter",
    )
    clear = text_link("Show everything", frame.widened, prevent_scroll_reset=True)
    return card(
        rx.el.h2("Event Types", class_name="legend"),
        rx.el.div(*kinds, class_name="legend-entries"),
        rx.el.div(chapter, rx.cond(frame.widened != "", clear), class_name="calendar-filters"),
        subscribe(frame.feed),
        flush=True,
        class_name="calendar-part",
        role="region",
        aria_label="Event Types",
    )


def _near() -> rx.Component:
    """The question for somebody who came to try a park day."""
    city = near_which_city(
        "near",
        SHOWN.chapters,
        chosen=frame.chapter,
        settled=State.loaded,
        on_change=State.choose_chapter,
    )
    return card(
        city,
        rx.el.p(FREE_SEATS, class_name="text-soft"),
        text_link("Show everything", frame.widened),
        flush=True,
        class_name="calendar-part calendar-near",
        role="region",
        aria_label=NEAR_WHICH,
    )


def _chosen_day() -> Child:
    rows = rx.el.ul(rx.foreach(SHOWN.listed, day_row), class_name="day-rows")
    head = rx.el.div(
        rx.el.h2(frame.day),
        # Screen readers hear the number; the eye reads below that there is none.
        rx.el.span(frame.count, class_name=rx.cond(SHOWN.listed.length() > 0, "", "sr-only")),
        id="chosen-day",
        role="status",
        class_name="day-head",
    )
    day = card(
        head,
        rx.cond(SHOWN.listed.length() > 0, rows, _nothing()),
        pager(frame.pager),
        flush=True,
        class_name="calendar-part chosen-day",
        role="region",
        aria_label=frame.day,
    )
    return rx.cond(frame.day != "", day)


def _list() -> rx.Component:
    way = link_button(frame.other.words, frame.other.href, class_name="today-link")
    other = rx.cond(frame.other.href != "", way)
    more = link_button(frame.more.words, frame.more.href, prevent_scroll_reset=True)
    return rx.fragment(
        rx.el.div(rx.el.h2(frame.title, aria_live="polite"), other, class_name="month-head"),
        SkipLink.create("Skip the list", to=LIST_END, class_name="btn btn-outline skip"),
        rx.foreach(SHOWN.days, lambda day: listed_day(day, _listed)),
        rx.cond(SHOWN.days.length() == 0, _nothing()),
        rx.el.div(
            rx.cond(frame.more.href != "", more),
            id=LIST_END,
            tab_index=-1,
            class_name=rx.cond(frame.more.href != "", "list-more", ""),
        ),
    )


def _listed(event: Any) -> rx.Component:
    may_edit = (event.organizer_id == SHOWN.me) | ShellState.is_admin
    edit = button("Edit", kind="outline", on_click=edit_event(event.id))
    which = rx.el.span(named_after(event), class_name="sr-only")
    page = text_link(rx.fragment("Event page", which), event.href, icon="arrow-right")
    more = event_details(event, page, rx.cond(may_edit, edit))
    return list_row(event, State.register(event.id), more)


def _nothing() -> rx.Component:
    """A day or a list without events leads on."""
    filtered = frame.widened != ""
    # A day's heading says already which day has none.
    why = rx.cond(frame.is_list & ~filtered, ANNOUNCED_HERE, rx.cond(filtered, NO_MATCH, ""))
    ways = rx.el.div(
        *(
            rx.cond(way.href != "", link_button(way.words, way.href, prevent_scroll_reset=True))
            for way in (frame.nearby, frame.neighbor, frame.elsewhere)
        ),
        rx.cond(filtered, link_button("Show Everything", frame.widened)),
        class_name="empty-ways",
    )
    return empty_state(NO_EVENTS, rx.fragment(why), ways)


def _upcoming() -> rx.Component:
    rows = rx.el.ul(
        rx.foreach(
            SHOWN.upcoming, lambda event: event_row(event, State.register(event.id), prefix="next")
        ),
        class_name="event-rows",
    )
    none = empty_state(NO_UPCOMING, ANNOUNCED_HERE)
    more = text_link("See the whole list", frame.list, icon="arrow-right")
    listed = rx.fragment(rows, rx.el.div(more, class_name="rows-more"))
    filled = rx.cond(SHOWN.upcoming.length() > 0, listed, none)
    return card(
        rx.el.div(rx.el.h2("Upcoming Events"), live("Live seats"), class_name="upcoming-head"),
        rx.cond(
            State.loaded, filled, rx.el.div(skeleton_rows(5, height="132px"), class_name="p-5")
        ),
        flush=True,
        class_name="upcoming",
    )
