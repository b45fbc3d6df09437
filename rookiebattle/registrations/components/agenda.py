"""The cards about what is ahead: 'Next Up', and the events that a member runs."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.events.wording import CANCELED
from rookiebattle.registrations.components.asking import ask_button, ask_dialog
from rookiebattle.registrations.components.seats import seats_text, title_of, where_of
from rookiebattle.registrations.wording import CHECK_IN, PRIVATE
from rookiebattle.ui.buttons import link_button, text_link
from rookiebattle.ui.marks import icon
from rookiebattle.ui.surfaces import badge, card
from rookiebattle.ui.typed import Child

TITLE = "Next Up"
DIRECTIONS = "Get Directions"
RUN_TITLE = "Events You Run"
RUNNING = routes.own_running()


def next_up(events: Any) -> Child:
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
    told = {"aria_describedby": title_id}
    pay = text_link(near.card.pay_label, near.card.pay, reload_document=True, **told)
    return (
        rx.cond(near.directions != "", directions),
        ask_button(near.card, **told),
        rx.cond(near.card.pay != "", pay),
    )


def run_rows(rows: Any, act: Callable[[Any], Child]) -> rx.Component:
    drawn = rx.foreach(rows, lambda run: _row(run, act(run)))
    return rx.el.ul(drawn, class_name="run-rows")


def events_you_run(rows: Any, *, has_more: Any) -> Child:
    everything = text_link("See all", RUNNING)
    head = rx.el.div(rx.el.h2(RUN_TITLE), rx.cond(has_more, everything), class_name="card-head")
    return rx.cond(rows.length() > 0, card(head, run_rows(rows, _to_gate), class_name="run-card"))


def _to_gate(run: Any) -> Child:
    # The gate's page is kept for the time without a network, and is another document.
    link = link_button(
        CHECK_IN, run.gate, kind="row", reload=True, aria_label=f"{CHECK_IN}: {run.card.title}"
    )
    return rx.cond(run.gate != "", link)


def _row(run: Any, act: Child) -> rx.Component:
    event = run.card
    dates = rx.el.a(
        run.dates,
        href=run.dates_href,
        aria_label=f"{run.dates} of {event.title}",
        class_name="link run-dates",
    )
    return rx.el.li(
        rx.el.a(
            rx.el.time(event.when, date_time=event.starts, class_name="run-when"),
            rx.el.span(title_of(event), class_name="run-title"),
            rx.cond(run.where != "", rx.el.span(run.where, class_name="run-where")),
            rx.el.span(
                rx.cond(event.canceled != "", badge(CANCELED, tone="danger")),
                rx.cond(event.badge != "", badge(event.badge, tone="warning")),
                rx.cond(event.is_public, rx.fragment(), badge(PRIVATE, tone="outline")),
                rx.cond(run.due != "", badge(run.due, tone="warning")),
                rx.el.span(seats_text(event), class_name="run-seats"),
                class_name="run-facts",
            ),
            icon("chevron-right", size="sm"),
            href=event.href,
        ),
        rx.cond(run.dates != "", dates),
        act,
        key=event.id,
    )
