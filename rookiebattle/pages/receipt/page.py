"""`/receipts/[payment_id]`: one payment as a receipt, which prints on one sheet."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.receipt.state import ReceiptState, load
from rookiebattle.payments.wording import TO_MEMBERSHIP
from rookiebattle.ui.buttons import link_button, print_button
from rookiebattle.ui.document import CHECKOUT_STYLES, own_sheet
from rookiebattle.ui.feedback import skeleton
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.marks import crest
from rookiebattle.ui.page import page
from rookiebattle.ui.shell import access_denied, for_members, page_frame
from rookiebattle.ui.surfaces import card, notice
from rookiebattle.ui.typed import page_vars

State = page_vars(ReceiptState)
SHOWN = State.shown
TITLE = "Receipt"


@page(
    routes.RECEIPT, title=TITLE, first_data=[offer(ReceiptState, load)], on_load=ReceiptState.show
)
def receipt() -> rx.Component:
    loading = card(skeleton(height="420px"), aria_busy="true", class_name="receipt")
    return page_frame(
        own_sheet(CHECKOUT_STYLES),
        first_data(settled=State.loaded),
        for_members(
            access_denied("Please log in to see your receipt."),
            rx.cond(
                State.loaded,
                rx.cond(
                    SHOWN.number != "",
                    _sheet(),
                    notice(
                        "ticket",
                        "Receipt not found",
                        "You don’t have a payment like that.",
                        link_button(TO_MEMBERSHIP, routes.MEMBERSHIP),
                    ),
                ),
                loading,
            ),
        ),
    )


def _sheet() -> rx.Component:
    return card(
        rx.el.div(
            crest(),
            rx.el.div(rx.el.strong(SHOWN.club), rx.el.span(SHOWN.address)),
            class_name="receipt-club",
        ),
        rx.el.h1(TITLE, " ", SHOWN.number),
        rx.el.dl(
            _fact("Paid by", SHOWN.member),
            _fact("Date", SHOWN.paid_on),
            _fact("For", SHOWN.description),
            _fact("Method", SHOWN.method),
            _fact("Status", SHOWN.status),
            class_name="receipt-facts",
        ),
        rx.el.ul(rx.foreach(SHOWN.moves, _move), class_name="order-lines"),
        _total("Total", SHOWN.amount),
        rx.cond(SHOWN.kept != "", _total("After refunds", SHOWN.kept)),
        rx.el.div(
            link_button(TO_MEMBERSHIP, routes.MEMBERSHIP, icon="arrow-left"),
            print_button(),
            class_name="receipt-acts no-print",
        ),
        class_name="receipt",
    )


def _fact(name: str, value: Any) -> rx.Component:
    return rx.el.div(rx.el.dt(name), rx.el.dd(value))


def _total(name: str, amount: Any) -> rx.Component:
    return rx.el.p(rx.el.span(name), rx.el.strong(amount), class_name="order-total")


def _move(one: Any) -> rx.Component:
    words = rx.el.span(rx.el.strong(one.words), rx.el.small(one.at))
    return rx.el.li(words, rx.el.span(one.amount), key=one.key)
