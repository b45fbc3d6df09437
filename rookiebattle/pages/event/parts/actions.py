"""The buttons about one's own seat on an event's page, or the reason why there are none."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.gate.wording import YOUR_PASS
from rookiebattle.pages.event.parts.head import (
    ADD,
    CARD,
    IS_AHEAD,
    MORE,
    TAKES_PLACE,
    ShareButton,
    taken,
)
from rookiebattle.pages.event.state.event import EventState
from rookiebattle.payments.wording import SEE_RECEIPT
from rookiebattle.registrations.components.own import unregister_button
from rookiebattle.registrations.components.seats import is_full, registered_mark, take_seat
from rookiebattle.registrations.wording import (
    CHECK_IN,
    CHOOSE_MORE,
    CHOOSE_WHO,
    FULL,
    JOIN,
    LEAVE,
    LOGIN_FIRST,
    NEEDS_MEMBERSHIP,
    NOT_PAID_IN_TIME,
    SEAT_WOULD_BE_KEPT,
    SEE_PLANS,
    STOP_TELLING,
    TELL_ME,
    WERE_SIGNED_UP,
    WILL_TELL,
    WISHED,
)
from rookiebattle.ui.buttons import Kind, action_button, button, icon_button, link_button, text_link
from rookiebattle.ui.marks import icon
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import Child, call, page_vars

State = page_vars(EventState)
HAS_SEAT = CARD.is_registered & TAKES_PLACE
HAS_TICKET = HAS_SEAT & ~CARD.is_over
RUNS = (MORE.checks_in | MORE.leads) & (CARD.pay == "")
"""Whether the reader runs the event: its main button is the gate or the roster.

Register stands lower then.
"""
IS_OPEN = (MORE.closed == "") & ~CARD.is_registered
IS_FULL = IS_OPEN & is_full(CARD)
PAUSES = IS_OPEN & ~is_full(CARD) & (MORE.pause != "")
"""Whether a seat is free and not for this reader yet, who did not pay for one in time."""
HAS_PEOPLE = State.shown.people.length() > 0
HAS_PRICE = IS_OPEN & ~CARD.is_free & ~is_full(CARD) & ~MORE.lacks_membership & ~RUNS & ~PAUSES
NAMES_PRICE = HAS_PRICE & ~HAS_PEOPLE
"""Whether the button that takes a seat says what it costs."""


ASKS_TO_LOG_IN = ShellState.known & ~ShellState.signed_in & IS_OPEN & ~MORE.lacks_membership
"""Whether the press of a visitor leads to the login."""


def side_card() -> rx.Component:
    """The card beside the event on a desktop; with a seat it is the ticket."""
    stands = rx.cond(IS_FULL, FULL, CARD.price)
    price = rx.el.div(rx.el.span(stands, class_name="price"), class_name="side-price")
    return card(
        rx.cond(HAS_TICKET, _ticket(), rx.cond(IS_AHEAD, price)),
        waiver_note(),
        price_notes(),
        action(),
        login_note(),
        money_note(),
        pass_link(),
        ways_on(),
        _give_up_alone(),
        too_late_note(),
        class_name=_as_ticket("event-side no-print"),
    )


def bottom_bar() -> rx.Component:
    """The bar at the bottom of a phone's screen, always within reach of the thumb."""
    costs = rx.el.span(rx.cond(IS_FULL, "Full", CARD.price), class_name="price")
    stands = rx.cond(CARD.party != "", rx.el.span(CARD.party), costs)
    is_said = NAMES_PRICE | RUNS
    price = rx.cond(
        is_said & ~ASKS_TO_LOG_IN,
        rx.fragment(),
        rx.el.div(rx.cond(is_said, rx.fragment(), stands), login_note(), class_name="bar-price"),
    )
    # Unregister must not appear where Register was: a double click would hit both.
    return rx.el.div(
        rx.cond(HAS_TICKET, _tools(), rx.cond(IS_AHEAD, price)),
        action(),
        class_name=_as_ticket("sticky-bar event-bar"),
    )


def _as_ticket(names: str) -> Any:
    """The classes of the card or the bar; one that becomes a ticket on this page is printed."""
    printed = rx.cond(State.is_new, f"{names} ticket is-new", f"{names} ticket")
    return rx.cond(HAS_TICKET, printed, names)


def phone_note() -> rx.Component:
    """The lines under the card on a phone, for which the bar at the bottom has no room."""
    return rx.el.div(
        price_notes(),
        held_note(),
        money_note(),
        pass_link(),
        ways_on(),
        _give_up_alone(),
        too_late_note(),
        class_name="event-phone-note no-print",
    )


def _ticket() -> rx.Component:
    # Not a live region: the toast tells screen readers of the seat already.
    words = rx.el.div(
        rx.el.strong(MORE.ticket),
        rx.el.span(CARD.relative),
        class_name="ticket-words",
    )
    return rx.el.div(words, _tools(), class_name="ticket-head")


