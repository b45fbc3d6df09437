"""`make reconcile` and `make replay-webhooks`: what an operator does when payments need a hand."""

from datetime import timedelta

import anyio
import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle import reactions
from rookiebattle.core import clock
from rookiebattle.core.actor import OPERATOR, Actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import AppError
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.database import refuse_other_version
from rookiebattle.payments.cards import webhooks, worker
from rookiebattle.payments.cards.reconciliation import LOOK_BACK, Difference, reconcile
from rookiebattle.payments.models import PaymentOrder, WebhookEvent
from rookiebattle.payments.queries import queues
from rookiebattle.settings import get_settings

NO_KEYS = "Card payments are not set up: set STRIPE_SECRET_KEY and its two companions first."
SEE_QUEUES = "The log names each with its error, and System in the console counts them."
ALIKE = "The books and the card service say the same."


def reconcile_command(arguments: list[str]) -> int:
    """Compare the books with the card service; the exit code is 1 when something stays different.

    An argument is the number of days to look back.
    """
    days = _days(arguments)
    _prepare()
    found = _asked(days)
    for one in found:
        print(f"{'repaired' if one.is_repaired else 'DIFFERS':<10}{one.about}: {one.words}")
    print("" if found else ALIKE)
    return int(any(not one.is_repaired for one in found))


def _days(arguments: list[str]) -> timedelta:
    if not arguments:
        return LOOK_BACK
    if not arguments[0].isdecimal():
        raise CannotContinue("Say a number of days, such as: make reconcile DAYS=90")
    return timedelta(days=int(arguments[0]))


def _prepare() -> None:
    if not get_settings().takes_cards:
        raise CannotContinue(NO_KEYS)
    refuse_other_version(get_settings().database_url)
    reactions.connect()


def _asked(days: timedelta) -> list[Difference]:
    try:
        return anyio.run(reconcile, clock.now() - days)
    except AppError as failed:
        raise CannotContinue(failed.sentence) from failed


def replay_command(arguments: list[str]) -> None:
    """Handle a webhook again, by its id, or all webhooks and orders that failed, but refunds."""
    _prepare()
    try:
        found, waiting = anyio.run(_replay, "".join(arguments[:1]))
    except AppError as unknown:
        raise CannotContinue(unknown.sentence) from unknown
    print(f"Tried again: {found} of the webhooks and orders.")
    if waiting:
        print(f"After an error {waiting} wait for the next try. {SEE_QUEUES}")


async def _replay(notice_id: str) -> tuple[int, int]:
    """How many were tried again, and how many wait then because they failed."""
    found = await run(webhooks.replay, OPERATOR, notice_id=notice_id)
    while await worker.work_off():
        pass
    return found, await run(_waiting, OPERATOR)


def _waiting(session: Session, _actor: Actor) -> int:
    return sum(
        session.scalar(
            sa.select(sa.func.count()).where(
                col(table.state) == queues.WAITING, col(table.last_error) != ""
            )
        )
        or 0
        for table in (WebhookEvent, PaymentOrder)
    )
