"""`/events/[event_id]/gate`: one screen for one hand."""

from typing import TYPE_CHECKING, Any, TypeAlias

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.gate.state import GatePageState, load
from rookiebattle.registrations.components.news import follow_news
from rookiebattle.registrations.state.live import GATE_VERDICTS, WAITING_LIST, LiveSeats
from rookiebattle.ui.document import GATE_STYLES, own_sheet
from rookiebattle.ui.first_data import first_data, no_first_data, offer
from rookiebattle.ui.page import page
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.shell import access_denied, page_frame
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars

State = page_vars(GatePageState)
SHOWN = State.shown
LIVE: Any = page_vars(LiveSeats)
DENIED = "The gate is for the organizer and the gate team of this event."
PATHS = {
    "api": f"{routes.API}{routes.EVENT}",
    "event": routes.EVENT,
    "gate": routes.GATE,
    "login": routes.LOGIN,
    "me": routes.OWN_ACCOUNT,
    "paper": routes.PAPER_WAIVERS,
    "roster": routes.ADMIN_ROSTER,
}
"""Addresses that the device must know without a network, with the place of the event's id."""

if TYPE_CHECKING:
    Tells: TypeAlias = rx.EventHandler
else:
    Tells = rx.EventHandler[rx.event.passthrough_event_spec(str)]


class Gate(rx.Component):
    """The whole screen, which needs no socket once it was open."""

    library = script_beside(__file__, "gate.jsx")
    tag = "Gate"
    # The second is the program that the third one needs.
    lib_dependencies: list[str] = [  # noqa: RUF012 - a Reflex field
        "idb@8.0.4",
        "zxing-wasm@3.1.3",
        "barcode-detector@3.2.2",
    ]

    info: rx.Var[Any]
    me: rx.Var[str]
    known: rx.Var[bool]
    stamp: rx.Var[str]
    claim: rx.Var[Any]
    paths: rx.Var[dict[str, str]]
    sprite: rx.Var[str]

    on_claim: Tells
    on_sign: Tells


def _stamp() -> Any:
    """Another text after each change of what the gate shows, as far as a socket tells it."""
    event_id = SHOWN.event_id
    seats = rx.cond(LIVE.seats.contains(event_id), LIVE.seats[event_id].to(str), "")
    topics = SHOWN.topic, GATE_VERDICTS, WAITING_LIST
    return sum((LIVE.stamps.get(one, "").to(str) for one in topics), seats)


@page(
    routes.GATE,
    title="Gate",
    first_data=[offer(GatePageState, load)],
    on_load=GatePageState.show,
)
def gate() -> rx.Component:
    return page_frame(
        own_sheet(GATE_STYLES),
        Gate.create(
            access_denied(DENIED),
            info=SHOWN,
            me=ShellState.me,
            known=State.loaded,
            stamp=_stamp(),
            claim=State.claim,
            paths=PATHS,
            sprite=routes.ICONS,
            on_claim=State.draw,
            on_sign=State.sign_here,
        ),
        follow_news(LIVE.stamps.get(SHOWN.event_id, ""), known=SHOWN.stamp, on_news=State.follow),
        first_data(settled=State.loaded),
        # Without a network first data never comes, and the device has its own.
        no_first_data(),
        current=routes.EVENTS,
        at_work=True,
    )
