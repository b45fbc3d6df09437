"""`/my-events`: the events at which the member has or had a seat, and those they organize."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.events.wording import NO_UPCOMING
from rookiebattle.pages.my_events.state import MyEventsState, load
from rookiebattle.registrations.components.own import my_event, run_event, unregistered_note
from rookiebattle.registrations.wording import FIND_NEXT
from rookiebattle.ui.buttons import link_button
from rookiebattle.ui.feedback import empty_state, skeleton_rows
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.page import page
from rookiebattle.ui.paging import pager
from rookiebattle.ui.shell import TO_DASHBOARD, access_denied, page_frame
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import badge, card, page_head
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(MyEventsState)


@page(
    routes.MY_EVENTS,
    title="My Events",
    description="Where you have a seat, and where you have been.",
    first_data=[offer(MyEventsState, load)],
    on_load=MyEventsState.show,
)
def my_events() -> rx.Component:
    return page_frame(
        first_data(settled=State.loaded),
        rx.cond(
            ShellState.known & ~ShellState.signed_in,
            access_denied("Please log in to view your events."),
            _mine(),
        ),
    )


def _mine() -> rx.Component:
    return rx.fragment(
        page_head(
            "My Events",
            "The events you have a seat at, and those you run.",
            link_button(TO_DASHBOARD, routes.HOME),
            link_button("Browse Events", routes.EVENTS),
        ),
        rx.cond(
            State.loaded,
            rx.fragment(_upcoming(), _running(), _past()),
            skeleton_rows(3, height="132px"),
        ),
    )


def _upcoming() -> rx.Component:
    browse = link_button("Browse Events", routes.EVENTS, kind="row")
    none = empty_state(NO_UPCOMING, FIND_NEXT, browse)
    return _part(
        "Upcoming Events",
        State.upcoming.length() > 0,
        rx.foreach(State.upcoming, lambda one: my_event(one, on_unregister=State.unregister)),
        none,
        State.upcoming_pager,
        unregistered_note(State.unregistered, on_register=State.register),
    )


def _running() -> rx.Component:
    """The events that the member organizes; nothing when there are none."""
    rows = rx.foreach(State.running, run_event)
    some = State.running.length() > 0
    return rx.cond(some, _part("Events You Run", some, rows, "", State.running_pager))


def _past() -> rx.Component:
    none = empty_state("No past events", "Events you have been to are kept here.")
    return _part(
        "Past Events",
        State.past.length() > 0,
        rx.foreach(State.past, _past_event),
        none,
        State.past_pager,
    )


def _past_event(event: Any) -> rx.Component:
    soon = rx.cond(event.badge != "", badge(event.badge, tone="warning"))
    return my_event(event, beside=soon)


def _part(
    title: str, has_some: rx.Var[bool], rows: Child, none: Child, shown: Any, above: Child = ""
) -> rx.Component:
    some = rx.fragment(rx.el.ul(rows, class_name="my-events"), pager(shown))
    return rx.el.section(
        rx.el.h2(title),
        card(above, rx.cond(has_some, some, none), class_name="my-card"),
        class_name="my-part",
    )
