"""Verbs of treasurers and administrators: money goes back by hand, as an opposite entry."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import record_change
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Scope
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.money import as_price
from rookiebattle.events.models import Event
from rookiebattle.guardians import service as guardians
from rookiebattle.payments import orders
from rookiebattle.payments.by_hand import entries
from rookiebattle.payments.cards import following
from rookiebattle.payments.models import Method, Payment, Status, What
from rookiebattle.payments.plans import plan_named
from rookiebattle.payments.queries import payments as payment_queries
from rookiebattle.payments.schemas import PaymentRead
from rookiebattle.payments.seats import payments as seat_payments
from rookiebattle.payments.view import as_read
from rookiebattle.payments.wording import (
    NO_PAYMENT,
    NOT_BY_HAND,
    NOT_HANDED_BACK,
    NOT_STUCK,
    REFUND_BEGUN,
)


def stuck(session: Session, payments: Sequence[Payment]) -> set[str]:
    """The ids of those of these payments that a card cannot get back, as far as was tried."""
    kept = [one.id for one in payments if _is_kept_by_card(one)]
    return payment_queries.with_failed_refund(session, kept) if kept else set()


@writes
def correct(session: Session, actor: Actor, *, payment_id: str) -> PaymentRead:
    """Take back what was recorded by hand by mistake; for treasurers and administrators.

    A membership loses the time that was given for it. Raises NotFound, and Conflict for any other
    payment: seats are corrected on the roster, and cards are refunded.
    """
    payment = locked(session, actor, payment_id=payment_id)
    if not payment.is_own_entry:
        raise Conflict(NOT_BY_HAND)
    if cents := entries.reverse(session, actor, payment=payment, what=What.CORRECTED):
        _take_time_off(session, actor, payment)
        record(session, actor, payment=payment, cents=-cents, act="payment.corrected")
    return as_read(payment)


def _take_time_off(session: Session, actor: Actor, payment: Payment) -> None:
    """Take the time of a corrected payment off its membership: the others follow one another."""
    row = payment_queries.subscription(session, payment.subscription_id or "")
    if row is None:
        return
    ends, last = clock.now(), None
    for one in payment_queries.payments_of_subscription(session, row.id):
        if one.status == Status.COMPLETED and one.paid_at is not None:
            begins = max(one.paid_at, ends) if last else one.paid_at
            ends, last = plan_named(one.plan or row.plan).paid_from(begins), one.id
    row.paid_until = ends
    following.shorten_by_hand(session, actor, row=row, payment_id=last)


@writes
def hand_back(session: Session, actor: Actor, *, payment_id: str) -> PaymentRead:
    """Enter that what is left of a payment by card was handed back; for treasurers and
    administrators.

    A seat that it paid counts as refunded, and a plan ends. Raises NotFound, and Conflict while the
    card may still get the money: no refund has failed, or another one is on its way.
    """
    payment = locked(session, actor, payment_id=payment_id)
    if payment.handed_cents and payment.kept_cents <= 0:
        return as_read(payment)
    if orders.asked_back(session, payment) > 0:
        raise Conflict(REFUND_BEGUN)
    if not stuck(session, [payment]):
        raise Conflict(NOT_STUCK)
    cents = entries.reverse(session, actor, payment=payment, what=What.HANDED_BACK)
    record(session, actor, payment=payment, cents=-cents, act="payment.handed_back")
    seat_payments.note_refund(session, payment)
    if row := payment_queries.subscription(session, payment.subscription_id or ""):
        following.end_unpaid(session, row)
    return as_read(payment)


@writes
def keep_after_all(session: Session, actor: Actor, *, payment_id: str) -> PaymentRead:
    """Take back that a payment by card was handed back; for treasurers and administrators.

    Raises NotFound, and Conflict for a payment that was not.
    """
    payment = locked(session, actor, payment_id=payment_id)
    if not (cents := payment.handed_cents):
        raise Conflict(NOT_HANDED_BACK)
    entries.enter_own(session, actor, payment=payment, what=What.HANDED_BACK, cents=cents)
    record(session, actor, payment=payment, cents=cents, act="payment.kept_after_all")
    if payment.status == Status.COMPLETED:
        seat_payments.note_failed_refund(session, payment)
    return as_read(payment)


def locked(session: Session, actor: Actor, *, payment_id: str) -> Payment:
    """A payment that the actor may change, locked with what it pays for."""
    known = known_payment(session, actor, payment_id=payment_id)
    guardians.refuse_own_money(session, actor, user_id=known.user_id)
    seat_payments.lock_before(session, known)
    payment = payment_queries.payment(session, known.id, lock=True)
    if payment is None:
        raise NotFound(NO_PAYMENT)
    return payment


def known_payment(session: Session, actor: Actor, *, payment_id: str) -> Payment:
    """A payment in the actor's books. Raises NotFound, and Forbidden for whoever has none."""
    permission = Permission.ALL_PAYMENT_CREATE
    actor.require_reach(permission)
    known = payment_queries.payment(session, known_id(payment_id, NO_PAYMENT))
    if known is None or not may_touch(session, actor, payment=known, permission=permission):
        raise NotFound(NO_PAYMENT)
    return known


def may_touch(session: Session, actor: Actor, *, payment: Payment, permission: Permission) -> bool:
    """Whether the actor has the permission where the payment belongs: at the event of its seat, or
    in the organization."""
    if actor.may(permission):
        return True
    event = session.get(Event, payment.event_id) if payment.event_id else None
    return event is not None and actor.may(permission, at=Scope(event.chapter_id, event.id))


def _is_kept_by_card(payment: Payment) -> bool:
    is_by_card = payment.method == Method.CARD
    return is_by_card and payment.status == Status.COMPLETED and payment.kept_cents > 0


def record(session: Session, actor: Actor, *, payment: Payment, cents: int, act: str) -> None:
    """Note in words what an administrator did with the money of a payment."""
    record_change(
        session,
        actor,
        act,
        payment.id,
        thing=f"{payment.description}, {as_price(abs(cents))}",
        member_id=payment.user_id,
        details={"user_id": payment.user_id, "cents": cents},
    )
