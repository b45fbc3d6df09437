"""Money that came by card and is given back by hand, because its refund failed."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import record_change
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.money import as_price
from rookiebattle.payments import orders, promises
from rookiebattle.payments.by_hand import entries
from rookiebattle.payments.models import Method, Payment, Status, What
from rookiebattle.payments.queries import payments as payment_queries
from rookiebattle.payments.schemas import PaymentRead
from rookiebattle.payments.seats import payments as seat_payments
from rookiebattle.payments.view import as_read
from rookiebattle.payments.wording import NO_PAYMENT, NOT_HANDED_BACK, NOT_STUCK, REFUND_BEGUN


def stuck(session: Session, payments: Sequence[Payment]) -> set[str]:
    """The ids of those of these payments that a card cannot get back, as far as was tried."""
    kept = [one.id for one in payments if _is_kept_by_card(one)]
    return payment_queries.with_failed_refund(session, kept) if kept else set()


@writes
def hand_back(session: Session, actor: Actor, *, payment_id: str) -> PaymentRead:
    """Enter that what is left of a payment by card was given back by hand; administrators only.

    A seat that it paid counts as refunded. Raises NotFound, and Conflict while the card may still
    get the money: no refund has failed, or another one is on its way.
    """
    payment = _locked(session, actor, payment_id)
    if payment.handed_cents and payment.kept_cents <= 0:
        return as_read(payment)
    if orders.asked_back(session, payment) > 0:
        raise Conflict(REFUND_BEGUN)
    if not stuck(session, [payment]):
        raise Conflict(NOT_STUCK)
    entry_id = _enter(session, actor, payment, -payment.kept_cents, "payment.handed_back")
    seat_payments.note_refund(session, payment, failed=False)
    promises.promise_refund(session, payment, entry_id)
    return as_read(payment)


@writes
def keep_after_all(session: Session, actor: Actor, *, payment_id: str) -> PaymentRead:
    """Take back that a payment by card was given back by hand; administrators only.

    Raises NotFound, and Conflict for a payment that was not.
    """
    payment = _locked(session, actor, payment_id)
    if not payment.handed_cents:
        raise Conflict(NOT_HANDED_BACK)
    _enter(session, actor, payment, payment.handed_cents, "payment.kept_after_all")
    if payment.status == Status.COMPLETED:
        seat_payments.note_refund(session, payment, failed=True)
    return as_read(payment)


def _locked(session: Session, actor: Actor, payment_id: str) -> Payment:
    actor.require(Permission.ALL_PAYMENT_CREATE)
    known = payment_queries.payment(session, known_id(payment_id, NO_PAYMENT))
    if known is None:
        raise NotFound(NO_PAYMENT)
    seat_payments.lock_before(session, known)
    payment = payment_queries.payment(session, known.id, lock=True)
    if payment is None:
        raise NotFound(NO_PAYMENT)
    return payment


def _is_kept_by_card(payment: Payment) -> bool:
    is_by_card = payment.method == Method.CARD
    return is_by_card and payment.status == Status.COMPLETED and payment.kept_cents > 0


def _enter(session: Session, actor: Actor, payment: Payment, cents: int, act: str) -> str:
    entry_id = entries.enter_own(
        session, actor, payment=payment, what=What.HANDED_BACK, cents=cents
    )
    record_change(
        session,
        actor,
        act,
        payment.id,
        thing=f"{payment.description}, {as_price(abs(cents))}",
        member_id=payment.user_id,
        details={"user_id": payment.user_id, "cents": cents},
    )
    return entry_id
