"""A row of the payments, the form of a payment by hand, and the question before an act."""

from collections.abc import Iterable
from functools import partial
from typing import Any

import reflex as rx

from rookiebattle.members.components.candidates import found_members, member_words, search_form
from rookiebattle.pages.admin.payments.state import BoardState, BooksState
from rookiebattle.pages.admin.payments.view import CHOICES, PLAN_CHOICES
from rookiebattle.payments.components import how_fields
from rookiebattle.payments.wording import KINDS
from rookiebattle.ui.buttons import action_button, button, link_button, text_link
from rookiebattle.ui.dialogs import confirm_dialog, dialog
from rookiebattle.ui.forms import (
    checkbox,
    date_input,
    field,
    form,
    form_actions,
    form_row,
    number_input,
    select,
    text_input,
)
from rookiebattle.ui.marks import icon
from rookiebattle.ui.records import RECORD as RECORD_ID
from rookiebattle.ui.records import record_dialog, record_field, save_button
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Child, Text, call, page_vars

State, Board = page_vars(BooksState), page_vars(BoardState)
_field = partial(record_field, errors=State.errors)
SHOWN = State.shown
BOARD, CODES_FORM, RULES_FORM = "Books and Board", "codes-form", "rules-form"
OF_BOOKS = (
    "One line for each entry of a month, with its account in your bookkeeping. Stripe’s fee and "
    "payout are filled in within a day or two."
)
OF_VOTERS = (
    "The list follows the rules that were saved last. With no plan ticked, members without one "
    "may vote, too."
)
PAYER: Any = State.payer
HAS_PAYER = PAYER.user_id != ""
RECORD, FORM = "Record Payment", "payment-form"
GOES_ON = "A membership starts now, or extends the current one."
ADD_UP = "Total These Payments"
OF_FILE = "The treasurer’s file lists every transaction; “In” minus “Out” is the net."


def payment_row(one: Any) -> rx.Component:
    """One payment: whose, for what, how much. A press anywhere on it opens it."""
    money = rx.fragment(one.amount, rx.cond(one.returned != "", rx.el.small(one.returned)))
    opener = rx.el.button(
        one.description,
        type="button",
        on_click=call(State.open_row, one.id),
        aria_label=one.description + ", " + one.amount + ", " + one.member,
        class_name="row-open",
    )
    return row(
        cell("Member", _member(one), main=True),
        cell("Date", one.day),
        cell("For", opener, rx.el.p(one.about)),
        cell("Amount", money, class_name="money"),
        cell("Status", badge(one.status, tone=one.tone)),
        key=one.id,
    )


def _member(one: Any) -> Child:
    link = text_link(one.member, one.member_href)
    return rx.cond(one.member_href != "", link, rx.el.span(one.member))


def opened_payment() -> rx.Component:
    one = State.opened
    receipt, roster = text_link("Receipt", one.receipt), text_link("Roster", one.roster)
    act = button(one.act_label, on_click=call(State.ask, one.id))
    facts = rx.el.p(
        rx.el.strong(one.amount), " ", badge(one.status, tone=one.tone), class_name="payment-sum"
    )
    steps = rx.el.table(
        rx.el.caption("Status of the money", class_name="sr-only"),
        rx.el.tbody(rx.foreach(State.steps, _step)),
        class_name="sums",
    )
    links = (rx.cond(one.receipt != "", receipt), rx.cond(one.roster != "", roster))
    return dialog(
        facts,
        rx.el.p(_member(one), ", ", one.day),
        rx.el.p(one.about),
        rx.cond(one.returned != "", rx.el.p(one.returned)),
        rx.cond(State.steps.length() > 0, steps),
        rx.el.p(*links, class_name="payment-papers"),
        title=one.description,
        open=one.id != "",
        on_close=State.close,
        foot=rx.fragment(
            button("Close", kind="outline", on_click=State.close), rx.cond(one.act != "", act)
        ),
    )


def _step(one: Any) -> rx.Component:
    words = rx.el.th(one.words, ", ", one.day, scope="row")
    return rx.el.tr(words, rx.el.td(one.amount), key=one.words + one.day + one.amount)


def sums() -> rx.Component:
    """The net of all payments that the list is about. Unfolded, it says by which way of paying how
    much was received and refunded."""
    heads = ("How", "Received", "Refunded", "Net")
    table = rx.el.table(
        rx.el.caption("These payments", class_name="sr-only"),
        rx.el.thead(rx.el.tr(*(rx.el.th(one, scope="col") for one in heads))),
        rx.el.tbody(rx.foreach(SHOWN.sums, _sum)),
        class_name="sums",
    )
    # The last row is the total, or the only way of paying.
    kept = rx.el.strong(SHOWN.sums[SHOWN.sums.length() - 1].kept)
    folded = rx.el.details(
        rx.el.summary("Net ", kept, icon("chevron-down", size="sm")),
        rx.el.div(table, rx.el.p(OF_FILE)),
        class_name="sums-fold",
    )
    # The button stays after it was pressed: the keyboard's place on the page would go with it.
    add_up = button(ADD_UP, kind="outline", on_click=State.add_up)
    return rx.el.div(
        rx.cond(SHOWN.sums.length() > 0, folded),
        rx.cond(SHOWN.may_be_summed, add_up),
        aria_live="polite",
    )


def _sum(one: Any) -> rx.Component:
    cells = (rx.el.td(money) for money in (one.came, one.back, one.kept))
    return rx.el.tr(rx.el.th(one.way, scope="row"), *cells, key=one.way)


