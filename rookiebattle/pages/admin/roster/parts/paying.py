"""The form of a payment by check, or of one that came on another day."""

from typing import Any

import reflex as rx

from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.payments.components import how_fields
from rookiebattle.ui.records import record_dialog
from rookiebattle.ui.typed import page_vars

State = page_vars(GateState)
PAYING: Any = State.paying


def payment_form() -> rx.Component:
    """The dialog: how it was paid, the number of the check, and when it came."""
    return record_dialog(
        rx.cond(PAYING.amount != "", rx.el.p("The seat costs ", PAYING.amount, ".")),
        *how_fields(
            State.errors,
            today=PAYING.today,
            day=PAYING.day,
            means=PAYING.means,
            number=PAYING.reference,
        ),
        name="paid-form",
        title=rx.Var.create("How did ") + PAYING.name + " pay?",
        open=PAYING.user_id != "",
        record=PAYING.user_id,
        on_close=State.keep,
        on_submit=State.record_payment,
        save=rx.cond(PAYING.is_known, "Save", "Mark Paid"),
    )
