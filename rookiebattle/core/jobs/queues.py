"""Tables that workers work off row by row: which rows are due, and how many wait or failed."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.database.db import UtcDateTime

WAITING, FAILED = "waiting", "failed"
"""The states of a row, which every queue names alike."""
NOW = sa.bindparam("now", type_=UtcDateTime())


class Standing(NamedTuple):
    """The numbers of one queue. `late_since` is when its oldest row was due; None: none is late."""

    name: str
    waiting: int
    failed: int = 0
    late_since: datetime | None = None


class Rows(NamedTuple):
    """The rows of a queue. A claim ends after `claimed_for`: after a crash, other workers wait this
    long. An attempt or a limit lets a row wait for `longest_wait` at most."""

    name: str
    table: Any
    claimed_for: timedelta
    longest_wait: timedelta

    def due(self, due_at: Any = None) -> Sequence[sa.ColumnElement[bool]]:
        """The conditions under which a row can be claimed; `at` has their values.

        `due_at` stands for the column.
        """
        row = self.table.c
        claimed, at = row.claimed_until, row.due_at if due_at is None else due_at
        free = claimed.is_(None) | (claimed <= NOW) | (claimed > _bound("end_of_claims"))
        return row.state == WAITING, (at <= NOW) | (at > _bound("end_of_waits")), free

    def at(self, now: datetime) -> Mapping[str, datetime]:
        """The values of `due`. A clock that was ahead wrote what ends later (`clock.is_over`)."""
        return {
            "now": now,
            "end_of_claims": now + self.claimed_for + clock.TOLERANCE,
            "end_of_waits": now + self.longest_wait + clock.TOLERANCE,
        }

    def is_due(self, session: Session) -> bool:
        """Whether a row can be claimed. Asked before, as a claim takes the turn of a writer."""
        found = session.connection().execute(_first_due(self), self.at(clock.now()))
        return found.first() is not None

    def hurry(self, session: Session) -> None:
        """Let the rows be due now that failed before and wait for another attempt.

        Rows that a worker has claimed stay with it.
        """
        row = self.table.c
        waits = (row.state == WAITING) & (row.attempts > 0) & row.claimed_until.is_(None)
        session.execute(sa.update(self.table).where(waits).values(due_at=clock.now()))

    def standing(self, session: Session) -> Standing:
        state, due_at = self.table.c.state, self.table.c.due_at
        wanted = (
            sa.select(state, sa.func.count(), sa.func.min(due_at))
            .where(state.in_((WAITING, FAILED)))
            .group_by(state)
        )
        found = {row[0]: (row[1], row[2]) for row in session.execute(wanted)}
        waiting, first = found.get(WAITING, (0, None))
        is_late = first is not None and first <= clock.now()
        failed = found.get(FAILED, (0, None))[0]
        return Standing(self.name, waiting, failed, first if is_late else None)


def _bound(name: str) -> sa.BindParameter[datetime]:
    return sa.bindparam(name, type_=UtcDateTime())


# Each letter asks it twice, and building a select takes longer than running it.
@cache
def _first_due(rows: Rows) -> sa.Select[tuple[Any]]:
    return sa.select(rows.table.c.id).where(*rows.due()).limit(1)
