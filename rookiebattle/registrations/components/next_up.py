"""'Next Up': the member's events that run now or begin within a day, with what helps on the way."""

from typing import Any

import reflex as rx

from rookiebattle.registrations.components.asking import ask_button, ask_dialog
from rookiebattle.registrations.components.seats import where_of
from rookiebattle.registrations.wording import PAY_NOW
from rookiebattle.ui.buttons import link_button, text_link
from rookiebattle.ui.surfaces import badge, card
from rookiebattle.ui.typed import Child

TITLE = "Next Up"
DIRECTIONS = "Get Directions"


def next_up(events: Any) -> Child:
    """The card; nothing when no event is near."""
    shown = card(
        rx.el.h2(TITLE, id="next-up"),
        rx.el.ul(rx.foreach(events, _event)),
        role="region",
        aria_labelledby="next-up",
        class_name="next-up",
    )
    return rx.cond(events.length() > 0, rx.fragment(shown, ask_dialog()))


def _event(near: Any) -> rx.Component:
    event = near.card
    title_id = "near-" + event.id
    return rx.el.li(
        rx.el.p(badge(event.badge, tone="warning", dot=True)),
        rx.el.h3(rx.el.a(event.title, href=event.href), id=title_id),
        rx.el.p(rx.el.time(event.when, date_time=event.starts), class_name="next-when"),
        *_where(event),
        rx.cond(event.owes, rx.el.p(badge(event.registered, tone="warning"))),
        rx.el.div(*_ways(near, title_id), class_name="next-ways"),
        rx.cond(near.stays != "", rx.el.p(near.stays, class_name="text-soft")),
        key=event.id,
    )


def _where(event: Any) -> tuple[Child, Child]:
    """The place and the address; the town where there is no address, which would name it."""
    has_address = event.address != ""
    place = rx.cond(has_address, event.place, where_of(event))
    return rx.cond(place != "", rx.el.p(place)), rx.cond(has_address, rx.el.p(event.address))


def _ways(near: Any, title_id: Any) -> tuple[Child, ...]:
    """The map, and the form that asks the organizer."""
    directions = link_button(
        DIRECTIONS,
        near.directions,
        kind="row",
        icon="pin",
        target="_blank",
        rel="noopener noreferrer",
        aria_describedby=title_id,
    )
    pay = text_link(PAY_NOW, near.card.pay, reload_document=True)
    return (
        rx.cond(near.directions != "", directions),
        ask_button(near.card),
        rx.cond(near.card.pay != "", pay),
    )
