"""A row of the list of events."""

from typing import Any

import reflex as rx

from rookiebattle.events.components.links import delete_event, edit_event
from rookiebattle.registrations.components.seats import event_details, seats_text
from rookiebattle.registrations.wording import PRIVATE, RECURRING
from rookiebattle.ui.buttons import icon_button, text_link
from rookiebattle.ui.marks import mark_label
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Child


def event_row(one: Any) -> rx.Component:
    """One event: what and where it is, how many come, and what can be done with it."""
    return row(
        cell("Event", rx.el.div(*_words(one), class_name="event-words"), main=True),
        cell("When", rx.el.time(one.when, date_time=one.starts)),
        cell("Seats", text_link(seats_text(one), one.roster, title="Roster of " + one.title)),
        cell(
            "",
            icon_button("users", "Roster of " + one.title, href=one.roster, class_name="to-roster"),
            icon_button("edit", "Edit " + one.title, on_click=edit_event(one.id)),
            icon_button("trash", "Delete " + one.title, on_click=delete_event(one.id)),
            actions=True,
        ),
        key=one.id,
    )


def _words(one: Any) -> tuple[Child, ...]:
    badges = rx.el.div(
        mark_label(one.event_type, one.type_label),
        rx.cond(
            one.is_over, badge("Over"), rx.cond(one.badge != "", badge(one.badge, tone="info"))
        ),
        rx.cond(one.is_recurring, badge(RECURRING, tone="outline", title=one.often)),
        rx.cond(one.is_public, rx.fragment(), badge(PRIVATE, tone="outline")),
        class_name="event-badges",
    )
    where = rx.cond((one.place != "") & (one.address != ""), one.place + ", " + one.address, "")
    place = rx.cond(where != "", where, one.place + one.address)
    return (
        rx.el.strong(rx.el.a(one.title, href=one.href)),
        badges,
        rx.cond(place != "", rx.el.p(place)),
        event_details(one),
    )
