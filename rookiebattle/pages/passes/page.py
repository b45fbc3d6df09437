"""`/pass`: what a member shows at the gate."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.gate.components import event_passes
from rookiebattle.gate.wording import YOUR_PASS
from rookiebattle.pages.passes.state import PassesState, load
from rookiebattle.ui.buttons import link_button, text_link
from rookiebattle.ui.document import PASS_STYLES, own_sheet
from rookiebattle.ui.feedback import skeleton_rows
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.marks import picture
from rookiebattle.ui.page import page
from rookiebattle.ui.shell import access_denied, for_members, page_frame
from rookiebattle.ui.surfaces import card, page_head, panel
from rookiebattle.ui.typed import Child, page_vars
from rookiebattle.waivers.wording import SIGN_NOW

State = page_vars(PassesState)
SHOWN = State.shown
ABOUT = "Show it at the gate. Once this browser has seen it, it works without a network."
WITHOUT_SEAT = "No Seat Yet?"
SHOW_ANYWAY = "These begin soon, and you’re not registered. Show the pass: the gate can let you in."
NOTHING = "Register for an event, and its pass is here."


@page(
    routes.PASSES,
    title=YOUR_PASS,
    description="The code that you show at the gate.",
    first_data=[offer(PassesState, load)],
    on_load=PassesState.show,
)
def passes() -> rx.Component:
    return page_frame(
        own_sheet(PASS_STYLES),
        first_data(settled=State.loaded),
        for_members(access_denied("Please log in to see your pass."), _mine()),
        current=routes.PASSES,
    )


def _mine() -> rx.Component:
    waiting = card(skeleton_rows(3, height="132px"))
    return rx.el.div(
        page_head(YOUR_PASS, ABOUT),
        rx.cond(State.loaded, rx.fragment(_waiver(), _seats(), _today()), waiting),
        class_name="passes",
    )


def _waiver() -> Child:
    """A line about people who have a pass, and would only watch."""
    lacks = panel(rx.el.strong(SHOWN.waiver), " ", text_link(SIGN_NOW, SHOWN.sign))
    return rx.cond(SHOWN.waiver != "", lacks)


def _seats() -> Child:
    some = rx.foreach(SHOWN.seats, lambda one: card(event_passes(one), key=one.id))
    none = rx.el.div(
        picture("calendar"),
        rx.el.h2("No Pass Yet"),
        rx.el.p(NOTHING),
        link_button("Browse Events", routes.EVENTS, kind="primary"),
        class_name="empty",
    )
    empty = rx.cond(SHOWN.today.length() > 0, rx.fragment(), none)
    return rx.cond(SHOWN.seats.length() > 0, some, empty)


def _today() -> Child:
    some = card(
        rx.el.h2(WITHOUT_SEAT),
        rx.el.p(SHOW_ANYWAY),
        rx.foreach(SHOWN.today, lambda one: event_passes(one, below=True)),
    )
    return rx.cond(SHOWN.today.length() > 0, some)
