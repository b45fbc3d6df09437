"""The events that a member runs: rows of one line, and the dashboard's card with the next ones."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.events.wording import CANCELED
from rookiebattle.registrations.components.seats import seats_text, title_of
from rookiebattle.registrations.wording import PRIVATE
from rookiebattle.ui.buttons import text_link
from rookiebattle.ui.marks import icon
from rookiebattle.ui.surfaces import badge, card
from rookiebattle.ui.typed import Child

TITLE = "Events You Run"
RUNNING = routes.own_running()


def run_rows(rows: Any) -> rx.Component:
    """The rows; each is a link to the page on which the event is managed."""
    return rx.el.ul(rx.foreach(rows, _row), class_name="run-rows")


def events_you_run(rows: Any, *, has_more: Any) -> Child:
    """The dashboard's card; nothing for a member who runs no events."""
    everything = text_link("See all", RUNNING)
    head = rx.el.div(rx.el.h2(TITLE), rx.cond(has_more, everything), class_name="card-head")
    return rx.cond(rows.length() > 0, card(head, run_rows(rows), class_name="run-card"))


def _row(run: Any) -> rx.Component:
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
        key=event.id,
    )
