"""Payments for seats that were struck out: a wrong tap on the roster, and no money that came.

A membership or a donation that was taken back may have been handed back, so it counts as refunded.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.payments.models import Kind, Method, Payment, PaymentEntry, Status, What


def corrections() -> sa.Subquery:
    """`payment_id` and `cents`: the sums of the corrections of seats' payments, where they are
    below zero."""
    cents = sa.func.sum(col(PaymentEntry.cents))
    return (
        sa.select(col(PaymentEntry.payment_id), cents.label("cents"))
        .join(Payment, col(Payment.id) == col(PaymentEntry.payment_id))
        .where(col(PaymentEntry.what) == What.CORRECTED, col(Payment.payment_type) == Kind.EVENT)
        .group_by(col(PaymentEntry.payment_id))
        .having(cents < 0)
        .subquery()
    )


def struck_out(session: Session, payments: Sequence[Payment]) -> set[str]:
    """The ids of those of these payments of which nothing ever came."""
    asked = {one.id: one.received_cents for one in payments if _may_be(one)}
    if not asked:
        return set()
    found = corrections()
    wanted = sa.select(found.c.payment_id, found.c.cents).where(found.c.payment_id.in_(asked))
    return {id_ for id_, cents in session.execute(wanted) if -cents >= asked[id_]}


def _may_be(one: Payment) -> bool:
    is_seat = one.payment_type == Kind.EVENT and one.method == Method.HAND
    return is_seat and one.status == Status.REFUNDED