def payment_form() -> rx.Component:
    cancel = button("Cancel", kind="outline", on_click=State.close)
    foot = rx.fragment(cancel, rx.cond(HAS_PAYER, save_button(RECORD, form=FORM)))
    return dialog(
        rx.cond(HAS_PAYER, _payment(), _who()),
        title=RECORD,
        open=State.is_open,
        on_close=State.close,
        foot=foot,
    )


def _who() -> Child:
    return rx.fragment(
        search_form(State.errors, on_find=State.find),
        rx.cond(State.text != "", found_members(State.found, _choose)),
    )


def _choose(one: Any) -> rx.Component:
    return action_button(
        "Choose",
        pending_label="One moment …",
        kind="row",
        on_click=call(State.choose, one.user_id),
        aria_label="Choose " + one.name,
    )


def _payment() -> rx.Component:
    """The chosen member's payment. Only a donation has an amount and words of its own."""
    other = button("Someone Else", kind="outline", on_click=State.choose_again)
    amount = text_input("amount", input_mode="decimal", auto_complete="off")
    gift = form_row(
        _field("Amount", amount, hint="Such as 25.00"),
        _field("Description", text_input("description"), hint="Optional"),
    )
    what = select("what", CHOICES, on_change=State.choose_what, data_autofocus="")
    return form(
        rx.el.input(type="hidden", name=RECORD_ID, default_value=PAYER.user_id),
        rx.el.div(member_words(PAYER), other, class_name="payer"),
        _field("For", what, hint=rx.cond(State.is_gift, "", GOES_ON)),
        # The gift is always drawn: a draft is given back before the server knows what it is for.
        rx.el.div(gift, hidden=~State.is_gift),
        *how_fields(State.errors, today=State.today, day=State.today),
        on_submit=State.record,
        id=FORM,
        no_validate=True,
        key=PAYER.user_id,
    )


def board_dialog() -> rx.Component:
    voters = rx.cond(Board.is_board, _voters())
    return dialog(
        rx.cond(Board.is_open, rx.el.div(_books(), voters, class_name="form")),
        title=BOARD,
        open=Board.is_open,
        on_close=Board.close,
        foot=button("Close", kind="outline", on_click=Board.close),
    )


def _books() -> rx.Component:
    month = select("month", Board.months, on_change=Board.choose_month)
    codes = (
        _code(label, text_input(kind, default_value=Board.codes.get(kind, ""), max_length=20))
        for kind, label in KINDS.items()
    )
    return rx.el.section(
        rx.el.h3("For the Books"),
        rx.el.p(OF_BOOKS, class_name="text-soft"),
        form_row(field("Month", month), _download("Download Books", Board.books)),
        rx.cond(Board.keeps_all, _codes(codes)),
        class_name="form",
    )


def _codes(codes: Iterable[rx.Component]) -> rx.Component:
    return form(
        form_row(*codes),
        form_actions(_save("Save Account Codes")),
        on_submit=Board.save_codes,
        id=CODES_FORM,
        no_validate=True,
    )


def _code(label: str, control: rx.Component) -> rx.Component:
    return record_field(f"{label} account", control, Board.errors)


def _voters() -> rx.Component:
    day = date_input("on", default_value=Board.today, on_change=Board.choose_day)
    rules = Board.rules
    plans = (
        checkbox(f"plan-{key}", name, default_checked=rules.plans[number])
        for number, (key, name) in enumerate(PLAN_CHOICES)
    )
    came = number_input("attendances", min="0", max="100", default_value=rules.attendances)
    months = number_input("months", min="1", max="60", default_value=rules.months)
    legend = rx.el.legend("One of these plans is active", class_name="legend")
    return rx.el.section(
        rx.el.h3("Who May Vote"),
        rx.el.p(OF_VOTERS, class_name="text-soft"),
        form_row(field("Day of the vote", day), _download("Download Voters", Board.voters)),
        form(
            rx.el.fieldset(legend, *plans, class_name="weekdays"),
            checkbox("adultsOnly", "Adults only", default_checked=rules.adults_only),
            form_row(
                record_field("Events attended, at least", came, Board.errors),
                record_field("In how many months", months, Board.errors),
            ),
            form_actions(_save("Save Voting Rules")),
            on_submit=Board.save_rules,
            id=RULES_FORM,
            no_validate=True,
        ),
        class_name="form",
    )


def _save(label: str) -> rx.Component:
    """The button of one of two forms: neither is the next thing to do."""
    return action_button(label, kind="outline", type="submit")


def _download(label: str, href: Text) -> rx.Component:
    # In a box of its own: a row stretches what stands in it to the height of the field.
    link = link_button(label, href, icon="download", reload=True, download=True)
    return rx.el.div(link, class_name="self-end mb-1.5")


def payment_question() -> rx.Component:
    """The question before an act. Of a payment by card a part can be refunded."""
    asked = State.question
    sentences = rx.foreach(asked.sentences, lambda one: rx.el.p(one, key=one))
    is_refund = asked.act == "refund"
    amount = text_input(
        "amount", input_mode="decimal", auto_complete="off", default_value=asked.left
    )
    part = record_dialog(
        _field("Amount", amount, hint="All that is left, or a part of it"),
        sentences,
        name="refund-form",
        title=asked.title,
        open=is_refund,
        record=asked.id,
        on_close=State.close,
        on_submit=State.refund,
        save=asked.label,
        pending="Refunding …",
    )
    whole = confirm_dialog(
        sentences,
        title=asked.title,
        open=(asked.id != "") & ~is_refund,
        on_close=State.close,
        on_confirm=call(State.settle, asked.id),
        confirm_label=asked.label,
    )
    return rx.fragment(part, whole)
