"""`/admin/waivers`: the texts that are signed, and who has none."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.pages.admin.waivers.parts import (
    count_links,
    editor,
    form_card,
    lack_row,
    opened_version,
    papers,
    questions,
)
from rookiebattle.pages.admin.waivers.state import WaiversState, load
from rookiebattle.pages.admin.waivers.url import CHAPTER, SHAPE
from rookiebattle.ui.console import tab_head
from rookiebattle.ui.document import WAIVER_STYLES, own_sheet
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.listing import list_card, list_title, list_tools
from rookiebattle.ui.typed import Child, page_vars
from rookiebattle.waivers.components import opened_paper
from rookiebattle.waivers.wording import NO_ADVICE

State = page_vars(WaiversState)
LIST = "Members Without a Valid Waiver"


@console_tab(routes.ADMIN_WAIVERS, "Waivers", offer(WaiversState, load))
def waivers() -> tuple[Child, ...]:
    texts = rx.el.div(rx.foreach(State.forms, form_card), class_name="waiver-cards")
    return (
        own_sheet(WAIVER_STYLES),
        tab_head("Waivers", about=NO_ADVICE),
        rx.cond(State.forms.length() > 0, texts),
        rx.cond(State.papers.length() > 0, papers()),
        list_title(LIST, State),
        count_links(),
        list_tools(SHAPE, search="Search name", options={CHAPTER: State.chapters}),
        list_card(
            LIST,
            State,
            lack_row,
            nothing=empty_state(
                "No one lacks a waiver",
                "Members without one show up here once a text is published.",
                symbol="check",
            ),
            is_titled=False,
            head=("Member", "Chapter", "Waiver", "Status"),
        ),
        editor(),
        opened_version(),
        questions(),
        opened_paper(State.show),
    )
