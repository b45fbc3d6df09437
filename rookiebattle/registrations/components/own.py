"""A member's own events: a row of the lists, and the dashboard's card 'My Registered Events'."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.events.wording import CANCELED, NO_UPCOMING
from rookiebattle.registrations import wording
from rookiebattle.registrations.components.people import people_lines
from rookiebattle.registrations.components.seats import (
    event_details,
    has_place,
    register_button,
    seats_text,
    title_of,
    where_of,
)
from rookiebattle.ui.buttons import AskButton, action_button, link_button, text_link
from rookiebattle.ui.feedback import empty_state, on_undo, skeleton
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import badge, card, date_leaf, panel
from rookiebattle.ui.typed import Child, Flag, Handler, call


def my_registered_events(
    cards: Any, *, has_any: Flag, has_more: Flag, is_new: Flag, on_unregister: Handler, again: Child
) -> rx.Component:
    """The next few upcoming events, and a link to all.

    `is_new` is for somebody who has never come, and whose first park day is still ahead.
    `again` is the note about a seat that was just given up.
    """
    everything = text_link("View All My Events", routes.MY_EVENTS)
    head = _head(rx.cond(has_more, everything))
    events = _events(cards, has_any, is_new, on_unregister)
    return card(head, again, events, class_name="my-card")


def my_registered_events_loading() -> rx.Component:
    blocks = rx.el.div(
        rx.el.p("Loading your events...", class_name="text-soft"),
        *(skeleton(height="112px") for _ in range(2)),
        class_name="my-loading",
        aria_busy="true",
    )
    return card(_head(), blocks, class_name="my-card")


def unregistered_note(seat: Any, *, on_register: Handler) -> Child:
    """A note in place of a row that is gone.

    Unregistering from a free seat asks no question, so the note has a button to register again.
    """
    again = action_button(
        "Register Again",
        pending_label="Registering...",
        kind="outline",
        on_click=call(on_register, seat.event_id),
        aria_describedby="unregistered",
        custom_attrs={"data-next-focus": "true"},
    )
    which = (rx.el.strong(seat.title), ", ", seat.when, ".")
    words = rx.el.p("You unregistered from ", *which, id="unregistered")
    note = rx.cond(seat.event_id != "", panel(words, again, class_name="unregistered"))
    return rx.fragment(on_undo(seat.event_id, call(on_register, seat.event_id)), note)


def my_event(
    event: Any,
    *,
    on_unregister: Handler = None,
    on_unregister_person: Handler = None,
    beside: Child = "",
) -> rx.Component:
    """A row with its date and details, and 'Unregister' while that changes something.

    Where people have seats, the own one is given up in its own line, as theirs are.
    """
    has_lines = event.party != ""
    in_line = on_unregister_person is not None

    def unregister(class_name: str) -> Child:
        if on_unregister is None:
            return ""
        button = unregister_button(
            event, on_unregister, class_name=class_name, aria_describedby=_title_id(event)
        )
        return rx.cond((event.canceled == "") & event.is_registered, button)

    # A row without other people is about the own seat alone, and needs no line that says so.
    stands = rx.cond(event.held != "", wording.SEAT_IS_HELD, wording.YOU_HAVE_A_SEAT)
    own = rx.cond(
        event.is_registered,
        rx.el.li(rx.el.span(stands), unregister("btn btn-ghost") if in_line else ""),
    )
    lines = people_lines(event.people, event, on_unregister_person, own=own)
    beside_row = unregister("btn btn-outline")
    return _row(
        event,
        _title_id(event),
        beside,
        rx.cond(has_lines, rx.fragment(), beside_row) if in_line else beside_row,
        rx.cond(has_lines, lines),
    )


def my_series(event: Any, *, on_unregister: Handler) -> rx.Component:
    """A row for all dates of a series; it opens to them. Unregistering names what it gives up."""
    title_id = _title_id(event)
    words = rx.el.div(
        rx.el.h3(rx.el.a(event.title, href=event.dates_href), id=title_id),
        rx.el.p(event.dates),
        rx.cond(has_place(event), rx.el.p(where_of(event))),
        text_link(
            wording.SEE_DATES, event.dates_href, icon="arrow-right", aria_describedby=title_id
        ),
        class_name="my-event-words",
    )
    unregister = rx.cond(
        event.series_warning != "", unregister_all_button(event, on_unregister, title_id)
    )
    return rx.el.li(
        date_leaf(event.weekday, event.day, event.month),
        words,
        unregister,
        class_name="my-event",
        key=event.id,
    )


def unregister_all_button(series: Any, on_unregister: Handler, described_by: Any) -> rx.Component:
    """'Unregister From All', after a question. `on_unregister` takes the id of one of its dates."""
    return AskButton.create(
        label=wording.UNREGISTER_FROM_ALL,
        pending_label="Removing...",
        done=ShellState.answers,
        question="Unregister from all dates of " + series.title + "?",
        about="",
        warning=series.series_warning,
        kind="danger",
        on_click=call(on_unregister, series.id),
        class_name="btn btn-outline",
        aria_describedby=described_by,
    )


def my_date(event: Any, *, on_register: Handler, on_unregister: Handler) -> rx.Component:
    """A date of a series: its seats, and the button that takes one or gives one up.

    Unregister must not appear where Register was: a double click would hit both.
    """
    title_id = _title_id(event)
    may_unregister = event.is_registered & (event.badge == "") & (event.canceled == "")
    unregister = unregister_button(
        event, on_unregister, class_name="btn btn-ghost", aria_describedby=title_id
    )
    words = rx.el.div(
        rx.el.h3(
            rx.el.a(rx.el.time(event.when, date_time=event.starts), href=event.href), id=title_id
        ),
        rx.el.p(seats_text(event)),
        rx.cond(event.canceled != "", rx.el.p(badge(CANCELED, tone="danger"))),
        class_name="my-event-words",
    )
    acts = rx.el.div(
        register_button(event, call(on_register, event.id), aria_describedby=title_id),
        rx.cond(may_unregister, unregister),
        class_name="my-date-acts",
    )
    return rx.el.li(words, acts, class_name="my-date", key=event.id)


def _row(event: Any, title_id: Any, beside: Child, action: Child, people: Child) -> rx.Component:
    words = rx.el.div(
        rx.el.h3(rx.el.a(title_of(event), href=event.href), id=title_id),
        rx.el.p(rx.el.time(event.when, date_time=event.starts)),
        rx.cond(has_place(event), rx.el.p(where_of(event))),
        rx.el.div(
            rx.cond(event.canceled != "", badge(CANCELED, tone="danger")),
            rx.cond(event.owes, badge(event.registered, tone="warning")),
            beside,
            rx.cond(event.pay != "", text_link(event.pay_label, event.pay, reload_document=True)),
            class_name="event-badges",
        ),
        people,
        event_details(event),
        class_name="my-event-words",
    )
    return rx.el.li(
        date_leaf(event.weekday, event.day, event.month),
        words,
        action,
        class_name="my-event",
        key=event.id,
    )


def _title_id(event: Any) -> Any:
    return "mine-" + event.id


def unregister_button(event: Any, on_unregister: Handler, **props: Any) -> rx.Component:
    """'Unregister', or 'Release My Seat' while it is held until it is paid; a seat that was paid is
    asked about. `on_unregister` takes the event's id."""
    return AskButton.create(
        label=rx.cond(event.held != "", wording.RELEASE, wording.UNREGISTER),
        pending_label="Removing...",
        done=ShellState.answers,
        question="Unregister from " + event.title + "?",
        about=event.when,
        warning=event.warning,
        kind="danger",
        on_click=call(on_unregister, event.id),
        **props,
    )


def _head(*beside: Child) -> rx.Component:
    return rx.el.div(rx.el.h2("My Registered Events"), *beside, class_name="card-head")


def _events(cards: Any, has_any: Flag, is_new: Flag, on_unregister: Handler) -> rx.Component:
    rows = rx.foreach(cards, lambda one: my_event(one, on_unregister=on_unregister))
    browse = link_button("Browse Events", routes.EVENTS, kind="row")
    first = rx.cond(is_new, f"{wording.FIRST_IS_FREE} Then save a seat.", wording.FIND_NEXT)
    none = empty_state("No events registered yet", rx.fragment(first), browse)
    over = empty_state(NO_UPCOMING, wording.FIND_NEXT, browse)
    some = rx.el.ul(rows, class_name="my-events")
    return rx.cond(cards.length() > 0, some, rx.cond(has_any, over, none))
