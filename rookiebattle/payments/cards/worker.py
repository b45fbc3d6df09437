"""The cashier of a worker: handles webhooks and carries out orders, as long as the worker runs."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from sqlalchemy.orm import Session

from rookiebattle.core import audit
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import AppError
from rookiebattle.core.jobs.jobs import Queue
from rookiebattle.core.telemetry.logs import place_of
from rookiebattle.integrations.stripe.cards import PaymentRefused, cards
from rookiebattle.payments import orders
from rookiebattle.payments.cards import confirmation, subscriptions
from rookiebattle.payments.cards.webhooks import handle
from rookiebattle.payments.hooks import refund_failed
from rookiebattle.payments.models import Payment, PaymentOrder, WebhookEvent
from rookiebattle.payments.queries import payments as payment_queries
from rookiebattle.payments.queries import queues
from rookiebattle.payments.seats import payments as seat_payments
from rookiebattle.settings import get_settings

AT_ONCE = 10
LOOK_AGAIN_SECONDS = 10.0
Row = TypeVar("Row", WebhookEvent, PaymentOrder)
QUEUE = Queue("payments", orders.CASHIER, *queues.ROWS.values())
ELSEWHERE = frozenset({"charge_already_refunded", "charge_disputed"})
"""Refusals of a refund that need nobody: the money was refunded in the service's dashboard, or the
member's bank decides about it."""
log = logging.getLogger(__name__)


async def work_off_payments() -> None:
    """Work until canceled. Several workers may share the queues."""
    await QUEUE.keep_looking(work_off, LOOK_AGAIN_SECONDS)


async def work_off() -> bool:
    """Work off the next few rows of both queues; False when none was due."""
    if not get_settings().takes_cards:
        # Without keys nothing can be asked. Waiting rows are handled once there are keys again.
        return False
    came = await _each(WebhookEvent, handle)
    went = await _each(PaymentOrder, carry_out)
    return came or went


async def _each(table: type[Row], do: Callable[[Row], Awaitable[None]]) -> bool:
    if not await run(_is_due, VISITOR, table=table):
        return False
    rows = await run(_claim, VISITOR, table=table)
    for row in rows:
        if queues.ends_soon(row):
            # The rows behind took long. The rest is claimed again, by this worker or another.
            break
        # An error of one row must not stop the others.
        (failed,) = await asyncio.gather(do(row), return_exceptions=True)
        if isinstance(failed, Exception):
            await _note(table, row, failed)
        elif failed is not None:
            raise failed
    return bool(rows)


async def _note(table: type[Row], row: Row, failed: Exception) -> None:
    """Let a row wait for another attempt. The error may quote people, so the log has its kind."""
    kind = type(failed).__name__
    log.warning("%s %s waits, try %d: %s", table.__tablename__, row.id, row.attempts, kind)
    if not isinstance(failed, AppError):
        log.error("%s\n%s", kind, place_of(failed))
    if isinstance(row, PaymentOrder):
        await run(put_off, VISITOR, order=row, why=kind)
    else:
        await run(_postpone, VISITOR, row=row, why=kind)


def _is_due(session: Session, _actor: Actor, *, table: type[Row]) -> bool:
    return queues.ROWS[table].is_due(session)


@writes
def _claim(session: Session, _actor: Actor, *, table: type[Row]) -> list[Row]:
    return queues.claim(session, table, AT_ONCE)


@writes
def _postpone(session: Session, _actor: Actor, *, row: WebhookEvent, why: str) -> None:
    queues.postpone(session, WebhookEvent, row, why)


async def carry_out(order: PaymentOrder) -> None:
    """Tell the card service, then bring our rows to what it says. Again is the same."""
    done = partial(queues.finish, table=PaymentOrder, id_=order.id)
    match order.kind:
        case orders.REFUND:
            await _refund(order, done)
        case orders.CANCEL_PAYMENT:
            await cards().cancel_payment(order.about)
            await confirmation.follow_payment(order.payment_id or "", order.about, also=done)
        case orders.END_SUBSCRIPTION:
            await _end(order, done)
        case orders.FORGET_CUSTOMER:
            await cards().forget_customer(order.about)
            await run(subscriptions.finish_alone, VISITOR, also=done)


async def _refund(order: PaymentOrder, done: confirmation.Also) -> None:
    payment_id, also = order.payment_id or "", done
    try:
        await cards().refund(order.about, cents=order.cents, key=order.dedupe_key)
    except PaymentRefused as refused:
        also = partial(_settle_refused, order_id=order.id, why=refused.code)
    try:
        await confirmation.follow_payment(payment_id, order.about, also=also)
    except PaymentRefused as unknown:
        await run(give_up, VISITOR, order_id=order.id, why=unknown.code)


def _settle_refused(session: Session, *, order_id: str, why: str) -> None:
    """Decide about a refund that was refused, once the books know what the service knows.

    Somebody may have given a part back in the service's dashboard meanwhile: then the rest is
    ordered. The caller has locked the payment.
    """
    order = session.get_one(PaymentOrder, order_id, with_for_update=True, populate_existing=True)
    payment = payment_queries.payment(session, order.payment_id or "")
    if payment is None or order.state != queues.WAITING:
        return
    if 0 < payment.kept_cents < order.cents:
        queues.finish(session, PaymentOrder, order_id, queues.IGNORED)
        orders.refund(session, VISITOR, payment=payment)
    elif payment.kept_cents <= 0 or why in ELSEWHERE:
        queues.finish(session, PaymentOrder, order_id)
    else:
        _give_up(session, order, payment, why)


async def _end(order: PaymentOrder, done: confirmation.Also) -> None:
    await cards().end_subscription(order.about)
    row = await run(subscriptions.subscription_at, VISITOR, stripe_id=order.about)
    if row is None:
        await run(subscriptions.finish_alone, VISITOR, also=done)
    else:
        await confirmation.follow_subscription(row.id, order.about, also=done)


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
        seat_payments.note_failed_refund(session, payment)
        refund_failed.fire(session, payment_id=payment.id)
