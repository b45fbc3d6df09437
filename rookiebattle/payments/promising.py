"""Promises the letters about payments. `letters/` writes them when they are sent."""

from typing import Final

from sqlalchemy.orm import Session

from rookiebattle.core import outbox
from rookiebattle.payments.models import Payment, Subscription

RECEIPT: Final = "payment.receipt"
RETURNED: Final = "payment.returned"
REFUNDED: Final = "payment.refunded"
UNPAID: Final = "membership.unpaid"
ENDED: Final = "membership.ended"
RENEWING: Final = "membership.renewing"


def promise_receipt(session: Session, payment: Payment) -> None:
    """The receipt, once for a payment."""
    _promise(session, RECEIPT, payment.user_id, payment.id, payment.id)


def promise_returned(session: Session, payment: Payment) -> None:
    """The news that a payment came for a seat that was gone, and goes back."""
    _promise(session, RETURNED, payment.user_id, payment.id, payment.id)


def promise_refund(session: Session, payment: Payment, refund_id: str) -> None:
    """The news that money went back, once for a refund."""
    _promise(session, REFUNDED, payment.user_id, payment.id, refund_id)


def promise_unpaid(session: Session, row: Subscription, payment: Payment, attempts: int) -> None:
    """The news that a renewal failed, once for each attempt."""
    _promise(session, UNPAID, row.user_id, row.id, f"{payment.id}:{attempts}")


def promise_ended(session: Session, row: Subscription) -> None:
    """The news that a membership ended, once for a period that was paid."""
    _promise(session, ENDED, row.user_id, row.id, f"{row.id}:{row.granted_invoice}")


def promise_renewing(session: Session, row: Subscription) -> None:
    """The news that a membership renews soon, once for a period that was paid."""
    _promise(session, RENEWING, row.user_id, row.id, f"{row.id}:{row.granted_invoice}")


def _promise(session: Session, kind: str, user_id: str, about: str, key: str) -> None:
    outbox.promise(session, kind, user_id=user_id, about=about, dedupe_key=f"{kind}:{key}")
