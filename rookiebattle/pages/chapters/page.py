"""`/chapters`: the map, a row for each chapter, its members, and starting one's own."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.chapters.wording import NO_CHAPTERS
from rookiebattle.members.components.roster import leave_roster, roster_dialog, view_members
from rookiebattle.pages.chapters.parts import (
    LitPins,
    chapter_map,
    leave_start,
    start_your_own_chapter,
)
from rookiebattle.pages.chapters.state import ChaptersState, load
from rookiebattle.pages.chapters.view.chapters import SORTED_BY_STATE
from rookiebattle.ui.buttons import button, text_link
from rookiebattle.ui.document import CHAPTERS_STYLES, own_sheet
from rookiebattle.ui.feedback import empty_state, skeleton
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.forms import choice, segmented
from rookiebattle.ui.marks import icon
from rookiebattle.ui.page import page
from rookiebattle.ui.paging import pager
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.surfaces import badge, card, page_head
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(ChaptersState)
SHOWN = State.shown
TITLE = "Our Chapters"
DESCRIPTION = "Foam-weapon chapters in Florida and Georgia: where they meet, when, and who leads."


@page(
    routes.CHAPTERS,
    title=TITLE,
    description=DESCRIPTION,
    listed=True,
    first_data=[offer(ChaptersState, load)],
    # The dialogs are closed: one that was open when the member left must not open again.
    on_load=[State.show, leave_roster, leave_start],
)
def chapters() -> rx.Component:
    return page_frame(
        own_sheet(CHAPTERS_STYLES),
        page_head(
            TITLE,
            "Find a chapter near you",
            segmented(
                choice("By Name", routes.CHAPTERS, current=~SHOWN.by_state),
                choice("By State", SORTED_BY_STATE, current=SHOWN.by_state),
                label="Sort chapters",
            ),
        ),
        rx.el.div(
            chapter_map(),
            rx.el.section(rx.el.h2("All Chapters", class_name="sr-only"), _list()),
            LitPins.create(),
            class_name="chapters-columns",
        ),
        start_your_own_chapter(),
        roster_dialog(),
        first_data(settled=State.loaded),
        current=routes.CHAPTERS,
    )


def _list() -> Child:
    rows = rx.el.ul(rx.foreach(SHOWN.cards, _row), class_name="card card-flush chapter-rows")
    start = text_link("Start your own chapter", "#start")
    none = card(empty_state(NO_CHAPTERS, "Be the first where you live.", start, symbol="pin"))
    filled = rx.cond(SHOWN.cards.length() > 0, rows, none)
    again = button("Try Again", kind="row", on_click=State.show)
    text = "The chapters themselves are fine. Please try again in a moment."
    failure = empty_state("The chapters couldn’t be loaded", text, again, symbol="warning")
    waiting = rx.cond(State.failed, card(failure), _skeletons())
    return rx.cond(State.loaded, rx.fragment(filled, pager(SHOWN.pager)), waiting)


def _row(chapter: Any) -> rx.Component:
    words = rx.el.div(
        rx.el.div(
            rx.el.h3(rx.el.a(chapter.name, href=chapter.href)),
            badge(chapter.status, tone=chapter.tone, dot=True),
            class_name="chapter-head",
        ),
        rx.el.p(
            rx.cond(chapter.today != "", badge(chapter.today, tone="warning", dot=True)),
            _part("pin", chapter.place),
            rx.cond(chapter.meets != "", _part("clock", chapter.meets)),
            _part("users", chapter.members),
            class_name="chapter-line",
        ),
        rx.cond(
            chapter.description != "", rx.el.p(chapter.description, class_name="chapter-about")
        ),
        class_name="chapter-words",
    )
    return rx.el.li(
        words,
        view_members(chapter),
        key=chapter.id,
        custom_attrs={"data-chapter": chapter.id},
        class_name="chapter-row",
    )


def _part(symbol: str, words: rx.Var[str]) -> rx.Component:
    return rx.el.span(icon(symbol, size="sm"), words)


def _skeletons() -> rx.Component:
    rows = (
        rx.el.li(
            skeleton("40%", "28px"),
            skeleton("70%", "22px"),
            skeleton("100%", "44px"),
            key=str(number),
            class_name="chapter-row",
        )
        for number in range(8)
    )
    return rx.el.div(
        rx.el.ul(*rows, class_name="card card-flush chapter-rows", aria_hidden="true"),
        rx.el.span("Loading the chapters …", class_name="sr-only"),
        aria_busy="true",
    )
