"""How a queue stands: how many of its rows wait and failed, and since when one is late."""

from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock

WAITING, FAILED = "waiting", "failed"
"""The states of a row, which every queue names alike."""


class Standing(NamedTuple):
    """The numbers of one queue. `late_since` is when its oldest row was due; None: none is late."""

    name: str
    waiting: int
    failed: int = 0
    late_since: datetime | None = None


def hurry(session: Session, table: Any) -> None:
    """Let the rows of a queue's table be due now that failed before and wait for another attempt.

    Rows that a worker has claimed stay with it.
    """
    waits = (table.c.state == WAITING) & (table.c.attempts > 0) & table.c.claimed_until.is_(None)
    session.execute(sa.update(table).where(waits).values(due_at=clock.now()))


def standing_of(session: Session, name: str, state: Any, due_at: Any) -> Standing:
    wanted = (
        sa.select(state, sa.func.count(), sa.func.min(due_at))
        .where(state.in_((WAITING, FAILED)))
        .group_by(state)
    )
    found = {row[0]: (row[1], row[2]) for row in session.execute(wanted)}
    waiting, first = found.get(WAITING, (0, None))
    is_late = first is not None and first <= clock.now()
    return Standing(name, waiting, found.get(FAILED, (0, None))[0], first if is_late else None)
