"""Statements of the two queues: webhooks that came, and orders that go out."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.core import clock
from rookiebattle.core.jobs import queues
from rookiebattle.core.jobs.queues import Standing, standing_of
from rookiebattle.payments.models import PaymentOrder, WebhookEvent

WAITING, DONE, FAILED, IGNORED = "waiting", "done", "failed", "ignored"
CLAIMED_FOR = timedelta(minutes=2)
"""Longer than a worker needs for one row. After a crash, other workers wait this long."""
NEEDED = timedelta(minutes=1)
"""With less time than this left on a claim, the worker begins no further row."""
FIRST_RETRY, LONGEST_RETRY, MOST_ATTEMPTS = timedelta(seconds=5), timedelta(hours=2), 20
LONGEST_ERROR = 255
Row = TypeVar("Row", WebhookEvent, PaymentOrder)


def _is_due(table: type[Row], now: datetime) -> Sequence[sa.ColumnElement[bool]]:
    claimed_until, due_at = col(table.claimed_until), col(table.due_at)
    free = claimed_until.is_(None) | clock.is_over(claimed_until, now, CLAIMED_FOR)
    return col(table.state) == WAITING, clock.is_over(due_at, now, LONGEST_RETRY), free


def is_due(session: Session, table: type[Row]) -> bool:
    """Whether a row can be claimed. Asked before `claim`, which takes the turn of a writer."""
    wanted = sa.select(col(table.id)).where(*_is_due(table, clock.now())).limit(1)
    return session.execute(wanted).first() is not None


def claim(session: Session, table: type[Row], most: int) -> list[Row]:
    """Claim the next rows that are due; no other worker gets them before the claim ends."""
    now = clock.now()
    due = (
        sa.select(table)
        .where(*_is_due(table, now))
        .order_by(col(table.due_at), col(table.id))
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    rows = list(session.scalars(due))
    for one in rows:
        one.claimed_until = now + CLAIMED_FOR
        one.attempts += 1
    session.flush()
    return rows


def ends_soon(row: WebhookEvent | PaymentOrder) -> bool:
    """Whether a claim may end before its row is worked off: another worker would do it, too."""
    return row.claimed_until is not None and row.claimed_until < clock.now() + NEEDED


def finish(session: Session, table: type[Row], id_: str, state: str = DONE) -> None:
    """Note that a row was worked off, in the transaction of its effect."""
    ended: dict[str, Any] = {"state": state, "claimed_until": None, "last_error": ""}
    when = "handled_at" if table is WebhookEvent else "done_at"
    this = sa.update(table).where(col(table.id) == id_, col(table.state) != DONE)
    session.execute(this.values({**ended, when: clock.now()}))


def postpone(session: Session, table: type[Row], row: Row, why: str) -> bool:
    """Let a row wait for another attempt; False when there were too many and it has failed."""
    has_failed = row.attempts >= MOST_ATTEMPTS
    wait = min(FIRST_RETRY * 2 ** min(row.attempts, 20), LONGEST_RETRY)
    later: dict[str, Any] = {"due_at": clock.now() + wait}
    if has_failed:
        later = {"state": FAILED}
    this = sa.update(table).where(col(table.id) == row.id, col(table.state) == WAITING)
    told = {"claimed_until": None, "last_error": why[:LONGEST_ERROR], **later}
    session.execute(this.values(told))
    return not has_failed


def standings(session: Session) -> list[Standing]:
    """How many webhooks and orders wait, and how many failed."""
    came, went = WebhookEvent, PaymentOrder
    return [
        standing_of(session, "webhooks", col(came.state), col(came.due_at)),
        standing_of(session, "orders", col(went.state), col(went.due_at)),
    ]


def hurry(session: Session) -> None:
    """Let the rows be due now that failed before and wait for another attempt."""
    for table in (WebhookEvent, PaymentOrder):
        queues.hurry(session, sa.inspect(table).local_table)


def again(session: Session, table: type[Row], *which: sa.ColumnElement[bool]) -> int:
    """Let rows be worked off once more, from the first attempt; returns how many."""
    fresh = {"state": WAITING, "attempts": 0, "due_at": clock.now(), "claimed_until": None}
    these = sa.update(table).where(*which).values(fresh).returning(col(table.id))
    return len(session.execute(these).all())
