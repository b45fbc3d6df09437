"""The cards of the machine room, and a row of its jobs."""

from typing import Any

import reflex as rx

from rookiebattle.pages.admin.system.state import SystemState
from rookiebattle.ui.buttons import action_button
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import badge, card
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Child, call, page_vars, suffixed

State = page_vars(SystemState)
RUN_NOW, AGAIN = "Run Now", "Handle Again"


def facts_card(title: str, facts: Any, *below: Child) -> rx.Component:
    lines = rx.el.dl(rx.foreach(facts, _fact), class_name="system-facts")
    return card(rx.el.h3(title), lines, *below, class_name="system-card")


def _fact(one: Any) -> rx.Component:
    value = rx.cond(one.tone != "", badge(one.value, tone=one.tone), rx.el.span(one.value))
    more = rx.cond(one.more != "", rx.el.small(one.more))
    return rx.el.div(rx.el.dt(one.label), rx.el.dd(value, more), key=one.label)


def failed_webhooks() -> Child:
    """Each webhook that failed for good, and the button with which it is handled again."""
    words: Any = State.failed_webhooks
    again = action_button(
        AGAIN,
        pending_label="Saving …",
        done=ShellState.answers,
        kind="outline",
        on_click=State.replay,
    )
    return rx.cond(words != "", rx.el.p(words + " failed. ", again, class_name="system-failed"))


def job_row(one: Any) -> rx.Component:
    """One job: what it does, how it ended, when it runs next, and the button that starts it."""
    start = action_button(
        RUN_NOW,
        pending_label="Starting …",
        done=ShellState.answers,
        kind="outline",
        on_click=call(State.start, one.name),
        aria_label=suffixed(f"{RUN_NOW}: ", one.title),
    )
    words = rx.el.div(rx.el.strong(one.title), rx.el.p(one.about))
    result = rx.fragment(badge(one.result, tone=one.tone), rx.el.p(one.words))
    return row(
        cell("Job", words, main=True),
        cell("Last run", one.last),
        cell("Result", result),
        cell("Next run", one.next),
        cell("", start),
        key=one.name,
    )
