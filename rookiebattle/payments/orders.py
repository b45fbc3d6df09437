"""Orders to the card service: queued in the transaction that decides them, carried out after it."""

from typing import Any, Final

from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import new_id, on_commit
from rookiebattle.core.wakeup import Wakeups
from rookiebattle.payments import ledger
from rookiebattle.payments.models import UNDECIDED, Method, Payment, PaymentOrder, What
from rookiebattle.payments.queries import payments

REFUND: Final = "refund"
CANCEL_PAYMENT: Final = "cancel_payment"
END_SUBSCRIPTION: Final = "end_subscription"
FORGET_CUSTOMER: Final = "forget_customer"
CASHIER: Final = Wakeups()
"""Wakes the cashier of this worker (`cards/worker.py`) when a webhook or an order came."""


def refund(session: Session, actor: Actor, *, payment: Payment, most: int | None = None) -> int:
    """Give back what is left of a payment by card, or the `most` of it; returns the cents.

    The caller holds the lock of the payment. Two reasons that meet refund the money once,
    because the first order leaves nothing.
    """
    left = payment.kept_cents - asked_back(session, payment)
    intent = charge_of(session, payment).stripe_payment_intent_id
    if left <= 0 or payment.method != Method.CARD or not intent:
        return 0
    left = left if most is None else min(left, most)
    key = f"{REFUND}:{payment.id}:{payments.refunds_ordered(session, payment.id) + 1}"
    if place(session, REFUND, intent, key, payment_id=payment.id, cents=left):
        ledger.enter(session, actor, payment=payment, what=What.REFUND_ASKED, provider_id=key)
    return left


def charge_of(session: Session, payment: Payment) -> Payment:
    """The payment that the card service knows: this one, or the one with which it was paid."""
    return session.get_one(Payment, payment.paid_with) if payment.paid_with else payment


def payment_named(key: str) -> str:
    """The id of the payment of which a refund was ordered under this key; empty for other keys."""
    kind, _, rest = key.partition(":")
    return rest.partition(":")[0] if kind == REFUND else ""


def asked_back(session: Session, payment: Payment) -> int:
    """The cents of refunds that were ordered and that the service has not confirmed yet."""
    return payments.cents_ordered(session, payment.id)


def cancel_payment(session: Session, payment: Payment) -> None:
    """Cancel a payment that waits, with those that the same charge would pay. Whether it was paid
    first is for the card service to say."""
    if payment.status not in UNDECIDED or payment.method != Method.CARD:
        return
    session.flush()
    charged = payments.charged_with(session, payment, lock=True)
    for one in charged:
        one.open_key = None
    if charged[0].stripe_payment_intent_id is not None:
        place_cancel(session, charged[0], charged[0].stripe_payment_intent_id)
        return
    # The service may be making it right now. Its maker sees that it is not wanted.
    for one in charged:
        ledger.enter(session, VISITOR, payment=one, what=What.CANCELED)


def place_cancel(session: Session, payment: Payment, intent_id: str) -> None:
    """Queue the end of a payment that waits. One that failed is asked for once more."""
    key = _fresh_key(session, CANCEL_PAYMENT, payment.id, intent_id)
    place(session, CANCEL_PAYMENT, intent_id, key, payment_id=payment.id)


def end_subscription(session: Session, stripe_id: str) -> None:
    """End a subscription now. An order that failed is placed once more."""
    key = _fresh_key(session, END_SUBSCRIPTION, stripe_id, stripe_id)
    place(session, END_SUBSCRIPTION, stripe_id, key)


def forget_customer(session: Session, customer_id: str) -> None:
    """Delete a member's customer at the card service. An order that failed is placed once more."""
    key = _fresh_key(session, FORGET_CUSTOMER, customer_id, customer_id)
    place(session, FORGET_CUSTOMER, customer_id, key)


def _fresh_key(session: Session, kind: str, name: str, about: str) -> str:
    """One key as long as an order waits or is done. The next one after each that has failed."""
    failed = payments.failed_orders(session, kind, about)
    return f"{kind}:{name}" + (f":{failed + 1}" if failed else "")


def place(
    session: Session,
    kind: str,
    about: str,
    key: str,
    *,
    payment_id: str | None = None,
    cents: int = 0,
) -> bool:
    """Queue an order; False when it was queued before."""
    now = clock.now()
    told: dict[str, Any] = {
        "kind": kind,
        "about": about,
        "dedupe_key": key,
        "payment_id": payment_id,
    }
    row = PaymentOrder(**told, id=new_id(), cents=cents, due_at=now, created_at=now)
    on_commit(session, CASHIER.notify)
    return payments.insert_new(session, PaymentOrder, row.model_dump())
