"""Verbs of the club's treasurers and administrators: memberships and donations paid by hand."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from rookiebattle.accounts.naming import known_name
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import record_change
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import EVERYWHERE
from rookiebattle.core.values.money import as_price
from rookiebattle.guardians import service as guardians
from rookiebattle.members import administration
from rookiebattle.members.users import AdminUser, UserFilter
from rookiebattle.payments.by_hand import entries
from rookiebattle.payments.cards import following, subscriptions
from rookiebattle.payments.models import BY_HAND, Kind, Payment, Subscription
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
    RENEWS_BY_CARD,
)


def find_payers(
    session: Session, actor: Actor, *, text: str, window: Window
) -> Sequence[AdminUser]:
    """The members whom a text finds, to record a payment of one of them; as `record_by_hand`."""
    actor.require(Permission.ALL_PAYMENT_CREATE)
    wanted = UserFilter(text=text, window=window, reach=EVERYWHERE)
    return administration.find_users(session, actor, wanted=wanted).items


@writes
def record_by_hand(session: Session, actor: Actor, *, values: ByHandWrite) -> PaymentRead:
    """Record a membership or a donation that was paid in person; for the club's treasurers and
    administrators.

    A membership that was paid in person goes on from its end. Raises NotFound, Invalid, and
    Conflict while a card pays the member's plan.
    """
    actor.require(Permission.ALL_PAYMENT_CREATE)
    guardians.refuse_own_money(session, actor, user_id=values.user_id)
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
    return entries.receive(
        session,
        actor,
        cents=cents,
        how=values,
        user_id=values.user_id,
        payment_type=Kind.DONATION,
        description=values.description or DONATION,
    )


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
    payment = entries.receive(
        session,
        actor,
        cents=plan.cents,
        how=values,
        user_id=user_id,
        payment_type=Kind.SUBSCRIPTION,
        description=plan.name,
        plan=plan.key,
        subscription_id=row.id,
    )
    following.grant_by_hand(
        session, actor, row=row, plan=plan, payment_id=payment.id, paid_until=plan.paid_from(begins)
    )
    return payment


def _give_up_checkout(session: Session, row: Subscription) -> None:
    """Let cash take the place of a plan by card that was started and not paid."""
    payments = payment_queries.payments_of_subscription(session, row.id)
    if row.paid_until is not None or any(one.received_cents for one in payments):
        raise Conflict(RENEWS_BY_CARD)
    subscriptions.give_up(session, row)
