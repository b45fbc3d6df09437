"""Letters about changes. A letter stays open while it waits: later changes of the same subject
join it, and it tells the difference between what its reader knew and what is true in the end."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.database import turns
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.outbox import Promised
from rookiebattle.core.mail.outbox_table import WAITING, WITHDRAWN, Known, letters
from rookiebattle.settings import get_settings

DAY = timedelta(days=1)
MOST_DOUBLINGS = 10
MOST_RECORDS = 200
"""A letter about so many records takes no more: joining writes all of them again."""


class Subject(NamedTuple):
    """What the letters are about: their kind, the id of the subject, and who changed it."""

    kind: str
    about: str
    sender: str


class Pace(NamedTuple):
    """How long the first letter of a day waits, and when each letter is due at the latest.

    A letter that has no such time may wait until it is useless. `latest` never shortens `wait`.
    """

    wait: timedelta
    latest: datetime | None = None


class _Open(NamedTuple):
    id: str
    user_id: str
    due_at: datetime
    attempts: int
    known: Known


def tell(
    session: Session, subject: Subject, news: Mapping[str, Known], *, pace: Pace
) -> dict[str, datetime]:
    """Tell each member, by user id, of changes; `news` is what they knew. Returns when it is due.

    The first letter of a day about a subject waits `pace.wait`. Each further letter waits twice as
    long as the one before, and after LETTERS_PER_EVENT letters until the day is over; but no letter
    waits beyond `pace.latest`.
    """
    turns.take_turn(session, f"letters:{subject.kind}:{subject.about}")
    now = clock.now()
    before = _letters_of_today(session, subject, news, now)
    due = {one: _due(now, pace, before.get(one, [])) for one in news}
    opened = {
        one.user_id: one for one in _open(session, subject, news) if len(one.known) < MOST_RECORDS
    }
    joining = [(one, news[user_id], due[user_id]) for user_id, one in opened.items()]
    _join(session, subject.sender, joining)
    fresh = [
        Promised(user_id, subject.about, sender=subject.sender, due_at=due[user_id], known=known)
        for user_id, known in news.items()
        if user_id not in opened
    ]
    outbox.promise_each(session, subject.kind, *fresh)
    return due | {one.user_id: min(one.due_at, due[one.user_id]) for one in opened.values()}


def still_known(session: Session, kind: str, about: str) -> dict[str, Known]:
    """By user id, what the readers know whom no letter has told of the changes yet."""
    waiting = sa.select(letters.c.user_id, letters.c.known).where(
        letters.c.kind == kind, letters.c.about == about, letters.c.state == WAITING
    )
    found: dict[str, Known] = {}
    for user_id, known in session.execute(waiting.order_by(letters.c.created_at)):
        found[user_id] = _joined(found.get(user_id, {}), known)
    return found


def _open(session: Session, subject: Subject, user_ids: Mapping[str, Known]) -> list[_Open]:
    """The letters that wait and that no worker has claimed; locked, so that none claims them."""
    wanted = (
        sa.select(*(letters.c[name] for name in _Open._fields))
        .where(*_of(subject, user_ids), letters.c.state == WAITING)
        .where(letters.c.claimed_until.is_(None))
        .order_by(letters.c.id)
        .with_for_update()
    )
    return [_Open(*row) for row in session.execute(wanted)]


def _of(subject: Subject, user_ids: Mapping[str, Known]) -> Sequence[sa.ColumnElement[bool]]:
    return (
        letters.c.user_id.in_(list(user_ids)),
        letters.c.kind == subject.kind,
        letters.c.about == subject.about,
    )


def _letters_of_today(
    session: Session, subject: Subject, user_ids: Mapping[str, Known], now: datetime
) -> dict[str, list[datetime]]:
    """By user id, when letters about the subject were due in the last day, without open ones."""
    is_open = (letters.c.state == WAITING) & letters.c.claimed_until.is_(None)
    wanted = sa.select(letters.c.user_id, letters.c.due_at).where(
        *_of(subject, user_ids),
        letters.c.state != WITHDRAWN,
        letters.c.due_at > now - DAY,
        ~is_open,
    )
    found: dict[str, list[datetime]] = {}
    for user_id, due_at in session.execute(wanted.order_by(letters.c.due_at)):
        found.setdefault(user_id, []).append(due_at)
    return found


def _due(now: datetime, pace: Pace, before: list[datetime]) -> datetime:
    most = get_settings().letters_per_event
    usual: datetime = now + pace.wait * 2 ** min(len(before), MOST_DOUBLINGS)
    if len(before) >= most:
        usual = max(usual, before[-most] + DAY)
    return min(usual, max(now + pace.wait, pace.latest)) if pace.latest else usual


def _join(session: Session, sender: str, joining: Sequence[tuple[_Open, Known, datetime]]) -> None:
    """Add the changes to letters that wait. A letter that is tried again keeps its time.

    The last sender counts: nobody's used-up share holds back what somebody else has changed.
    """
    rows = [
        {
            "row": one.id,
            "all": _joined(one.known, known),
            "due": one.due_at if one.attempts else min(one.due_at, due),
        }
        for one, known, due in joining
    ]
    if not rows:
        return
    add = sa.update(letters).where(letters.c.id == sa.bindparam("row"))
    told = add.values(known=sa.bindparam("all"), due_at=sa.bindparam("due"), sender=sender)
    session.connection().execute(told, rows)


def _joined(first: Known, then: Known) -> Known:
    """The earliest value of every column of every record."""
    return {id_: {**then.get(id_, {}), **first.get(id_, {})} for id_ in {**first, **then}}
