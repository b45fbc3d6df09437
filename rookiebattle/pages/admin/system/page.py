"""`/admin/system`: the site, its queues and its jobs."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.core.jobs.leases import TOPIC
from rookiebattle.pages.admin.system.parts import facts_card, failed_webhooks, job_row
from rookiebattle.pages.admin.system.state import SystemState, load
from rookiebattle.registrations.components.news import follow_list
from rookiebattle.ui.console import tab_head
from rookiebattle.ui.document import SYSTEM_STYLES, own_sheet
from rookiebattle.ui.feedback import skeleton_rows
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.tables import table
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(SystemState)
ABOUT = "What runs, what waits, and the work that the site does by itself."
JOBS = "Jobs"


@console_tab(routes.ADMIN_SYSTEM, "System", offer(SystemState, load))
def system() -> tuple[Child, ...]:
    waiting = rx.el.div(skeleton_rows(6, height="64px"), class_name="list-waiting")
    return (
        own_sheet(SYSTEM_STYLES),
        follow_list(TOPIC, on_news=State.show),
        tab_head("System", about=ABOUT),
        rx.cond(State.loaded, _loaded(), rx.el.div(card(waiting), key="waiting")),
    )


def _loaded() -> rx.Component:
    # The `key`s keep React from reusing the waiting block for a card in another place.
    return rx.el.div(_cards(), _jobs(), key="loaded")


def _cards() -> rx.Component:
    return rx.el.div(
        facts_card("This Site", State.facts),
        facts_card("Queues", State.queues, failed_webhooks()),
        class_name="system-cards",
    )


def _jobs() -> rx.Component:
    head = ("Job", "Last run", "Result", "Next run", "Actions")
    rows = table(head, rx.foreach(State.jobs, job_row), caption=JOBS)
    title = rx.el.div(rx.el.h3(JOBS), class_name="list-head")
    return card(title, rows, flush=True, class_name="list-card system-jobs")
