"""`/admin/system`: the site, its queues and its jobs."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.core.jobs.leases import TOPIC
from rookiebattle.pages.admin.system.state import SystemState, load
from rookiebattle.registrations.components.news import follow_list
from rookiebattle.ui.buttons import action_button
from rookiebattle.ui.console import tab_head
from rookiebattle.ui.document import SYSTEM_STYLES, own_sheet
from rookiebattle.ui.feedback import skeleton_rows
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.surfaces import badge, card
from rookiebattle.ui.tables import cell, row, table
from rookiebattle.ui.typed import Child, call, page_vars, suffixed

State = page_vars(SystemState)
SHOWN = State.shown
JOBS = "Jobs"
RUN_NOW, AGAIN = "Run Now", "Retry"


@console_tab(routes.ADMIN_SYSTEM, "System", offer(SystemState, load))
def system() -> tuple[Child, ...]:
    waiting = rx.el.div(skeleton_rows(6, height="64px"), class_name="list-waiting")
    cards = rx.el.div(
        facts_card("This Site", SHOWN.facts),
        facts_card("Queues", SHOWN.queues, failed_webhooks()),
        class_name="system-cards",
    )
    return (
        own_sheet(SYSTEM_STYLES),
        follow_list(TOPIC, on_news=State.show),
        tab_head("System", about="Status, queues and background jobs."),
        # The `key`s keep React from reusing the waiting block for a card in another place.
        rx.cond(
            State.loaded,
            rx.el.div(cards, _jobs(), key="loaded"),
            rx.el.div(card(waiting), key="waiting"),
        ),
    )


def _jobs() -> rx.Component:
    head = ("Job", "Last run", "Result", "Next run", "Actions")
    rows = table(head, rx.foreach(SHOWN.jobs, job_row), caption=JOBS)
    title = rx.el.div(rx.el.h3(JOBS), class_name="list-head")
    return card(title, rows, flush=True, class_name="list-card system-jobs")


def facts_card(title: str, facts: Any, *below: Child) -> rx.Component:
    lines = rx.el.dl(rx.foreach(facts, _fact), class_name="system-facts")
    return card(rx.el.h3(title), lines, *below, class_name="system-card")


def _fact(one: Any) -> rx.Component:
    value = rx.cond(one.tone != "", badge(one.value, tone=one.tone), rx.el.span(one.value))
    more = rx.cond(one.more != "", rx.el.small(one.more))
    return rx.el.div(rx.el.dt(one.label), rx.el.dd(value, more), key=one.label)


def failed_webhooks() -> Child:
    """Each webhook that failed for good, and the button with which it is handled again."""
    words: Any = SHOWN.failed_webhooks
    again = action_button(AGAIN, kind="outline", on_click=State.replay)
    return rx.cond(words != "", rx.el.p(words + " failed. ", again, class_name="system-failed"))


def job_row(one: Any) -> rx.Component:
    start = action_button(
        RUN_NOW,
        pending_label="Starting …",
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
