"""A row of the payments, the form of a payment by hand, and the question before an act."""

from typing import Any

import reflex as rx

from rookiebattle.pages.admin.payments.state import BooksState
from rookiebattle.pages.admin.payments.view import CHOICES
from rookiebattle.payments.components import how_fields
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
ADD_UP = "Add Up These Payments"


def payment_row(one: Any) -> rx.Component:
    """One payment: whose, for what, how much, and its receipt."""
    money = rx.fragment(one.amount, rx.cond(one.returned != "", rx.el.small(one.returned)))
    receipt = rx.fragment(" · ", text_link("Receipt", one.receipt))
    roster = rx.fragment(" · ", text_link("Roster", one.roster))
    act = button(
        one.act_label,
        kind="outline",
        on_click=call(State.ask, one.id),
        aria_label=one.act_label + ": " + one.description + ", " + one.member,
    )
    return row(
        cell("Member", text_link(one.member, one.member_href), main=True),
        cell("Date", one.day),
        cell(
            "For",
            one.description,
            rx.el.p(
                one.about,
                rx.cond(one.receipt != "", receipt),
                rx.cond(one.roster != "", roster),
            ),
        ),
        cell("Amount", money, class_name="money"),
        cell("Status", badge(one.status, tone=one.tone)),
        cell("", rx.cond(one.act != "", act)),
        key=one.id,
    )


def sums() -> rx.Component:
    """What came, went back and was kept, of all payments that the list is about."""
    heads = ("How", "Came in", "Went back", "Kept")
    table = rx.el.table(
        rx.el.caption("Of these payments", class_name="sr-only"),
        rx.el.thead(rx.el.tr(*(rx.el.th(one, scope="col") for one in heads))),
        rx.el.tbody(rx.foreach(State.sums, _sum)),
        class_name="sums",
    )
    # The button stays after it was pressed: the keyboard's place on the page would go with it.
    add_up = rx.el.p(button(ADD_UP, kind="outline", on_click=State.add_up), class_name="sums")
    return rx.el.div(
        rx.cond(State.sums.length() > 0, table),
        rx.cond(State.may_be_summed, add_up),
        aria_live="polite",
    )


def _sum(one: Any) -> rx.Component:
    cells = (rx.el.td(money) for money in (one.came, one.back, one.kept))
    return rx.el.tr(rx.el.th(one.way, scope="row"), *cells, key=one.way)


def payment_form() -> rx.Component:
    """The dialog in which a payment is recorded that was made in person."""
    address = text_input("email", default_value=State.email, type="email", auto_complete="off")
    email = with_attrs(address, data_autofocus="")
    amount = text_input("amount", input_mode="decimal", auto_complete="off")
    return record_dialog(
        _field("Member’s email", email),
        _field("For", select("what", CHOICES), "A membership starts now, or goes on from its end."),
        form_row(
            _field("Amount", amount, "For a donation, such as 25.00"),
            _field("Description", text_input("description"), "For a donation, if you like"),
        ),
        *how_fields(State.errors, today=State.today, day=State.today),
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
    """The question before a payment is taken back, or money by card was handed back."""
    return confirm_dialog(
        rx.foreach(State.question.sentences, lambda one: rx.el.p(one, key=one)),
        title=State.question.title,
        open=State.question.id != "",
        on_close=State.close,
        on_confirm=call(State.settle, State.question.id),
        confirm_label=State.question.label,
        done=ShellState.answers,
    )
