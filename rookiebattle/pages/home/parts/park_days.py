"""'Next park days' on the start page: three cards, and a select for the chapter."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.chapters.components import near_which_city
from rookiebattle.pages.home.read import MOST_DAYS, SOON
from rookiebattle.pages.home.state import PLACE, ParkDaysState
from rookiebattle.pages.home.view import ALL_CHAPTERS, PARK_DAY
from rookiebattle.registrations.components.seats import (
    has_place,
    is_full,
    named_after,
    seat_count,
    title_of,
    where_of,
)
from rookiebattle.ui.buttons import link_button, text_link
from rookiebattle.ui.feedback import empty_state, skeleton
from rookiebattle.ui.surfaces import badge, card, section
from rookiebattle.ui.typed import page_vars

State = page_vars(ParkDaysState)
SHOWN = State.shown
SEE_CALENDAR = "See the calendar"
OPEN_TO_ALL = "Open to everyone. Save a seat, or walk in while there’s room."
NONE_SOON = f"No park day is planned in the next {SOON.days} days. Here’s what comes instead."


def park_days() -> rx.Component:
    """The section. The chosen city is kept in the page's address, and remembered by the browser."""
    days = rx.el.ul(rx.foreach(SHOWN.days, _day), class_name="park-days")
    shown = rx.cond(SHOWN.days.length() > 0, days, _nothing())
    return section(
        rx.el.div(
            _words(),
            near_which_city(
                "park-chapter",
                SHOWN.chapters,
                chosen=SHOWN.chapter,
                settled=State.loaded,
                on_change=State.choose,
            ),
            class_name="park-head",
        ),
        rx.cond(State.loaded, shown, _loading()),
        rx.el.p(
            text_link(SEE_CALENDAR, SHOWN.calendar, icon="arrow-right"),
            class_name="park-end",
        ),
        sunken=True,
        id=PLACE,
        aria_labelledby=f"{PLACE}-title",
    )


def _words() -> rx.Component:
    soon = rx.cond(SHOWN.has_battle, "Next Park Days and Battles", "Next Park Days")
    return rx.el.div(
        rx.el.h2(rx.cond(SHOWN.is_soon, soon, "Coming Up"), id=f"{PLACE}-title"),
        rx.el.p(rx.cond(SHOWN.is_soon, OPEN_TO_ALL, NONE_SOON)),
    )


def _day(day: Any) -> rx.Component:
    title_id = PLACE + "-" + day.id
    price = badge(day.price, tone=rx.cond(day.is_free, "success", "outline"))
    weekday = rx.el.span(day.weekday, ", ", day.month)
    # Read aloud, '28 Sat, Nov' is no date; the line with the time says it.
    date = rx.el.div(rx.el.strong(day.day), weekday, class_name="park-date", aria_hidden="true")
    return rx.el.li(
        card(
            rx.el.div(date, price, class_name="park-top"),
            rx.el.h3(rx.el.a(title_of(day), href=day.href), id=title_id),
            rx.el.p(rx.el.time(day.when, date_time=day.starts)),
            rx.el.p(
                rx.cond(day.event_type != PARK_DAY, day.type_label + " · ", ""),
                where_of(day),
                rx.cond(has_place(day) & (day.chapter != ""), " · ", ""),
                day.chapter,
            ),
            rx.el.div(seat_count(day), _way(day), class_name="park-act"),
            class_name="park-day",
        ),
        key=day.id,
    )


def _way(day: Any) -> rx.Component:
    """A link to the event's page, where the details are and a seat can be taken."""
    which = rx.el.span(named_after(day), class_name="sr-only")
    save = link_button(rx.fragment("Save a Seat", which), day.href, kind="row")
    look = link_button(rx.fragment("See Details", which), day.href)
    return rx.cond(is_full(day) | (day.canceled != ""), look, save)


def _nothing() -> rx.Component:
    all_over = routes.asked(routes.HOME, chapter=ALL_CHAPTERS.value)
    everywhere = link_button("Show All Cities", f"{all_over}#{PLACE}")
    elsewhere = empty_state(
        "No park days planned here yet", "Other chapters may be a short drive away.", everywhere
    )
    later = empty_state("No park days planned yet", "New ones are announced in the calendar.")
    shown = rx.cond(SHOWN.chapter != ALL_CHAPTERS.value, elsewhere, later)
    return rx.el.div(shown, class_name="card park-none")


def _loading() -> rx.Component:
    grounds = (
        rx.el.div(
            skeleton("96px", "48px"),
            skeleton("70%", "1.5rem"),
            skeleton("90%", "3rem"),
            skeleton("100%", "44px"),
            class_name="card park-day",
            key=str(number),
        )
        for number in range(MOST_DAYS)
    )
    without_scripts = rx.el.noscript(
        rx.el.p(
            "The next park days are listed by a script. Without one, take the ",
            rx.el.a("calendar file", href=routes.PUBLIC_CALENDAR, class_name="link"),
            ".",
        )
    )
    return rx.fragment(
        without_scripts,
        rx.el.div(
            *grounds,
            rx.el.span("Loading …", class_name="sr-only"),
            class_name="park-days",
            aria_busy="true",
        ),
    )
