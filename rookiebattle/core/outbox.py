"""The outbox: letters are queued in the transaction of their change, and sent afterwards.

A finished letter is queued with its text. A promised letter gets its text when it is sent."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from rookiebattle.core import audit, clock, wakeup
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.addresses import folded_address, folded_column
from rookiebattle.core.db import new_id, on_commit
from rookiebattle.core.outbox_table import (
    FAILED,
    KEPT,
    LONGEST_SUBJECT,
    SENT,
    VISITORS,
    WAITING,
    WITHDRAWN,
    Attachment,
    Known,
    OutboxLetter,
    letters,
)
from rookiebattle.settings import get_settings

# The names of the table, for those who queue letters or read them.
__all__ = [
    "FAILED",
    "KEPT",
    "LONGEST_SUBJECT",
    "SENT",
    "VISITORS",
    "WAITING",
    "WITHDRAWN",
    "Attachment",
    "Known",
    "OutboxLetter",
    "letters",
]

CLAIMED_FOR = timedelta(minutes=5)
"""Longer than a worker needs for one batch. After a crash, other workers wait this long."""
FIRST_RETRY, LONGEST_RETRY, MOST_ATTEMPTS = timedelta(minutes=1), timedelta(hours=12), 12
TURN = timedelta(minutes=1)
"""By how much each waiting letter of one sender stands behind the one before it. Every mail server
sends more than one letter a minute, so letters of other people always come before the many."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter to send. `unsubscribe` is the address that ends letters of its kind."""

    to: str
    subject: str
    text: str
    kind: str
    dedupe_key: str | None = None
    attachments: Sequence[Attachment] = ()
    html: str = ""
    user_id: str | None = None
    unsubscribe: str = ""
    reply_to: str = ""
    sender: str | None = None


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


Composer = Callable[[Session, str, str], Letter | None]
"""Writes a promised letter for a user id and a subject's id; None if it has become pointless."""
NewsComposer = Callable[[Session, str, Known], Letter | None]
"""Writes a letter about changes for a user id and what the member knew; None if it is pointless."""

_ADD = {
    dialect.dialect.name: dialect.insert(letters).on_conflict_do_nothing()
    for dialect in (postgresql, sqlite)
}
_composers: dict[str, Callable[[Session, Claimed], Letter | None]] = {}
_muted: ContextVar[bool] = ContextVar("outbox_muted", default=False)


def put(session: Session, *wanted: Letter) -> None:
    """Queue finished letters. A letter whose key is known was queued before and is skipped."""
    _add(session, [_row_of(letter) for letter in wanted])


def _row_of(letter: Letter) -> dict[str, Any]:
    return {
        "kind": letter.kind,
        "user_id": letter.user_id,
        "recipient": letter.to,
        "reply_to": letter.reply_to,
        "subject": _shortened(letter.subject),
        "body": letter.text,
        "html": letter.html,
        "attachments": list(letter.attachments),
        "unsubscribe": letter.unsubscribe,
        "dedupe_key": letter.dedupe_key,
        "sender": letter.sender,
    }


def _shortened(subject: str) -> str:
    """Subjects quote people's texts: a long one must not roll back what the person did."""
    return subject if len(subject) <= LONGEST_SUBJECT else f"{subject[: LONGEST_SUBJECT - 1]}…"


def promise(session: Session, kind: str, *, user_id: str, about: str, dedupe_key: str) -> None:
    """Queue a letter that its composer writes when it is sent; cheap enough for a hot path.

    Raises LookupError for a kind without a composer in this process.
    """
    promise_each(session, kind, Promised(user_id, about, dedupe_key))


class Promised(NamedTuple):
    """A promised letter: its member and its subject. Without `due_at` it is due at once.

    `known` is for a letter about changes: what the member knew of each record before.
    """

    user_id: str
    about: str
    dedupe_key: str | None = None
    sender: str | None = None
    due_at: datetime | None = None
    known: Known | None = None


def promise_each(session: Session, kind: str, *promised: Promised) -> None:
    """Queue several letters of one kind like `promise`."""
    if kind not in _composers:
        raise LookupError(f"nobody composes {kind}: name the composer in rookiebattle/reactions.py")
    _add(session, [_row_of_promised(kind, one) for one in promised])


