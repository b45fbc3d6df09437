"""Statements of the two queues: webhooks that came, and orders that go out."""

from datetime import timedelta
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.core import clock
from rookiebattle.core.jobs.queues import Rows
from rookiebattle.payments.models import PaymentOrder, WebhookEvent

WAITING, DONE, FAILED, IGNORED = "waiting", "done", "failed", "ignored"
CLAIMED_FOR = timedelta(minutes=2)
"""Longer than a worker needs for one row."""
NEEDED = timedelta(minutes=1)
"""With less time than this left on a claim, the worker begins no further row."""
FIRST_RETRY, LONGEST_RETRY, MOST_ATTEMPTS = timedelta(seconds=5), timedelta(hours=2), 20
LONGEST_ERROR = 255
Row = TypeVar("Row", WebhookEvent, PaymentOrder)
ROWS = {
    table: Rows(name, sa.inspect(table).local_table, CLAIMED_FOR, LONGEST_RETRY)
    for table, name in ((WebhookEvent, "webhooks"), (PaymentOrder, "orders"))
}


def claim(session: Session, table: type[Row], most: int) -> list[Row]:
    """Claim the next rows that are due; no other worker gets them before the claim ends."""
    now = clock.now()
    due = (
        sa.select(table)
        .where(*ROWS[table].due())
        .order_by(col(table.due_at), col(table.id))
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    rows = list(session.scalars(due, ROWS[table].at(now)))
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


def again(session: Session, table: type[Row], *which: sa.ColumnElement[bool]) -> int:
    """Let rows be worked off once more, from the first attempt; returns how many."""
    fresh = {"state": WAITING, "attempts": 0, "due_at": clock.now(), "claimed_until": None}
    these = sa.update(table).where(*which).values(fresh).returning(col(table.id))
    return len(session.execute(these).all())
