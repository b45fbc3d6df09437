"""A row of the payments, the form of a payment by hand, and the question before its correction."""

from typing import Any

import reflex as rx

from rookiebattle.pages.admin.payments.state import BooksState
from rookiebattle.pages.admin.payments.view import CHOICES
from rookiebattle.ui.buttons import button, text_link
from rookiebattle.ui.dialogs import confirm_dialog
from rookiebattle.ui.forms import form_row, select, text_input
from rookiebattle.ui.records import record_dialog, record_field
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Text, call, page_vars, with_attrs

State = page_vars(BooksState)
RECORD = "Record Payment"
TAKE_BACK = "Take Back"


def payment_row(one: Any) -> rx.Component:
    """One payment: whose, for what, how much, and its receipt."""
    money = rx.fragment(one.amount, rx.cond(one.returned != "", rx.el.small(one.returned)))
    undo = button(
        TAKE_BACK,
        kind="outline",
        on_click=call(State.ask, one.id),
        aria_label=TAKE_BACK + ": " + one.description + ", " + one.member,
    )
    return row(
        cell("Member", text_link(one.member, one.member_href), main=True),
        cell("Date", one.day),
        cell("For", one.description, rx.el.p(one.about, " · ", text_link("Receipt", one.receipt))),
        cell("Amount", money, class_name="money"),
        cell("Status", badge(one.status, tone=one.tone)),
        cell("", rx.cond(one.may_correct, undo)),
        key=one.id,
    )


def payment_form() -> rx.Component:
    """The dialog in which a payment is recorded that was made in person."""
    email = with_attrs(text_input("email", type="email", auto_complete="off"), data_autofocus="")
    amount = text_input("amount", input_mode="decimal", auto_complete="off")
    return record_dialog(
        _field("Member’s email", email),
        _field("For", select("what", CHOICES), "A membership starts now, or goes on from its end."),
        form_row(
            _field("Amount", amount, "For a donation, such as 25.00"),
            _field("Description", text_input("description"), "For a donation, if you like"),
        ),
        name="payment-form",
        title=RECORD,
        open=State.is_open,
        record=rx.Var.create(""),
        on_close=State.close,
        on_submit=State.record,
        save=RECORD,
    )


def _field(label: str, control: rx.Component, hint: Text = "") -> rx.Component:
    return record_field(label, control, State.errors, hint)


def payment_question() -> rx.Component:
    """The question before a payment by hand is taken back."""
    name: Any = State.doomed.name
    return confirm_dialog(
        rx.el.p("Do this only after a mistake, or when the money was given back in person."),
        rx.el.p("Both entries stay in the books. A membership that it paid ends."),
        title=rx.Var.create("Take back “") + name + "”?",
        open=State.doomed.id != "",
        on_close=State.close,
        on_confirm=call(State.correct, State.doomed.id),
        confirm_label=TAKE_BACK,
        done=ShellState.answers,
    )
