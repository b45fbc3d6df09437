"""Seats, the register button and rows of events, for every page where a member can register."""

from typing import Any

import reflex as rx

from rookiebattle.events.when import NOTICE
from rookiebattle.events.wording import CANCELED, ON_NOW
from rookiebattle.registrations.schemas import GONE
from rookiebattle.registrations.state.live import LiveSeats
from rookiebattle.registrations.wording import (
    FULL,
    LOGIN_IS_NEXT,
    NEEDS_MEMBERSHIP,
    PRIVATE,
    SEAT_WOULD_BE_KEPT,
)
from rookiebattle.ui.buttons import ActionButton, Kind, Size, button
from rookiebattle.ui.marks import event_mark, icon, mark_label
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import badge, date_leaf, details, progress_bar
from rookiebattle.ui.typed import Child, Flag, Handler, joined


class RegisterButton(ActionButton):
    """A button that takes a seat. It asks first when it is too late to unregister.

    A stranger has to log in, or to finish the welcome. Coming back, that person gets the seat.
    """

    library = script_beside(__file__, "register.jsx")
    tag = "RegisterButton"

    event: rx.Var[str]
    title: rx.Var[str]
    when: rx.Var[str]
    starts: rx.Var[str]
    is_late: rx.Var[bool]
    notice: rx.Var[int]
    warning: rx.Var[str]
    login: rx.Var[str]
    is_stranger: rx.Var[bool]
    is_ready: rx.Var[bool]
    account: rx.Var[str]

    def asks(self) -> Flag:
        return self.is_late

    def place(self) -> rx.Component:
        """Without any script nobody is asked: the sentence beside the button says the same."""
        own = super().place()
        return rx.fragment(own, rx.el.noscript(self.act())) if self.has_form() else own


def taken_of(card: Any) -> rx.Var[int]:
    """The number of seats taken: the pushed number if there is one, otherwise the page's own."""
    live: Any = LiveSeats.seats
    return rx.cond(live.contains(card.id), live[card.id], card.taken)


def is_full(card: Any) -> rx.Var[bool]:
    return (card.maximum > 0) & (taken_of(card) >= card.maximum)


def is_gone(card: Any) -> rx.Var[bool]:
    """Whether the event was removed or became private for this reader since the page was loaded."""
    stamps: Any = LiveSeats.stamps
    return stamps.get(card.id, "") == GONE


def seats_text(card: Any) -> Child:
    """'14 of 20 seats', or '31 going' without a limit.

    '22 registered, 20 seats' where the limit was lowered, or a walk-in came to a full event.
    """
    taken, seats = taken_of(card), rx.fragment(card.maximum, _plural(card.maximum, " seat"))
    above = rx.fragment(taken, " registered, ", seats)
    limited = rx.cond(taken > card.maximum, above, rx.fragment(taken, " of ", seats))
    return rx.cond(card.maximum > 0, limited, rx.fragment(taken, " going"))


def seat_count(card: Any) -> rx.Component:
    """The seats in words and as a bar; both are updated while the page is open.

    A canceled event has none to count.
    """
    taken = taken_of(card)
    free = rx.cond(taken >= card.maximum, "full", rx.fragment(card.maximum - taken, " left"))
    limited = rx.fragment(
        rx.el.div(rx.el.strong(seats_text(card)), rx.el.span(free), class_name="seats-text"),
        progress_bar(taken, card.maximum, label="Seats taken"),
    )
    unlimited = rx.el.div(
        rx.el.span(rx.el.strong(seats_text(card)), ", no seat limit"), class_name="seats-text"
    )
    shown = rx.cond(card.maximum > 0, limited, unlimited)
    over = rx.el.div(seats_text(card), class_name="seats-text")
    counted = rx.cond(card.is_over, over, shown)
    return rx.el.div(rx.cond(card.canceled == "", counted), class_name="seats")


