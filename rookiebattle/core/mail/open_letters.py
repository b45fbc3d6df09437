"""Letters about changes. A letter stays open while it waits: later changes of the same subject
join it, and it tells the difference between what its reader knew and what is true in the end."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.database import turns
from rookiebattle.core.mail import limits, outbox
from rookiebattle.core.mail.outbox import Promised
from rookiebattle.core.mail.outbox_table import WAITING, Known, letters

OPEN_FOR, SHORTEST = timedelta(minutes=10), timedelta(minutes=1)
MOST_RECORDS = 200
"""A letter about so many records takes no more: joining writes all of them again."""


class _Open(NamedTuple):
    id: str
    user_id: str
    due_at: datetime
    turn_at: datetime
    attempts: int
    known: Known


def tell(
    session: Session, kind: str, about: str, news: Mapping[str, Known], *, starts_at: datetime
) -> None:
    """Tell each member, by user id, of changes; `news` is what they knew.

    The letter stays open for ten minutes, or for a minute of each hour until `starts_at` when that
    is less. Letters about what starts within a day go first.
    """
    turns.take_turn(session, f"letters:{kind}:{about}")
    now = clock.now()
    due_at = now + max(SHORTEST, min(OPEN_FOR, (starts_at - now) / 60))
    turn_at = max(due_at, starts_at - limits.DAY)
    opened = {
        one.user_id: one
        for one in _open(session, kind, about, news)
        if len(one.known) < MOST_RECORDS
    }
    _join(session, [(one, news[user_id]) for user_id, one in opened.items()], due_at, turn_at)
    fresh = [
        Promised(user_id, about, due_at=due_at, turn_at=turn_at, known=known)
        for user_id, known in news.items()
        if user_id not in opened
    ]
    outbox.promise_each(session, kind, *fresh)


def still_known(session: Session, kind: str, about: str) -> dict[str, Known]:
    """By user id, what the readers know whom no letter has told of the changes yet."""
    waiting = sa.select(letters.c.user_id, letters.c.known).where(
        letters.c.kind == kind, letters.c.about == about, letters.c.state == WAITING
    )
    found: dict[str, Known] = {}
    for user_id, known in session.execute(waiting.order_by(letters.c.created_at)):
        found[user_id] = _joined(found.get(user_id, {}), known)
    return found


def _open(session: Session, kind: str, about: str, user_ids: Collection[str]) -> Sequence[_Open]:
    """The letters that wait and that no worker has claimed; locked, so that none claims them."""
    wanted = (
        sa.select(*(letters.c[name] for name in _Open._fields))
        .where(letters.c.kind == kind, letters.c.about == about, letters.c.state == WAITING)
        .where(letters.c.user_id.in_(list(user_ids)), letters.c.claimed_until.is_(None))
        .order_by(letters.c.id)
        .with_for_update()
    )
    return [_Open(*row) for row in session.execute(wanted)]


def _join(
    session: Session, joining: Sequence[tuple[_Open, Known]], due_at: datetime, turn_at: datetime
) -> None:
    """Add the changes to letters that wait. A letter that is tried again keeps its time."""
    rows = [
        {
            "row": one.id,
            "new_known": _joined(one.known, known),
            "new_due_at": one.due_at if one.attempts else min(one.due_at, due_at),
            "new_turn_at": min(one.turn_at, turn_at),
        }
        for one, known in joining
    ]
    if not rows:
        return
    add = sa.update(letters).where(letters.c.id == sa.bindparam("row"))
    columns = ("known", "due_at", "turn_at")
    told = add.values({name: sa.bindparam(f"new_{name}") for name in columns})
    session.connection().execute(told, rows)


def _joined(first: Known, then: Known) -> Known:
    """The earliest value of every column of every record."""
    return {id_: {**then.get(id_, {}), **first.get(id_, {})} for id_ in {**first, **then}}
