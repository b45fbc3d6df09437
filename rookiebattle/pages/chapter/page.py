"""`/chapters/[chapter_id]`: one chapter, its practices, its events and its leaders."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.members.components.roster import leave_roster, roster_dialog
from rookiebattle.pages.chapter.later import chapter_roles
from rookiebattle.pages.chapter.parts import about, events, head_card, leaders, pictures, waiting
from rookiebattle.pages.chapter.state import ChapterState, load
from rookiebattle.registrations.components.news import follow_own
from rookiebattle.roles.state import RolesState
from rookiebattle.ui.buttons import icon_button, link_button
from rookiebattle.ui.document import CHAPTER_STYLES, EVENT_STYLES, SHOT_STYLES, own_sheet
from rookiebattle.ui.feedback import skeleton
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.page import page, record_title
from rookiebattle.ui.scripts import later
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.surfaces import band, card, not_loaded, notice
from rookiebattle.ui.typed import page_vars

State = page_vars(ChapterState)
SHOWN = State.shown
NOT_FOUND = "pin", "Chapter not found", "It may have been closed, or the link isn’t complete."


@page(
    routes.CHAPTER,
    title="Chapter",
    first_data=[offer(ChapterState, load)],
    on_load=[ChapterState.show, leave_roster, RolesState.show],
)
def chapter() -> rx.Component:
    failure = not_loaded("chapter", again=ChapterState.show)
    return page_frame(
        own_sheet(EVENT_STYLES),
        own_sheet(CHAPTER_STYLES),
        own_sheet(SHOT_STYLES),
        record_title(SHOWN.chapter.name),
        first_data(settled=State.loaded | State.failed),
        rx.cond(
            SHOWN.missing,
            missing(),
            rx.cond(
                ChapterState.loaded, loaded(), rx.cond(ChapterState.failed, failure, _loading())
            ),
        ),
        rx.el.div(
            later(chapter_roles, when=page_vars(RolesState).shown.may_open), class_name="column"
        ),
        roster_dialog(),
        follow_own([SHOWN.events], on_news=ChapterState.show),
        current=routes.CHAPTERS,
        wide=True,
    )


def _back() -> rx.Component:
    return icon_button("chevron-left", "Back to all chapters", href=routes.CHAPTERS)


def loaded() -> rx.Component:
    """The whole page of one chapter. Its HTML is also the text before scripts."""
    side = rx.el.div(waiting(), about(), pictures(), leaders(), class_name="chapter-side")
    return rx.el.div(
        band(_back()),
        rx.el.div(
            rx.el.article(head_card(), events(), side, class_name="chapter-grid"),
            class_name="column",
        ),
        class_name="event",
    )


def _loading() -> rx.Component:
    lines = (skeleton("100%", "56px") for _ in range(3))
    blank = card(
        skeleton("60%", "44px"),
        *lines,
        rx.el.span("Loading the chapter …", class_name="sr-only"),
        class_name="event-card chapter-loading",
        aria_busy="true",
    )
    grid = rx.el.div(blank, skeleton("100%", "420px"), class_name="chapter-grid")
    return rx.el.div(band(_back()), rx.el.div(grid, class_name="column"), class_name="event")


def missing() -> rx.Component:
    others = link_button("See Our Chapters", routes.CHAPTERS, kind="primary")
    return rx.el.div(notice(*NOT_FOUND, others), class_name="column main")
