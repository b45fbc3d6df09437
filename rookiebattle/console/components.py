"""The strip of what waits, and the frame that every page of the console has."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.state import PaletteState, WaitingState, load_waiting
from rookiebattle.console.view import PaletteChoice
from rookiebattle.console.wording import NOTHING_WAITS
from rookiebattle.ui.buttons import action_button
from rookiebattle.ui.console import TITLE, console_frame
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.feedback import skeleton
from rookiebattle.ui.first_data import Offer, offer
from rookiebattle.ui.marks import icon
from rookiebattle.ui.page import PageFunction, page
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.tabs import TABS
from rookiebattle.ui.typed import Child, Handler, Text, call, page_vars, suffixed

__all__ = ["console_tab"]

State = page_vars(WaitingState)
Found = page_vars(PaletteState)

if TYPE_CHECKING:
    Finds: TypeAlias = rx.EventHandler
else:
    Finds = rx.EventHandler[rx.event.passthrough_event_spec(str)]


class Palette(rx.Component):
    """The button and the window that leads to a tab, a member or an event; and the console's keys.

    `found` answers what was `asked`.
    """

    library = script_beside(__file__, "palette.jsx")
    tag = "Palette"

    tabs: rx.Var[list[PaletteChoice]]
    found: rx.Var[list[PaletteChoice]]
    asked: rx.Var[str]
    sprite: rx.Var[str]

    on_find: Finds


def console_tab(
    route: str, name: str, *offers: Offer, before: Sequence[Handler] = (), current: str = ""
) -> Callable[[Callable[[], Sequence[Child]]], PageFunction]:
    """Register a page of the console. The function below returns what stands under the tabs.

    `offers` are its states, the main one first, with what reads their first data; `before` runs
    before they are shown. `current` is the path of the tab, where it is not the page's own.
    """
    shows = [page_vars(one.state).show for one in offers]
    settled = page_vars(offers[0].state).loaded

    def register(below: Callable[[], Sequence[Child]]) -> PageFunction:
        @page(
            route,
            title=f"{name} · {TITLE}" if name else TITLE,
            first_data=[*offers, offer(WaitingState, load_waiting)],
            on_load=[*before, *shows, WaitingState.count],
        )
        @wraps(below)
        def whole() -> rx.Component:
            shown = (*below(), _letters())
            # The strip and the palette, which leads everywhere, are for administrators.
            is_theirs = ~ShellState.known | ShellState.is_admin
            beside = rx.cond(is_theirs, rx.fragment(_strip(), _palette()))
            return console_frame(*shown, beside=beside, current=current or route, settled=settled)

        return whole

    return register


def _palette() -> rx.Component:
    tabs = [PaletteChoice(one.symbol, one.label, "", one.path) for one in TABS]
    return Palette.create(
        tabs=tabs, found=Found.found, asked=Found.asked, sprite=routes.ICONS, on_find=Found.find
    )


def _strip() -> rx.Component:
    letters = rx.el.button(
        icon("mail"),
        State.letters,
        type="button",
        on_click=State.show_letters,
        class_name="waiting-one",
    )
    waits = rx.fragment(rx.foreach(State.links, _link), rx.cond(State.letters != "", letters))
    nothing = rx.el.p(icon("check"), NOTHING_WAITS, class_name="waiting-none")
    is_quiet = (State.links.length() == 0) & (State.letters == "")
    return rx.el.section(
        rx.cond(State.counted, rx.cond(is_quiet, nothing, waits), skeleton("280px", "44px")),
        class_name="waiting",
        aria_label="Waiting for you",
    )


def _link(one: Any) -> rx.Component:
    return rx.el.a(
        icon(one.symbol), one.words, href=one.href, key=one.href, class_name="waiting-one"
    )


def _letters() -> rx.Component:
    """The emails that failed. No page lists them, so they are worked off in a dialog."""
    about = rx.el.p(
        "The mail server refused these emails or couldn’t be reached for days, or they were "
        "waiting in a backup that was restored.",
        class_name="waiting-about",
    )
    aside = waiting_act("Set All Aside", State.restored, State.set_all_aside)
    restored = rx.el.div(rx.el.p(State.restored), aside, class_name="waiting-row")
    all_aside = rx.cond(State.restored != "", restored)
    rows = rx.fragment(about, all_aside, rx.el.ul(rx.foreach(State.letter_rows, _letter)))
    done = rx.el.p(icon("check"), "Nothing’s waiting here anymore.", class_name="waiting-none")
    return dialog(
        rx.cond(State.letter_rows.length() > 0, rows, done),
        title="Emails That Failed",
        open=State.is_open,
        on_close=State.close,
    )


def _letter(one: Any) -> rx.Component:
    acts = (
        waiting_act("Send Again", one.subject, call(State.send_again, one.id)),
        waiting_act("Set Aside", one.subject, call(State.set_aside, one.id)),
    )
    words = (rx.el.strong(one.subject), rx.el.span("To " + one.recipient), rx.el.span(one.why))
    return rx.el.li(rx.el.div(*words), rx.el.div(*acts), key=one.id, class_name="waiting-row")


def waiting_act(label: str, about: Text, handler: Handler) -> rx.Component:
    """A button of a row that waits; screen readers also hear what the row is about."""
    spoken: Any = suffixed(f"{label}: ", about)
    return action_button(label, kind="outline", on_click=handler, aria_label=spoken)
