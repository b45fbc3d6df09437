"""The card of somebody who has never come: the steps to a first park day, until it has begun."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.events.wording import BRING
from rookiebattle.pages.home.state import DashboardState
from rookiebattle.ui.buttons import text_link
from rookiebattle.ui.marks import icon
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Child, Text, page_vars

DAY = page_vars(DashboardState).shown.first_day
TITLE_ID = "first-day"
TO_BRING = f"Bring {BRING[0].lower()}{BRING[1:]}"


class FirstDayCard(rx.Component):
    """A card that its reader can put away; `after` is the id of the element that gets the focus."""

    library = script_beside(__file__, "first_day.jsx")
    tag = "FirstDayCard"

    account: rx.Var[str]
    sprite: rx.Var[str]
    label: rx.Var[str]
    after: rx.Var[str]


def first_day(*, after: str) -> Child:
    """The card; nothing for somebody who has come before."""
    seat = rx.cond(
        DAY.seat != "",
        _step("Your seat is saved: ", text_link(DAY.seat, DAY.href), is_done=True),
        _step("Save a seat. ", text_link("Choose a park day", DAY.href)),
    )
    step = (DAY.waiver, " ", text_link(DAY.form, DAY.form_href))
    waiver = rx.cond(DAY.is_signed, _step(*step, is_done=True), _step(*step))
    shown = FirstDayCard.create(
        rx.el.h2("Your First Park Day", id=TITLE_ID),
        rx.el.ol(seat, waiver, _step(TO_BRING), _step(DAY.asks_for)),
        account=ShellState.me,
        sprite=routes.ICONS,
        label="Dismiss: Your First Park Day",
        after=after,
        aria_labelledby=TITLE_ID,
        class_name="card first-day",
    )
    return rx.cond(DAY.waiver != "", shown)


def _step(*words: Text | rx.Component, is_done: bool = False) -> rx.Component:
    done: tuple[Any, ...] = (icon("check"), rx.el.span("Done: ", class_name="sr-only"))
    return rx.el.li(
        *(done if is_done else ()),
        *words,
        class_name="step-done" if is_done else "",
    )