def _tools() -> rx.Component:
    """The next things for a member with a seat: the calendar, the way, and friends."""
    way = icon_button(
        "pin", "Get directions", href=MORE.directions, target="_blank", rel="noopener noreferrer"
    )
    return rx.el.div(
        icon_button("calendar", ADD, href=MORE.calendar_file, reload_document=True),
        rx.cond(MORE.directions != "", way),
        share_button(),
        class_name="ticket-tools",
    )


def share_button() -> rx.Component:
    """The button that opens the phone's own sheet, or copies the address."""
    return ShareButton.create(
        icon("share"),
        title=CARD.title,
        words=MORE.share,
        label="Share this event",
        copied="Link copied",
        class_name="btn btn-ghost btn-icon",
    )


def waiver_note() -> Child:
    """The first thing for somebody with a seat: without a waiver there is only watching."""
    form = text_link(MORE.waiver_form, MORE.waiver_href, icon="arrow-right")
    return rx.cond(MORE.waiver != "", rx.fragment(rx.el.p(rx.el.strong(MORE.waiver)), form))


def phone_waiver() -> Child:
    """The same on a phone, within the card: below it nobody sees it above the bar, which says
    'Registered ✓'."""
    return rx.cond(
        MORE.waiver != "", rx.el.div(waiver_note(), class_name="event-phone-waiver no-print")
    )


def price_notes() -> Child:
    """Notes for whoever may still register: when one may again, the reader's saving, a beginner's
    free day, cash. Another event at this time is told with a seat, too."""
    also = rx.cond((IS_OPEN | HAS_SEAT) & (MORE.also != ""), _soft(MORE.also))
    saving = rx.cond(IS_OPEN & (MORE.saving != ""), _soft(MORE.saving))
    beginner = rx.cond(IS_OPEN & (MORE.new_here != ""), _soft(MORE.new_here))
    may_pay = (IS_OPEN & ~is_full(CARD) & ~PAUSES) | (CARD.held != "")
    cash = rx.cond(may_pay & (MORE.cash != ""), _soft(MORE.cash))
    return rx.fragment(also, rx.cond(PAUSES, _soft(MORE.pause)), saving, beginner, cash)


def _soft(words: Any) -> rx.Component:
    return rx.el.p(words, class_name="text-soft")


def held_note() -> Child:
    """How long a seat that is not paid yet is kept."""
    return rx.cond(CARD.held != "", rx.el.p(CARD.held, class_name="text-soft"))


def login_note() -> Child:
    """A visitor who presses the button logs in first."""
    return rx.cond(ASKS_TO_LOG_IN, rx.el.p(LOGIN_FIRST, class_name="text-soft login-first"))


def money_note() -> Child:
    """The money that is paid, due or given back for one's own seat, and the state of a payment."""
    waits = State.returned.state == "waiting"
    said = rx.cond(waits, State.returned.title, MORE.seat)
    receipt = rx.cond(MORE.receipt != "", text_link(SEE_RECEIPT, MORE.receipt, icon="arrow-right"))
    return rx.fragment(rx.cond(said != "", rx.el.p(said, class_name="text-soft")), receipt)


def action() -> rx.Component:
    """The one next act, such as Register; or a disabled button that says why there is none."""
    gate = link_button(CHECK_IN, MORE.gate, kind="primary", size="lg", reload=True)
    runs = rx.cond(
        MORE.checks_in, gate, link_button(_roster_words(), MORE.roster, kind="primary", size="lg")
    )
    return rx.cond(RUNS, runs, _about_own_seat())


def _roster_words() -> Any:
    """Such as 'Roster · 7 of 12'; 'Roster · 7 going' without a limit, or above a lowered one."""
    has_place = (CARD.maximum > 0) & (taken() <= CARD.maximum)
    seats: Any = rx.cond(has_place, f"{taken()} of {CARD.maximum}", f"{taken()} going")
    return f"Roster · {seats}"


def _register(**props: Any) -> Child:
    """'Register'; for somebody who has people it leads to the question who is coming."""
    label: Any = rx.cond(CARD.party != "", CHOOSE_MORE, CHOOSE_WHO)
    asks = link_button(label, "#who-is-coming", kind="primary", size="lg")
    form = _form(routes.REGISTER_FORM)
    alone = take_seat(CARD, call(EventState.register, CARD.id), by_form=form, **props)
    return rx.cond(HAS_PEOPLE, asks, alone)


def _form(path: str) -> str:
    """The path of the plain form for this event."""
    return path.format(event_id=CARD.id)


def _about_own_seat() -> Child:
    waits = rx.cond(MORE.place != "", MORE.place, WISHED)
    mark = button(waits, kind="done", size="lg", disabled=True)
    is_on_list = MORE.is_wished | (MORE.place != "")
    return rx.cond(
        HAS_SEAT,
        rx.cond(
            CARD.pay != "",
            _pay(),
            rx.cond(CARD.is_over, _closed(WERE_SIGNED_UP), registered_mark(CARD, size="lg")),
        ),
        rx.cond(
            MORE.closed != "",
            _closed(MORE.closed),
            rx.cond(
                is_full(CARD),
                rx.cond(is_on_list, mark, _for_members(_join("primary"))),
                _for_members(rx.cond(PAUSES, _closed(NOT_PAID_IN_TIME), _register(size="lg"))),
            ),
        ),
    )