def _row_of_promised(kind: str, one: Promised) -> dict[str, Any]:
    due_at, known = one.due_at or clock.now(), one.known or {}
    return {"kind": kind, **one._asdict(), "due_at": due_at, "known": known}


def suppress(session: Session, kind: str, *needless: Promised) -> None:
    """Reserve these keys, so that later promises are skipped; a waiting letter is still sent."""
    _add(session, [{**_row_of_promised(kind, one), "state": WITHDRAWN} for one in needless])


def known_keys(session: Session, keys: Sequence[str]) -> set[str]:
    """The keys among these for which a letter was queued before."""
    wanted = sa.select(letters.c.dedupe_key).where(letters.c.dedupe_key.in_(keys))
    return {str(key) for key in session.scalars(wanted)}


_EMPTY: dict[str, Any] = {
    "about": "",
    "sender": None,
    "known": {},
    "recipient": "",
    "reply_to": "",
    "subject": "",
    "body": "",
    "html": "",
    "attachments": [],
    "unsubscribe": "",
    "state": WAITING,
    "attempts": 0,
    "last_error": "",
}


def _add(session: Session, rows: list[dict[str, Any]]) -> None:
    if _muted.get() or not rows:
        return
    now = clock.now()
    full = [{**_EMPTY, "due_at": now, **row, **_identity(), "created_at": now} for row in rows]
    _take_turns(session, full)
    add = _ADD[session.get_bind().dialect.name]
    session.connection().execute(add, full if len(full) > 1 else full[0])
    on_commit(session, wakeup.notify)


def _take_turns(session: Session, rows: list[dict[str, Any]]) -> None:
    """Give each row its place in the line: the letters of one sender stand behind each other."""
    last = {sender: _last_turn(session, sender) for sender in {row["sender"] for row in rows}}
    for row in rows:
        before = last[row["sender"]] if row["sender"] else None
        row["turn_at"] = max(row["due_at"], before + TURN) if before else row["due_at"]
        last[row["sender"]] = row["turn_at"]


def _last_turn(session: Session, sender: str | None) -> datetime | None:
    if not sender:
        return None
    waiting = (letters.c.sender == sender) & (letters.c.state == WAITING)
    last: datetime | None = session.scalar(sa.select(sa.func.max(letters.c.turn_at)).where(waiting))
    return last


def _identity() -> dict[str, str]:
    """The row's id, and the Message-ID made from it, which every attempt carries."""
    row_id, (_name, address) = new_id(), get_settings().sender
    return {"id": row_id, "message_id": f"<{row_id}@{address.rpartition('@')[2]}>"}


@contextmanager
def muted() -> Iterator[None]:
    """Queue no letters in this block. Demo data has a past about which nobody wants letters."""
    mark = _muted.set(True)
    try:
        yield
    finally:
        _muted.reset(mark)


def composes(kind: str, composer: Composer) -> None:
    """Register the function that writes the promised letters of a kind."""
    _composers[kind] = lambda session, one: composer(session, one.user_id or "", one.about)


def composes_news(kind: str, composer: NewsComposer) -> None:
    """Register the function that writes the letters about changes of a kind."""
    _composers[kind] = lambda session, one: composer(session, one.user_id or "", one.known)


def written(session: Session, claimed: Claimed) -> Letter | None:
    """The letter of a claimed row; None when the reason to send it is gone."""
    if not claimed.recipient:
        return _composers[claimed.kind](session, claimed)
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


def _is_free(now: datetime) -> sa.ColumnElement[bool]:
    is_free = letters.c.claimed_until.is_(None) | (letters.c.claimed_until <= now)
    return (letters.c.state == WAITING) & is_free


def is_due(session: Session) -> bool:
    """Whether a letter can be claimed. Asked before `claim`, which takes the turn of a writer."""
    now = clock.now()
    due = sa.select(letters.c.id).where(_is_free(now), letters.c.due_at <= now).limit(1)
    return session.execute(due).first() is not None


