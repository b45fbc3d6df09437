"""Promises the letters about payments. `letters/` writes them when they are sent."""

from datetime import timedelta
from typing import Final

from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.open_letters import OPEN_FOR
from rookiebattle.core.mail.outbox_table import SENT, WAITING
from rookiebattle.guardians import service as guardians
from rookiebattle.payments.models import Method, Payment, Subscription

RECEIPT: Final = "payment.receipt"
RETURNED: Final = "payment.returned"
REFUNDED: Final = "payment.refunded"
VOID: Final = "payment.void"
LEFT: Final = "payment.left"
PERK_USED: Final = "perk.used"
UNPAID: Final = "membership.unpaid"
ENDED: Final = "membership.ended"
RENEWING: Final = "membership.renewing"
PATIENCE = OPEN_FOR
"""How long a letter waits that tells what a person did: as long as news of a changed event do.

A slip at the gate is often seen minutes later. Until then its letter is not written, and tells what
is true in the end, or is dropped."""


def promise_receipt(session: Session, payment: Payment) -> None:
    """The receipt, once for a charge, whichever of its seats were paid."""
    _promise_of(session, RECEIPT, payment, payment.paid_with or payment.id)


def promise_receipt_again(session: Session, payment: Payment, entry_id: str) -> None:
    """The receipt of a payment by hand that stays after all, unless its member has a valid one."""
    if _is(WAITING, session, RECEIPT, payment):
        return
    is_told_otherwise = _is(SENT, session, VOID, payment) or _is(SENT, session, REFUNDED, payment)
    if is_told_otherwise or not _is(SENT, session, RECEIPT, payment):
        _promise_of(session, RECEIPT, payment, f"{payment.id}:{entry_id}")


def promise_void(session: Session, payment: Payment, entry_id: str) -> None:
    """The news that a payment by hand is no longer in the books, once for its correction."""
    _promise_of(session, VOID, payment, entry_id)


def is_void_waiting(session: Session, payment: Payment) -> bool:
    """Whether a payment was struck out so shortly ago that its member has not been told."""
    return _is(WAITING, session, VOID, payment)


def is_receipt_known(session: Session, payment: Payment) -> bool:
    """Whether the member has a receipt. After a month nobody knows anymore: then it counts so."""
    about = {"user_id": payment.user_id, "about": payment.id}
    states = outbox.states_of(session, RECEIPT, **about)
    return not states or SENT in states


def promise_returned(session: Session, payment: Payment) -> None:
    """The news that a payment came for a seat that was gone, and goes back."""
    _promise(session, RETURNED, payment.user_id, payment.id, payment.id)


def promise_refund(session: Session, payment: Payment, refund_id: str) -> None:
    """The news that money went back, once for a refund."""
    _promise_of(session, REFUNDED, payment, refund_id)


def promise_left(session: Session, organizer_id: str, payment: Payment) -> None:
    """The news for an organizer that a member who paid gave the seat up."""
    _promise_one(session, LEFT, organizer_id, payment.registration_id or "")


def promise_perk_used(session: Session, user_id: str, registration_id: str) -> None:
    """The news that an organizer used a member's token or credit for the member's seat."""
    _promise_one(session, PERK_USED, user_id, registration_id)


def promise_unpaid(session: Session, row: Subscription, payment: Payment, attempts: int) -> None:
    """The news that a renewal failed, once for each attempt."""
    _promise(session, UNPAID, row.user_id, row.id, f"{payment.id}:{attempts}")


def promise_ended(session: Session, row: Subscription) -> None:
    """The news that a membership ended, once for a period that was paid."""
    _promise(session, ENDED, row.user_id, row.id, f"{row.id}:{row.granted_invoice}")


def promise_renewing(session: Session, row: Subscription) -> None:
    """The news that a membership renews soon, once for a period that was paid."""
    _promise(session, RENEWING, row.user_id, row.id, f"{row.id}:{row.granted_invoice}")


def _promise_one(session: Session, kind: str, user_id: str, about: str) -> None:
    """One letter that waits is enough: acts that follow one another without end fill no mailbox."""
    if WAITING in outbox.states_of(session, kind, user_id=user_id, about=about):
        return
    letter = outbox.Promised(user_id, about, due_at=clock.now() + PATIENCE)
    outbox.promise_each(session, kind, letter)


def _promise_of(session: Session, kind: str, payment: Payment, key: str) -> None:
    by_hand = payment.method == Method.HAND or payment.handed_cents > 0
    wait = PATIENCE if by_hand else timedelta()
    due_at = clock.now() + wait
    letter = outbox.Promised(payment.user_id, payment.id, f"{kind}:{key}", due_at=due_at)
    others = [
        letter._replace(user_id=one.id, dedupe_key=f"{kind}:{key}:{one.id}")
        for one in guardians.guardians_of(session, payment.user_id)
    ]
    outbox.promise_each(session, kind, letter, *others)


def _is(state: str, session: Session, kind: str, payment: Payment) -> bool:
    about = {"user_id": payment.user_id, "about": payment.id}
    return state in outbox.states_of(session, kind, **about)


def _promise(session: Session, kind: str, user_id: str, about: str, key: str) -> None:
    outbox.promise(session, kind, user_id=user_id, about=about, dedupe_key=f"{kind}:{key}")
