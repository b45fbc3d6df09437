"""The cashier of a worker: handles webhooks and carries out orders, as long as the worker runs."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import AppError, Unavailable
from rookiebattle.core.jobs.jobs import Queue
from rookiebattle.core.telemetry.logs import place_of
from rookiebattle.core.wakeup import WakeupSignal
from rookiebattle.payments import wakeup
from rookiebattle.payments.cards.orders import carry_out, put_off
from rookiebattle.payments.cards.webhooks import handle
from rookiebattle.payments.models import PaymentOrder, WebhookEvent
from rookiebattle.payments.queries import queues
from rookiebattle.settings import get_settings

AT_ONCE = 10
LOOK_AGAIN_SECONDS = 10.0
Row = TypeVar("Row", WebhookEvent, PaymentOrder)
QUEUE = Queue("payments", wakeup.cashier, queues.standings, queues.hurry)
log = logging.getLogger(__name__)


async def work_off_payments() -> None:
    """Work until canceled. Several workers may share the queues."""
    with WakeupSignal(wakeup.cashier) as signal:
        while True:
            try:
                await _look()
            except Unavailable:
                log.warning("payments wait for the database")
            await signal.wait(LOOK_AGAIN_SECONDS * random.uniform(0.8, 1.2))  # noqa: S311 - no secret


async def _look() -> None:
    """Work off what waits, and note it."""
    began, done = clock.now(), 0
    while await work_off():
        done += 1
    await QUEUE.note(began, "worked off" if done else "")


async def work_off() -> bool:
    """Work off the next few rows of both queues; False when none was due."""
    if not get_settings().takes_cards:
        # Without keys nothing can be asked. What waits is handled once there are keys again.
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
            # The rows behind took long. What is left is claimed again, by this worker or another.
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
    return queues.is_due(session, table)


@writes
def _claim(session: Session, _actor: Actor, *, table: type[Row]) -> list[Row]:
    return queues.claim(session, table, AT_ONCE)


@writes
def _postpone(session: Session, _actor: Actor, *, row: WebhookEvent, why: str) -> None:
    queues.postpone(session, WebhookEvent, row, why)