def claim(session: Session, most: int) -> list[Claimed]:
    """Claim the next due letters by their turns; no other worker gets them before the claim ends.

    An index has their turns. It is read until `most` due letters are found, or to its end.
    """
    now = clock.now()
    # In a function, so that SQLite does not sort all due letters by the index of `due_at`.
    due_at = sa.func.coalesce(letters.c.due_at, now)
    first = (
        sa.select(letters.c.id)
        .where(_is_free(now), due_at <= now)
        .order_by(letters.c.turn_at)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    # The ids are read first: PostgreSQL may otherwise run the locking select again for each row.
    ids = list(session.scalars(first))
    taken = session.execute(
        sa.update(letters)
        .where(letters.c.id.in_(ids))
        .values(claimed_until=now + CLAIMED_FOR, attempts=letters.c.attempts + 1)
        .returning(*(letters.c[name] for name in Claimed._fields))
    )
    return sorted((Claimed(*row) for row in taken), key=lambda one: one.turn_at)


NO_WORDS: dict[str, Any] = {
    **dict.fromkeys(("recipient", "reply_to", "subject", "body", "html", "unsubscribe"), ""),
    "attachments": [],
    "known": {},
    "sender": None,
}


def mark_sent(session: Session, claimed: Claimed) -> None:
    """Note that the mail server accepted the letter, and delete its text."""
    _end(session, letters.c.id == claimed.id, SENT, sent_at=clock.now(), last_error="")


def withdraw(session: Session, claimed: Claimed) -> None:
    """Note that the reason to send the letter is gone."""
    _end(session, letters.c.id == claimed.id, WITHDRAWN)


def release(session: Session, claimed: Claimed, until: datetime | None = None) -> None:
    """Give up a claim that was not used; with `until` the letter is not due before that."""
    later = {"due_at": until, "turn_at": max(until, claimed.turn_at)} if until else {}
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
    _change(
        session,
        _is_mine(claimed),
        due_at=due_at,
        turn_at=max(due_at, claimed.turn_at),
        claimed_until=None,
        last_error=why[:255],
    )


def exceeded_attempts(claimed: Claimed) -> bool:
    """Whether it was claimed once more than allowed: sending it ended the worker each time."""
    return claimed.attempts > MOST_ATTEMPTS


def give_up(session: Session, claimed: Claimed, why: str) -> None:
    """Note that the letter cannot be delivered; the console and `make check-data` show it."""
    why_not = {"state": FAILED, "claimed_until": None, "last_error": why[:255]}
    _change(session, _is_mine(claimed), **why_not)
    audit.record(session, VISITOR, "letter.failed", claimed.id, kind=claimed.kind, error=why[:255])


def _is_mine(claimed: Claimed) -> sa.ColumnElement[bool]:
    """Whether no other worker has taken the letter after this worker's claim ended."""
    return (letters.c.id == claimed.id) & (letters.c.claimed_until == claimed.claimed_until)


def _end(session: Session, which: sa.ColumnElement[bool], state: str, **values: object) -> None:
    """End a letter in any way, and delete its text."""
    _change(session, which, state=state, claimed_until=None, **values, **NO_WORDS)


def _change(session: Session, which: sa.ColumnElement[bool], **values: object) -> None:
    session.execute(sa.update(letters).where(which, letters.c.state == WAITING).values(values))


def forget_address(session: Session, email: str) -> None:
    """Delete waiting and failed letters that name this address but belong to no account.

    Letters to the organization stay, also when somebody signs in with its address.
    """
    address = folded_address(email)
    organization = folded_address(get_settings().org_contact_email)
    names_it = folded_column(letters.c.reply_to) == address
    if address != organization:
        goes_there = folded_column(letters.c.recipient) == address
        names_it |= goes_there & letters.c.user_id.is_(None)
    has_words = letters.c.state.in_((WAITING, FAILED))
    session.execute(sa.delete(letters).where(has_words, names_it))


def forget_old(session: Session) -> None:
    """Delete rows that were queued 30 days ago or earlier and wait no longer."""
    before = clock.now() - KEPT
    is_over = (letters.c.state != WAITING) & (letters.c.created_at < before)
    session.execute(sa.delete(letters).where(is_over))
