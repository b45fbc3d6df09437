"""The strip of what waits, with its dialogs, and the frame that every page of the console has."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.state import WaitingState, load_waiting
from rookiebattle.console.wording import NOTHING_WAITS
from rookiebattle.registrations.schemas import Settlement
from rookiebattle.registrations.wording import PAID_IN_CASH, WAIVE
from rookiebattle.ui.buttons import action_button, link_button
from rookiebattle.ui.console import console_frame
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.feedback import skeleton
from rookiebattle.ui.first_data import Offer, offer
from rookiebattle.ui.marks import icon
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Child, Flag, Handler, Text, call, page_vars, suffixed

__all__ = ["WAITING", "console_page", "count_waiting"]

State = page_vars(WaitingState)
WAITING: Offer = offer(WaitingState, load_waiting)
"""The first data of the strip: every page of the console offers it beside its own."""
count_waiting: Handler = WaitingState.count
"""What every page of the console does when it opens, beside loading itself."""


def console_page(*children: Child, current: str, settled: Flag) -> rx.Component:
    """A whole page of the console: heading, strip, tabs, and the children below.

    `current` is the path of the tab; `settled` is true once the page's own data is there.
    """
    return console_frame(*children, _dialogs(), above=_strip(), current=current, settled=settled)


def _strip() -> rx.Component:
    links = (
        rx.cond(
            State.requests != "",
            rx.el.a(
                icon("pin"), State.requests, href=routes.ADMIN_CHAPTERS, class_name="waiting-one"
            ),
        ),
        _opening("ticket", State.seats, State.show_seats),
        rx.cond(
            State.returning != "",
            rx.el.a(icon("ticket"), State.returning, href=State.roster, class_name="waiting-one"),
        ),
        _opening("users", State.accounts, State.show_accounts),
        _opening("mail", State.letters, State.show_letters),
    )
    nothing = rx.el.p(icon("check"), NOTHING_WAITS, class_name="waiting-none")
    waits = State.requests + State.seats + State.returning + State.accounts + State.letters
    found = rx.cond(waits != "", rx.fragment(*links), nothing)
    return rx.el.section(
        rx.cond(State.counted, found, skeleton("280px", "44px")),
        class_name="waiting",
        aria_label="Waiting for you",
    )


def _opening(symbol: str, words: Any, opens: Handler) -> Child:
    """A number that opens its dialog; nothing when the number is zero."""
    button = rx.el.button(
        icon(symbol), words, type="button", on_click=opens, class_name="waiting-one"
    )
    return rx.cond(words != "", button)


def _dialogs() -> rx.Component:
    return rx.fragment(
        _dialog("seats", "Unpaid Seats", _seats(), State.seat_rows.length() > 0),
        _dialog("accounts", "Not Welcomed Yet", _accounts(), State.newcomer_rows.length() > 0),
        _dialog("letters", "Emails That Failed", _letters(), State.letter_rows.length() > 0),
    )


def _dialog(name: str, title: str, rows: Child, some: Any) -> rx.Component:
    done = rx.el.p(icon("check"), "Nothing waits here anymore.", class_name="waiting-none")
    return dialog(
        rx.cond(some, rows, done),
        title=title,
        open=State.opened == name,
        on_close=State.close,
    )


def _list(about: str, rows: Child) -> rx.Component:
    return rx.fragment(rx.el.p(about, class_name="waiting-about"), rx.el.ul(rows))


def _row(title: Child, *lines: Child, key: Any, acts: Child) -> rx.Component:
    words = rx.el.div(rx.el.strong(title), *(rx.el.span(line) for line in lines))
    return rx.el.li(words, rx.el.div(acts), key=key, class_name="waiting-row")


def _seats() -> rx.Component:
    return _list(
        "Seats at the events of the last and the next seven days.",
        rx.foreach(State.seat_rows, _seat),
    )


def _seat(one: Any) -> rx.Component:
    return _row(
        one.name,
        rx.el.a(one.event, href=one.href, class_name="link"),
        one.amount,
        key=one.key,
        acts=rx.fragment(
            _act(PAID_IN_CASH, one.name, _settle(one, "completed")),
            _act(WAIVE, one.name, _settle(one, "waived")),
        ),
    )


def _settle(one: Any, status: Settlement) -> Handler:
    return call(State.settle, one.event_id, one.user_id, status)


def _accounts() -> rx.Component:
    return _list(
        "These people logged in, or an account was made for them, and they did not finish their "
        "welcome. A few words often help.",
        rx.foreach(State.newcomer_rows, _newcomer),
    )


def _newcomer(one: Any) -> rx.Component:
    write = link_button("Write", one.write, icon="mail", reload=True)
    return _row(one.email, one.since, key=one.id, acts=rx.cond(one.write != "", write))


def _letters() -> rx.Component:
    return _list(
        "The mail server refused these emails, or could not be reached for days. Or they waited "
        "in a backup that was restored.",
        rx.foreach(State.letter_rows, _letter),
    )


def _letter(one: Any) -> rx.Component:
    return _row(
        one.subject,
        "To " + one.recipient,
        one.why,
        key=one.id,
        acts=rx.fragment(
            _act("Send Again", one.subject, call(State.send_again, one.id)),
            _act("Set Aside", one.subject, call(State.set_aside, one.id)),
        ),
    )


def _act(label: str, about: Text, handler: Handler) -> rx.Component:
    spoken: Any = suffixed(f"{label}: ", about)
    return action_button(
        label,
        pending_label="Saving …",
        done=ShellState.answers,
        kind="outline",
        on_click=handler,
        aria_label=spoken,
    )
