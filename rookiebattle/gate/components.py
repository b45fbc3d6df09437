"""The passes of a member, as the page of passes and the dashboard draw them."""

from typing import Any

import reflex as rx

from rookiebattle.gate.wording import HOW_TO_SHOW
from rookiebattle.ui.marks import icon
from rookiebattle.ui.typed import Child


def event_passes(event: Any, *, below: bool = False) -> rx.Component:
    """An event with its passes, of which one is open at a time; `below` another heading."""
    heading = rx.el.h3 if below else rx.el.h2
    place = rx.cond(event.place != "", rx.el.p(event.place, class_name="text-soft"))
    return rx.el.div(
        heading(rx.el.a(event.title, href=event.href)),
        rx.el.p(event.when),
        place,
        pass_list(event.holders),
        key=event.id,
        class_name="event-passes",
    )


def pass_list(holders: Any) -> Child:
    return rx.foreach(holders, _pass)


def _pass(one: Any) -> rx.Component:
    return rx.el.details(
        rx.el.summary(one.title, icon("chevron-down", size="sm")),
        rx.html(one.svg),
        rx.el.p(HOW_TO_SHOW, class_name="text-soft"),
        open=one.is_open,
        custom_attrs={"name": "pass"},
        key=one.id,
        class_name="pass",
    )
