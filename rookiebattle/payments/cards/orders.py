"""Carries orders out: refunds, canceled payments, ended subscriptions, forgotten customers."""

from functools import partial

from sqlalchemy.orm import Session

from rookiebattle.core import audit
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.doors.work import run
from rookiebattle.integrations.stripe.bound import cards
from rookiebattle.integrations.stripe.cards import PaymentRefused
from rookiebattle.payments import orders
from rookiebattle.payments.cards import checkout, subscriptions
from rookiebattle.payments.hooks import refund_failed
from rookiebattle.payments.models import Payment, PaymentOrder
from rookiebattle.payments.queries import payments as payment_queries
from rookiebattle.payments.queries import queues
from rookiebattle.payments.seats import payments as seat_payments

ELSEWHERE = frozenset({"charge_already_refunded", "charge_disputed"})
"""Refusals of a refund that need nobody: the money was refunded in the service's dashboard, or the
member's bank decides about it."""


async def carry_out(order: PaymentOrder) -> None:
    """Tell the card service, then bring our rows to what it says. Again is the same."""
    done = partial(queues.finish, table=PaymentOrder, id_=order.id)
    match order.kind:
        case orders.REFUND:
            await _refund(order, done)
        case orders.CANCEL_PAYMENT:
            await cards().cancel_payment(order.about)
            await checkout.follow_payment(order.payment_id or "", order.about, also=done)
        case orders.END_SUBSCRIPTION:
            await _end(order, done)
        case orders.FORGET_CUSTOMER:
            await cards().forget_customer(order.about)
            await run(finish, VISITOR, order_id=order.id)


async def _refund(order: PaymentOrder, done: checkout.Also) -> None:
    try:
        await cards().refund(order.about, cents=order.cents, key=order.dedupe_key)
    except PaymentRefused as refused:
        if refused.code not in ELSEWHERE:
            await run(give_up, VISITOR, order_id=order.id, why=refused.code)
            return
    await checkout.follow_payment(order.payment_id or "", order.about, also=done)


async def _end(order: PaymentOrder, done: checkout.Also) -> None:
    await cards().end_subscription(order.about)
    row = await run(subscriptions.subscription_at, VISITOR, stripe_id=order.about)
    if row is None:
        await run(finish, VISITOR, order_id=order.id)
    else:
        await checkout.follow(row.id, order.about, also=done)


@writes
def finish(session: Session, _actor: Actor, *, order_id: str) -> None:
    """Note that an order was carried out that changes no row of ours."""
    queues.finish(session, PaymentOrder, order_id)


@writes
def give_up(session: Session, _actor: Actor, *, order_id: str, why: str) -> None:
    """Note that the service refused an order. A refund must then be made in another way."""
    payment, order = _locked(session, order_id)
    if order.state == queues.WAITING:
        _give_up(session, order, payment, why)


@writes
def put_off(session: Session, _actor: Actor, *, order: PaymentOrder, why: str) -> None:
    """Let an order wait for another attempt. After too many it is given up, in one transaction."""
    payment, row = _locked(session, order.id)
    if row.state != queues.WAITING or queues.postpone(session, PaymentOrder, order, why):
        return
    _give_up(session, row, payment, why)


def _locked(session: Session, order_id: str) -> tuple[Payment | None, PaymentOrder]:
    """An order with its payment, locked in the order of every verb: seat, payment, order."""
    payment = payment_queries.payment(
        session, session.get_one(PaymentOrder, order_id).payment_id or ""
    )
    if payment is not None:
        seat_payments.lock_seat_of(session, payment)
        payment = payment_queries.payment(session, payment.id, lock=True)
    order = session.get_one(PaymentOrder, order_id, with_for_update=True, populate_existing=True)
    return payment, order


def _give_up(session: Session, order: PaymentOrder, payment: Payment | None, why: str) -> None:
    order.state, order.claimed_until, order.last_error = (
        queues.FAILED,
        None,
        why[: queues.LONGEST_ERROR],
    )
    audit.record(session, VISITOR, "payment.order_refused", order.id, kind=order.kind, why=why)
    if payment is not None and order.kind == orders.REFUND:
        session.flush()
        seat_payments.note_refund(session, payment, failed=True)
        refund_failed.fire(session, payment_id=payment.id)
