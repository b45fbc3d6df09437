"""`/progress`: 'How I got here', the way of a member and what comes next."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.progress.parts import attendance, beads, head, paths, rank, story
from rookiebattle.pages.progress.state import ProgressState, load
from rookiebattle.progression.wording import HOW_I_GOT_HERE
from rookiebattle.ui.document import PROGRESS_STYLES, TIMELINE_STYLES, own_sheet
from rookiebattle.ui.feedback import skeleton
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.page import page
from rookiebattle.ui.shell import access_denied, for_members, page_frame
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import page_vars

State = page_vars(ProgressState)


@page(
    routes.PROGRESS,
    title=HOW_I_GOT_HERE,
    description="Ranks, paths and beads, and what comes next.",
    first_data=[offer(ProgressState, load)],
    on_load=ProgressState.show,
)
def progress() -> rx.Component:
    denied = access_denied("Please log in to see how you got here.")
    return page_frame(
        own_sheet(PROGRESS_STYLES),
        own_sheet(TIMELINE_STYLES),
        first_data(settled=State.loaded),
        for_members(rx.el.div(denied, class_name="column main"), _mine()),
        wide=True,
    )


def _mine() -> rx.Component:
    shown = rx.fragment(
        rank(),
        paths(),
        rx.el.div(
            rx.el.div(attendance(), beads(), class_name="progress-side"),
            story(),
            class_name="progress-story",
        ),
    )
    blocks = (card(skeleton(height=height)) for height in ("220px", "420px", "640px"))
    waiting = rx.el.div(*blocks, aria_busy="true", class_name="progress-waiting")
    body = rx.el.div(rx.cond(State.loaded, shown, waiting), class_name="column progress")
    return rx.fragment(head(), body)