def take_seat(
    card: Any, register: Handler, *, kind: Kind = "primary", size: Size = "md", **props: Any
) -> rx.Component:
    """'Register', with the price unless it is free. `register` has the event's id bound.

    Within the notice period it asks first.
    """
    is_member = ShellState.signed_in & ~ShellState.awaits_welcome
    return RegisterButton.create(
        event=card.id,
        is_stranger=ShellState.known & ~is_member,
        is_ready=rx.State.is_hydrated & is_member,
        account=ShellState.me,
        label=card.register,
        pending_label="Registering …",
        done=ShellState.answers,
        title=card.title,
        when=card.when,
        starts=card.starts,
        is_late=card.badge != "",
        notice=int(NOTICE.total_seconds() // 60),
        warning=SEAT_WOULD_BE_KEPT,
        login=LOGIN_IS_NEXT,
        on_click=register,
        class_name=joined("btn", f"btn-{kind}", "btn-lg" if size == "lg" else ""),
        custom_attrs={"data-next-focus": "true"},
        **props,
    )


def registered_mark(card: Any, *, size: Size = "md") -> rx.Component:
    """'Registered ✓'. The keyboard is led to it from 'Register', which `disabled` would forbid."""
    return button(
        card.registered,
        kind="done",
        size=size,
        aria_disabled="true",
        tab_index=-1,
        data_next_focus="true",
    )


def register_button(card: Any, register: Handler, **props: Any) -> rx.Component:
    """'Register · $10.00 at the gate', or the reason why it is not possible.

    The badge of a canceled event says so already. Lists have many of the button: a screen reader's
    list of buttons names each with its event.
    """
    open_ = take_seat(card, register, kind="row", which=named_after(card), **props)
    started = rx.cond(card.is_over, "Over", "Started")
    full = _off(rx.cond(card.waits != "", card.waits, FULL))
    closed = rx.cond(card.has_started, _off(started), rx.cond(is_full(card), full, open_))
    registered = registered_mark(card)
    there = rx.cond(card.is_registered, registered, closed)
    possible = rx.cond(card.canceled != "", rx.fragment(), there)
    return rx.cond(is_gone(card), _off("No longer here"), possible)


def _off(reason: Child) -> rx.Component:
    return button(reason, kind="outline", disabled=True)


def named_after(card: Any) -> Any:
    """The event in the unseen end of a repeated button or link: ' for Castle Day, Sat, Nov 28'."""
    return f" for {card.title}, {card.weekday}, {card.month} {card.day}"


def title_of(card: Any) -> rx.Component:
    """The title in a list; struck through when the event is canceled."""
    return rx.cond(card.canceled != "", rx.el.s(card.title), rx.fragment(card.title))


def has_place(card: Any) -> Any:
    return (card.place != "") | (card.town != "")


def where_of(card: Any) -> Any:
    """The place and its town in a list, such as 'Granite Field, Athens, GA', as far as known."""
    both = rx.cond(card.town != "", card.place + ", " + card.town, card.place)
    return rx.cond(card.place != "", both, card.town)


def where_line(card: Any, class_name: str) -> rx.Component:
    """The place and its town: on one line a long place ends in '…' and the town stays whole."""
    comma = rx.cond((card.place != "") & (card.town != ""), ", ", "")
    return rx.el.span(rx.el.span(card.place, comma), rx.el.span(card.town), class_name=class_name)


def event_badges(card: Any, *, on_its_page: bool = False) -> rx.Component:
    """The badges of an event. 'Starting soon' is left out: the day says it.

    The event's own page says elsewhere that it is canceled, and how often it is.
    """
    canceled = rx.cond(card.canceled != "", badge(CANCELED, tone="danger"))
    return rx.fragment(
        *([] if on_its_page else [canceled]),
        rx.cond(card.badge == ON_NOW, badge(ON_NOW, tone="warning", dot=True)),
        rx.cond(card.members_only, badge(NEEDS_MEMBERSHIP, tone="gold")),
        rx.cond(card.is_public, rx.fragment(), badge(PRIVATE, tone="outline")),
        *([] if on_its_page else [rx.cond(card.often != "", badge(card.often, tone="outline"))]),
    )


def event_row(
    card: Any, register: Handler, *, prefix: str, with_month: bool = False
) -> rx.Component:
    """An event in a list; `prefix` keeps the ids of one event in two lists apart.

    `with_month` is for a list without a heading that names the month.
    """
    title_id = prefix + "-" + card.id
    return rx.el.li(
        date_leaf(card.weekday, card.day, card.month if with_month else ""),
        rx.el.div(
            rx.el.div(
                mark_label(card.event_type, card.type_label),
                rx.el.span(card.price, class_name="row-price"),
                class_name="row-kind",
            ),
            rx.el.h3(rx.el.a(title_of(card), href=card.href), id=title_id),
            rx.el.p(rx.el.time(card.when, date_time=card.starts), class_name="row-line"),
            rx.cond(has_place(card), rx.el.p(where_of(card), class_name="row-line")),
            rx.cond(card.party != "", rx.el.p(card.party, class_name="row-line")),
            rx.el.div(event_badges(card), class_name="row-badges"),
            rx.el.div(seat_count(card), register_button(card, register), class_name="row-act"),
            class_name="row-body",
        ),
        key=card.id,
        class_name="event-row",
    )


def event_details(card: Any, *actions: Child) -> rx.Component:
    which = rx.el.span(f" of {card.title}, {card.when}", class_name="sr-only")
    return details(
        rx.fragment("View Event Details", which),
        rx.el.dl(
            _fact("About", card.description),
            _fact("When", card.when),
            _fact("Location", card.place),
            _fact("Address", card.address),
            rx.el.dt("Event type"),
            rx.el.dd(badge(rx.fragment(event_mark(card.event_type), card.type_label))),
            _fact("Chapter", card.chapter),
            class_name="facts",
        ),
        rx.el.div(*actions, class_name="facts-actions") if actions else rx.fragment(),
    )


def day_row(card: Any) -> rx.Component:
    return rx.el.li(
        rx.el.a(
            rx.el.span(card.time, class_name="day-time"),
            event_mark(card.event_type),
            rx.el.span(
                rx.el.span(title_of(card), class_name="day-title"),
                rx.cond(has_place(card), where_line(card, "day-where")),
                class_name="day-words",
            ),
            rx.el.span(card.type_label, class_name="sr-only"),
            rx.el.span(seats_text(card), class_name="day-seats"),
            icon("chevron-right", size="sm"),
            href=card.href,
        ),
        key=card.id,
    )


def _fact(name: str, value: rx.Var[str]) -> Child:
    return rx.cond(value != "", rx.fragment(rx.el.dt(name), rx.el.dd(value)))


def _plural(count: rx.Var[int], word: str) -> rx.Var[str]:
    return rx.cond(count == 1, word, word + "s")
