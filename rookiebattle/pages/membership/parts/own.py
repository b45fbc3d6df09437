"""The member's own part: the payment just made, the membership, the payments."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.membership.parts.plans import pressed
from rookiebattle.pages.membership.state import MembershipState
from rookiebattle.payments.components import LookAgain
from rookiebattle.payments.wording import SEE_RECEIPT
from rookiebattle.registrations.wording import PAY_NOW
from rookiebattle.ui.buttons import button, link_button, text_link
from rookiebattle.ui.dialogs import confirm_dialog
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.marks import icon
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import badge, card, details
from rookiebattle.ui.tables import cell, row, table
from rookiebattle.ui.typed import Child, joined, page_vars

State = page_vars(MembershipState)
SHOWN = State.shown
HISTORY = "Payment History"


def returned() -> Child:
    told = State.returned
    waits = told.state == "waiting"
    title, text = rx.el.strong(told.title), rx.el.p(told.text)
    receipt = rx.el.p(text_link(SEE_RECEIPT, told.receipt))

    def box(symbol: str, *words: Child, more: str = "") -> rx.Component:
        classes = joined("returned", more)
        return rx.el.div(icon(symbol), rx.el.div(*words), role="status", class_name=classes)

    paid = box("check", rx.el.strong(told.text), receipt, more="returned-paid")
    return rx.fragment(
        LookAgain.create(waits=waits, on_look=State.look_again),
        rx.cond(waits, box("clock", title, text)),
        rx.cond(told.state == "paid", paid),
        rx.cond(told.state == "returned", box("warning", title, text, receipt)),
    )


def own_membership() -> Child:
    own = SHOWN.own
    tier = rx.el.p(rx.el.strong(own.title), badge(own.status, tone=own.tone), class_name="own-tier")
    body = rx.fragment(
        tier,
        rx.cond(own.line != "", rx.el.p(own.line)),
        _perks(),
        rx.cond(own.owed != "", rx.el.p(icon("warning", size="sm"), own.owed, class_name="owed")),
        rx.el.div(
            rx.cond(own.pay != "", link_button(PAY_NOW, own.pay, kind="primary", reload=True)),
            rx.cond(own.may_change_card, pressed("Change Card", State.change_card)),
            rx.cond(own.may_resume, pressed("Resume Membership", State.resume, "row")),
            rx.cond(own.may_end, button("Cancel Membership", kind="ghost", on_click=State.ask_end)),
            class_name="own-acts",
        ),
        rx.cond(
            SHOWN.payments.length() > 0,
            rx.el.p(text_link(HISTORY, f"#{routes.PAYMENTS}"), class_name="under"),
        ),
        confirm_dialog(
            rx.el.p(
                "You’ll keep your benefits until ", SHOWN.own.until, ". You won’t be charged again."
            ),
            rx.el.p("Change your mind anytime before then."),
            title="Cancel your membership?",
            open=State.asks_end,
            on_close=State.keep,
            on_confirm=State.end,
            confirm_label="Cancel Membership",
            cancel_label="Keep It",
        ),
    )
    title = "Your Membership"
    shown = card(rx.el.h2(title), body, role="region", aria_label=title, class_name="own")
    return rx.cond(ShellState.signed_in & State.loaded, shown)


def _perks() -> Child:
    """The tokens and credit of the plan, with how they are used and what became of them."""
    perks = SHOWN.perks
    lines = rx.el.ul(rx.foreach(perks.rows, _perk_line), class_name="perk-lines")
    history = details("Token and credit history", lines)
    shown = rx.el.div(
        rx.cond(
            perks.words != "",
            rx.fragment(
                rx.el.p(
                    icon("ticket", size="sm"), rx.el.strong(perks.words), class_name="perk-sum"
                ),
                rx.el.p(perks.note, class_name="under"),
            ),
        ),
        history,
        class_name="own-perks",
    )
    return rx.cond(perks.rows.length() > 0, shown)


def _perk_line(one: Any) -> rx.Component:
    words = rx.el.span(one.what, rx.el.small(one.day))
    return rx.el.li(words, rx.el.span(one.amount, class_name="money"), key=one.id)


def history() -> Child:
    """The card 'Payment History', for members: the last five payments, older ones on demand."""
    rows = rx.foreach(SHOWN.payments, _payment)
    more = pressed("Show Older Payments", State.show_more)
    some = rx.fragment(
        table(("Date", "Description", "Amount", "Status"), rows, caption="Your payments"),
        rx.cond(SHOWN.has_more, rx.el.div(more, class_name="history-more")),
    )
    none = empty_state("No payments yet", "Your payments will show up here, with receipts.")
    shown = card(
        rx.el.h2(HISTORY),
        rx.cond(SHOWN.payments.length() > 0, some, none),
        role="region",
        aria_label=HISTORY,
        id=routes.PAYMENTS,
    )
    return rx.cond(ShellState.signed_in & State.loaded, shown)


def _payment(one: Any) -> rx.Component:
    words = rx.fragment(
        one.description,
        rx.cond(one.receipt != "", text_link("Receipt", one.receipt, class_name="row-receipt")),
    )
    money = rx.fragment(one.amount, rx.cond(one.refunded != "", rx.el.small(one.refunded)))
    return row(
        cell("Date", one.day),
        cell("Description", words, main=True),
        cell("Amount", money, class_name="money"),
        cell("Status", badge(one.status, tone=one.tone)),
        key=one.id,
    )