def _pay() -> rx.Component:
    return link_button(
        CARD.pay_label, CARD.pay, kind="primary", size="lg", reload=True, data_next_focus="true"
    )


def _for_members(act: Child) -> Child:
    """The act, or why it is closed to somebody without the membership that the event asks for."""
    return rx.cond(MORE.lacks_membership, _closed(NEEDS_MEMBERSHIP), act)


def ways_on() -> Child:
    """The next useful step where nobody can register: another date, a letter, a membership.

    For somebody whose one next act is the roster, also the own seat, and what is due for it.
    """
    has_another = MORE.next_href != ""
    another = rx.cond(has_another, link_button(MORE.next_words, MORE.next_href, icon="arrow-right"))
    browse = rx.cond(has_another, rx.fragment(), link_button("Browse Events", routes.EVENTS))
    # "Don't Tell Me" must not appear where "Tell Me" was: a double click would hit both.
    joining = _soft(MORE.joining)
    told = rx.el.p(WILL_TELL)
    wished = rx.fragment(told, joining, _join("outline"), _leave(STOP_TELLING))
    waits = rx.fragment(joining, _leave(LEAVE))
    plans = text_link(SEE_PLANS, routes.MEMBERSHIP, icon="arrow-right")
    # The main button of an organizer is the roster.
    asked = rx.fragment(rx.cond(RUNS, _join("outline")), joining, _wish())
    lacking = rx.cond(MORE.lacks_membership, plans, asked)
    on_list = rx.cond(MORE.place != "", waits, rx.cond(MORE.is_wished, wished, lacking))
    full = rx.fragment(another, on_list)
    register = rx.cond(RUNS, _register(kind="outline"))
    asks = rx.cond(MORE.lacks_membership & ~CARD.has_started, plans, register)
    instead = rx.cond(IS_AHEAD, rx.fragment(), rx.fragment(another, browse))
    own = rx.cond(HAS_SEAT & RUNS & IS_AHEAD, registered_mark(CARD, size="lg"), instead)
    # The reader has a seat already, and waits for one of their people.
    theirs = rx.cond(HAS_SEAT & (MORE.place != ""), rx.fragment(_soft(MORE.place), waits))
    room = rx.cond(MORE.place != "", rx.fragment(_soft(MORE.place), waits), asks)
    return rx.cond(IS_OPEN, rx.cond(is_full(CARD), full, room), rx.fragment(own, theirs))


def _join(kind: Kind) -> Child:
    """'Join the Waiting List'; for somebody who has people it leads to who is coming."""
    asks = link_button(JOIN, "#who-is-coming", kind=kind, size="lg")
    alone = action_button(
        JOIN,
        pending_label="One moment …",
        kind=kind,
        size="lg",
        on_click=call(EventState.join_list, CARD.id),
        by_form=_form(routes.JOIN_FORM),
    )
    return rx.cond(HAS_PEOPLE, asks, alone)


def _wish() -> rx.Component:
    return action_button(
        TELL_ME,
        pending_label="One moment …",
        kind="ghost",
        on_click=call(EventState.wish, CARD.id),
        by_form=_form(routes.WISH_FORM),
    )


def _leave(label: str) -> rx.Component:
    return action_button(
        label,
        pending_label="One moment …",
        kind="outline",
        on_click=call(EventState.leave_list, CARD.id),
        by_form=_form(routes.LEAVE_FORM),
    )


def pass_link() -> Child:
    """The way to the code that is shown at the gate."""
    link = text_link(YOUR_PASS, routes.own_pass() + "?event=" + CARD.id, icon="arrow-right")
    return rx.cond(HAS_TICKET & (CARD.held == ""), link)


def give_up_button(**props: Any) -> Child:
    """Unregister; only while the member has a seat and may still give it up."""
    unregister = unregister_button(
        CARD,
        EventState.unregister,
        by_form=_form(routes.UNREGISTER_FORM),
        class_name="btn btn-ghost unregister",
        **props,
    )
    return rx.cond(HAS_SEAT & (MORE.stays == ""), unregister)


def _give_up_alone() -> Child:
    """Among seats of the reader's people 'Unregister' stands in the line of the reader's own."""
    return rx.cond(CARD.party == "", give_up_button())


def too_late_note() -> Child:
    """The reason why a seat cannot be given up anymore; also shown before one is taken."""
    sentence = rx.el.p(
        rx.cond(CARD.is_registered, MORE.stays, SEAT_WOULD_BE_KEPT), class_name="text-soft"
    )
    concerns = HAS_SEAT | ((MORE.closed == "") & ~is_full(CARD))
    return rx.cond((MORE.stays != "") & ~CARD.has_started & concerns, sentence)


def canceled_note() -> Child:
    """Says at the top of the card that the event does not take place, and why."""
    note = rx.el.p(icon("warning"), rx.el.strong(CARD.canceled), class_name="canceled-note")
    return rx.cond(TAKES_PLACE, rx.fragment(), note)


def _closed(reason: rx.Var[str] | str) -> rx.Component:
    return button(reason, kind="outline", size="lg", disabled=True)
