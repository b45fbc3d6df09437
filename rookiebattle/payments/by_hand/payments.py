"""Verbs of administrators: payments by hand, for memberships and donations."""

from sqlalchemy.orm import Session

from rookiebattle.accounts.naming import known_name
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import record_change
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.money import as_price
from rookiebattle.payments.by_hand import entries
from rookiebattle.payments.cards import following, subscriptions
from rookiebattle.payments.models import (
    BY_HAND,
    Kind,
    Payment,
    Status,
    Subscription,
)
from rookiebattle.payments.plans import Plan, plan_named
from rookiebattle.payments.policy import is_donation
from rookiebattle.payments.queries import payments as payment_queries
from rookiebattle.payments.schemas import ByHandWrite, PaymentRead
from rookiebattle.payments.view import as_read
from rookiebattle.payments.wording import (
    DONATION,
    DONATION_LIMITS,
    NAMED_BY_PLAN,
    NO_GIFT,
    NO_HAND,
    NO_MEMBER,
    NO_PAYMENT,
    NOT_BY_HAND,
    RENEWS_BY_CARD,
)


@writes
def record_by_hand(session: Session, actor: Actor, *, values: ByHandWrite) -> PaymentRead:
    """Record a membership or a donation that was paid in person; administrators only.

    A membership that was paid in person goes on from its end. Raises NotFound, Invalid, and
    Conflict while a card pays the member's plan.
    """
    actor.require(Permission.ALL_PAYMENT_CREATE)
    if (values.plan is None) == (values.amount is None):
        raise Invalid(fields={"amount": NO_GIFT if values.plan is None else NO_HAND})
    if values.plan is not None and values.description:
        raise Invalid(fields={"description": NAMED_BY_PLAN})
    member = payment_queries.lock_member(session, values.user_id)
    if member is None or member.erased_at is not None:
        raise NotFound(NO_MEMBER)
    if values.plan is not None:
        payment = _membership(session, actor, values, plan_named(values.plan))
    else:
        payment = _donation(session, actor, values)
    record_change(
        session,
        actor,
        "payment.recorded",
        payment.id,
        thing=f"{known_name(member)}: {payment.description}, {as_price(payment.amount_cents)}",
        member_id=member.id,
        details={"user_id": member.id, "cents": payment.amount_cents},
    )
    return as_read(payment)


def _donation(session: Session, actor: Actor, values: ByHandWrite) -> Payment:
    cents = values.amount or 0
    if not is_donation(cents):
        raise Invalid(fields={"amount": DONATION_LIMITS})
    words = values.description or DONATION
    return _received(session, actor, values, Kind.DONATION, cents, words)


def _membership(session: Session, actor: Actor, values: ByHandWrite, plan: Plan) -> Payment:
    now, user_id = clock.now(), values.user_id
    row = payment_queries.live_subscription(session, user_id)
    if row is not None and row.status != BY_HAND:
        _give_up_checkout(session, row)
        row = None
    begins = now
    if row is not None and row.paid_until is not None and row.plan == plan.key:
        begins = max(now, row.paid_until)
    elif row is not None:
        row.live_of = None
        session.flush()
        row = None
    if row is None:
        row = Subscription(
            user_id=user_id,
            live_of=user_id,
            plan=plan.key,
            status=BY_HAND,
            created_at=now,
            updated_at=now,
        )
        session.add(row)
        session.flush()
    payment = _received(
        session, actor, values, Kind.SUBSCRIPTION, plan.cents, plan.name, plan=plan, row=row
    )
    following.grant_by_hand(
        session,
        actor,
        row=row,
        plan=plan,
        payment_id=payment.id,
        paid_until=plan.paid_from(begins),
    )
    return payment


def _give_up_checkout(session: Session, row: Subscription) -> None:
    """Let cash take the place of a plan by card that was started and not paid."""
    payments = payment_queries.payments_of_subscription(session, row.id)
    if row.paid_until is not None or any(one.received_cents for one in payments):
        raise Conflict(RENEWS_BY_CARD)
    subscriptions.give_up(session, row)


def _received(
    session: Session,
    actor: Actor,
    values: ByHandWrite,
    kind: Kind,
    cents: int,
    words: str,
    *,
    plan: Plan | None = None,
    row: Subscription | None = None,
) -> Payment:
    return entries.receive(
        session,
        actor,
        cents=cents,
        how=values,
        user_id=values.user_id,
        payment_type=kind,
        description=words,
        plan=plan.key if plan else None,
        subscription_id=row.id if row else None,
    )


@writes
def correct(session: Session, actor: Actor, *, payment_id: str) -> PaymentRead:
    """Take back what was recorded by hand by mistake; administrators only.

    A membership loses the time that was given for it. Raises NotFound, and Conflict for any other
    payment: seats are corrected on the roster, and cards are refunded.
    """
    actor.require(Permission.ALL_PAYMENT_CREATE)
    known = payment_queries.payment(session, known_id(payment_id, NO_PAYMENT))
    if known is None:
        raise NotFound(NO_PAYMENT)
    payment_queries.lock_member(session, known.user_id)
    payment = payment_queries.payment(session, known.id, lock=True)
    if payment is None or not payment.is_own_entry:
        raise Conflict(NOT_BY_HAND)
    left = payment.kept_cents
    if left > 0:
        entries.strike_out(session, actor, payment=payment)
        _take_time_off(session, actor, payment)
        record_change(
            session,
            actor,
            "payment.corrected",
            payment.id,
            thing=f"{payment.description}, {as_price(payment.amount_cents)}",
            member_id=payment.user_id,
            details={"user_id": payment.user_id, "cents": -left},
        )
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
