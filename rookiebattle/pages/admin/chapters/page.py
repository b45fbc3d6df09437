"""`/admin/chapters`: the requests to start a chapter, and the chapters with their form."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.chapters.wording import NO_CHAPTERS
from rookiebattle.console.components import console_tab
from rookiebattle.pages.admin.chapters.parts import chapter_dialogs, chapter_row, requests_card
from rookiebattle.pages.admin.chapters.state import (
    AdminChaptersState,
    RequestsState,
    load,
    load_requests,
)
from rookiebattle.pages.admin.chapters.view import SHAPE
from rookiebattle.ui.buttons import button
from rookiebattle.ui.console import for_admins, tab_head
from rookiebattle.ui.feedback import empty_state, skeleton_rows
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.listing import WAITING_ROWS, list_card, list_title, list_tools
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(AdminChaptersState)
SHOWN = State.shown
HAS_REQUESTS = page_vars(RequestsState).shown.rows.length() > 0
"""Without any, their card stands below the chapters: it would only keep people from them."""
ADD, LIST = "Add Chapter", "All Chapters"


@console_tab(
    routes.ADMIN_CHAPTERS,
    "Chapters",
    offer(AdminChaptersState, load),
    offer(RequestsState, load_requests),
    before=[AdminChaptersState.open_asked],
)
def chapters() -> tuple[Child, ...]:
    return (
        tab_head(
            "Chapter Management",
            for_admins(button(ADD, icon="plus", on_click=State.create)),
            listed=list_title(LIST, SHOWN),
        ),
        rx.cond(State.loaded, _loaded(), _waiting()),
        chapter_dialogs(),
    )


def _loaded() -> rx.Component:
    return rx.el.div(
        rx.cond(HAS_REQUESTS, requests_card()),
        list_tools(SHAPE, search="Search name, city or park"),
        list_card(
            LIST,
            SHOWN,
            chapter_row,
            nothing=empty_state(
                NO_CHAPTERS,
                "Chapters you add will show up here.",
                button(ADD, kind="row", icon="plus", on_click=State.create),
                symbol="pin",
            ),
            head=("Chapter", "City", "Status", "Contact", "Actions"),
        ),
        rx.cond(ShellState.is_admin & ~HAS_REQUESTS, requests_card()),
        key="loaded",
    )


def _waiting() -> rx.Component:
    # How many requests there are is not known yet, so the tools below them would be moved. Only
    # blocks stand there until then; `key` keeps React from reusing them for the loaded cards.
    blocks = rx.el.div(skeleton_rows(WAITING_ROWS, height="64px"), class_name="list-waiting")
    return rx.el.div(card(blocks), key="waiting")
