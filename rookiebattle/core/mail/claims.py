"""Claims: a worker takes letters that are due, and notes how each of them ended."""

from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import audit, clock
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.jobs.queues import NOW, Rows
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import (
    FAILED,
    NO_WORDS,
    SENT,
    WAITING,
    WITHDRAWN,
    Attachment,
    Known,
    letters,
)

CLAIMED_FOR = timedelta(minutes=5)
"""Longer than a worker needs for one batch."""
LETTERS = Rows("letters", letters, CLAIMED_FOR, longest_wait=timedelta(days=1))
FIRST_RETRY, LONGEST_RETRY, MOST_ATTEMPTS = timedelta(minutes=1), timedelta(hours=12), 12


class Claimed(NamedTuple):
    """A row that this worker may send until `claimed_until`."""

    id: str
    message_id: str
    kind: str
    user_id: str | None
    about: str
    known: Known
    recipient: str
    reply_to: str
    subject: str
    body: str
    html: str
    attachments: list[Attachment]
    unsubscribe: str
    attempts: int
    turn_at: datetime
    claimed_until: datetime
    created_at: datetime


# `coalesce` keeps SQLite from the index of `due_at`, after which it would sort all due letters.
_DUE_AT = sa.func.coalesce(letters.c.due_at, NOW)
# Each letter runs these, and building a statement takes longer than running it.
_FIRST = (
    sa.select(letters.c.id)
    .where(*LETTERS.due(_DUE_AT))
    .order_by(letters.c.turn_at)
    .limit(sa.bindparam("most"))
    .with_for_update(skip_locked=True)
)
_TAKE = (
    sa.update(letters)
    .where(letters.c.id.in_(sa.bindparam("ids", expanding=True)))
    .values(claimed_until=sa.bindparam("until"), attempts=letters.c.attempts + 1)
    .returning(*(letters.c[name] for name in Claimed._fields))
)
_END_SENT = (
    sa.update(letters)
    .where(letters.c.id == sa.bindparam("letter"), letters.c.state == WAITING)
    .values(state=SENT, sent_at=sa.bindparam("at"), claimed_until=None, last_error="", **NO_WORDS)
)


def written(session: Session, claimed: Claimed) -> Letter | None:
    """The letter of a claimed row; None when the reason to send it is gone."""
    if not claimed.recipient:
        user_id, about, known = claimed.user_id or "", claimed.about, claimed.known
        return outbox.composed(session, claimed.kind, user_id, about, known)
    return Letter(
        to=claimed.recipient,
        subject=claimed.subject,
        text=claimed.body,
        kind=claimed.kind,
        attachments=claimed.attachments,
        html=claimed.html,
        user_id=claimed.user_id,
        unsubscribe=claimed.unsubscribe,
        reply_to=claimed.reply_to,
    )


def claim(session: Session, most: int) -> list[Claimed]:
    """Claim the next due letters by their turns; no other worker gets them before the claim ends.

    An index has their turns. It is read until `most` due letters are found, or to its end.
    """
    now, connection = clock.now(), session.connection()
    # The ids are read first: PostgreSQL may otherwise run the locking select again for each row.
    ids = list(connection.scalars(_FIRST, {**LETTERS.at(now), "most": most}))
    taken = connection.execute(_TAKE, {"ids": ids, "until": now + CLAIMED_FOR})
    return sorted((Claimed(*row) for row in taken), key=lambda one: one.turn_at)


def mark_sent(session: Session, claimed: Claimed) -> None:
    """Note that the mail server accepted the letter, whoever has claimed it by now, and delete its
    text."""
    session.connection().execute(_END_SENT, {"letter": claimed.id, "at": clock.now()})


def withdraw(session: Session, claimed: Claimed) -> None:
    """Note that the reason to send the letter is gone, whoever has claimed it by now."""
    gone = {"state": WITHDRAWN, "sender": None, "claimed_until": None, **NO_WORDS}
    _change(session, letters.c.id == claimed.id, **gone)
    outbox.was_withdrawn(session, claimed.kind, claimed.user_id or "", claimed.about)


def release(session: Session, claimed: Claimed, until: datetime | None = None) -> None:
    """Give up a claim that was not used; with `until` the letter is not due before that."""
    later = {"due_at": until} if until else {}
    attempts = claimed.attempts - 1
    _change(session, _is_mine(claimed), claimed_until=None, attempts=attempts, **later)


def lock(session: Session, claimed: Claimed) -> None:
    """Let nobody else change the row until the end of the transaction."""
    session.execute(sa.select(letters.c.id).where(letters.c.id == claimed.id).with_for_update())


def postpone(session: Session, claimed: Claimed, why: str) -> None:
    """Try again later, with a pause twice as long each time; give up after the last attempt."""
    if claimed.attempts >= MOST_ATTEMPTS:
        give_up(session, claimed, why)
        return
    due_at = clock.now() + min(FIRST_RETRY * 2 ** (claimed.attempts - 1), LONGEST_RETRY)
    _change(session, _is_mine(claimed), due_at=due_at, claimed_until=None, last_error=why[:255])


def give_up(session: Session, claimed: Claimed, why: str) -> None:
    """Note that the letter cannot be delivered; the console and `make check-data` show it."""
    _change(session, _is_mine(claimed), state=FAILED, claimed_until=None, last_error=why[:255])
    audit.record(session, VISITOR, "letter.failed", claimed.id, kind=claimed.kind, error=why[:255])


def _is_mine(claimed: Claimed) -> sa.ColumnElement[bool]:
    """Whether no other worker has taken the letter after this worker's claim ended."""
    return (letters.c.id == claimed.id) & (letters.c.claimed_until == claimed.claimed_until)


def _change(session: Session, which: sa.ColumnElement[bool], **values: object) -> None:
    session.execute(sa.update(letters).where(which, letters.c.state == WAITING).values(values))
