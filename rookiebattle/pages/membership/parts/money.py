"""The prices, the credit for help, where dues go, and how to pay or give."""

from collections.abc import Iterator
from typing import Any

import reflex as rx

from rookiebattle.pages.membership.state import MembershipState
from rookiebattle.pages.membership.view.figures import (
    CREDIT_RULES,
    CREDITS,
    DUES_OF,
    DUES_PARTS,
    FEE,
    LEAST,
    MOST,
    PRICES,
    USUAL,
    DuesPart,
)
from rookiebattle.registrations.wording import FIRST_IS_FREE, LOGIN_FIRST
from rookiebattle.ui.buttons import action_button
from rookiebattle.ui.first_data import server_text
from rookiebattle.ui.forms import field, form, number_input
from rookiebattle.ui.marks import icon
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.tables import cell, row, table
from rookiebattle.ui.typed import Child, Text, page_vars

State = page_vars(MembershipState)
SHOWN = State.shown
WAYS, NO_GIFTS = "ways-to-pay", "no-gifts"
CARDS_HERE = "Here, for memberships, events and gifts."
NO_CARDS_YET = "Not on this site yet."
CASH_AT_GATE = "Cash at check-in, for park days and events."
CASH_IF_KEPT = "Pay cash at check-in. Ask the organizer to hold your seat, or just walk in."
WIDTH, HEIGHT = 400, 40
"""The units of the chart; it is drawn as wide as its card."""


def event_prices() -> rx.Component:
    rows = (row(cell("Event", name, main=True), cell("Price", price)) for name, price in PRICES)
    return card(
        rx.el.h2("Event Pricing"),
        table(("Event", "Price"), *rows, caption="What events usually cost"),
        rx.el.p(FIRST_IS_FREE, class_name="under"),
    )


def npc_credits() -> rx.Component:
    rows = (
        row(cell("Shift", name, main=True), cell("Hours", hours), cell("Credit", credit))
        for name, hours, credit in CREDITS
    )
    return card(
        rx.el.h2("NPC Credit Guide"),
        table(("Shift", "Hours", "Credit"), *rows, caption="What a shift of help earns"),
        rx.el.p(CREDIT_RULES, class_name="under"),
    )


def dues() -> rx.Component:
    parts = (_part(place, one) for place, one in enumerate(DUES_PARTS))
    return card(
        rx.el.h2("Where Your Dues Go"),
        rx.el.p(DUES_OF),
        _bar(),
        rx.el.ul(*parts, class_name="dues-parts"),
        class_name="dues",
    )


def _bar() -> rx.Component:
    words = ", ".join(f"{one.name} {one.percent}%" for one in DUES_PARTS)
    return rx.el.svg(
        *_segments(),
        view_box=f"0 0 {WIDTH} {HEIGHT}",
        preserve_aspect_ratio="none",
        role="img",
        aria_label=f"Dues by purpose: {words}",
        class_name="dues-bar",
    )


def _segments() -> Iterator[rx.Component]:
    """One rectangle per part, as wide as its share, with a gap to the next one."""
    start = 0.0
    for place, one in enumerate(DUES_PARTS):
        width = WIDTH * one.percent / 100
        yield rx.el.svg.rect(
            x=str(start), y="0", width=str(width - 2), height=str(HEIGHT), class_name=f"due-{place}"
        )
        start += width


def _part(place: int, one: DuesPart) -> rx.Component:
    return rx.el.li(
        rx.el.span(class_name=f"swatch due-{place}", aria_hidden="true"),
        rx.el.span(one.name),
        rx.el.strong(f"{one.percent}%"),
        rx.el.span(one.money, class_name="money"),
    )


def payment_options() -> rx.Component:
    return card(
        rx.el.h2("Payment Options"),
        server_text(WAYS, ways(), settled=State.loaded),
        rx.el.p(FEE, class_name="under"),
        class_name="options",
    )


def ways() -> rx.Component:
    # Where cards are taken, a seat is held for half an hour and waits for no gate by itself.
    cash = rx.cond(SHOWN.cards_off != "", CASH_AT_GATE, CASH_IF_KEPT)
    cards = rx.cond(SHOWN.cards_off != "", NO_CARDS_YET, CARDS_HERE)
    listed: tuple[tuple[str, str, Text], ...] = (
        ("ticket", "By card", cards),
        ("users", "At the gate", cash),
        ("repeat", "With NPC credit", "Tell whoever checks you in."),
    )
    items = (
        rx.el.li(icon(symbol), rx.el.span(rx.el.strong(name), rx.el.span(text)))
        for symbol, name, text in listed
    )
    return rx.el.ul(*items, class_name="pay-ways")


def donation() -> Child:
    amount = number_input("amount", step="0.01", min=LEAST, max=MOST, default_value=USUAL)
    give: Any = action_button(
        "Donate",
        pending_label="One moment …",
        kind="row",
        type="submit",
        disabled=SHOWN.cards_off != "",
    )
    is_visitor = ShellState.known & ~ShellState.signed_in
    asks_to_log_in = is_visitor & (SHOWN.cards_off == "")
    return card(
        rx.el.h2("Support the Game"),
        rx.el.p("Give once, as much as you like. It buys loaner swords, water and shade."),
        form(
            rx.el.div(
                field("Amount in dollars", amount, error=State.donation_error),
                give,
                class_name="donate-row",
            ),
            on_submit=State.donate,
            no_validate=True,
        ),
        rx.cond(asks_to_log_in, rx.el.p(LOGIN_FIRST, class_name="under")),
        server_text(NO_GIFTS, no_gifts(), settled=State.loaded),
        id="donate",
        class_name="donate",
    )


def no_gifts() -> rx.Component:
    return rx.fragment(rx.cond(SHOWN.cards_off != "", rx.el.p(SHOWN.cards_off, class_name="under")))
