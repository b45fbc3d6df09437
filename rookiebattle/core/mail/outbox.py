"""The outbox: letters are queued in the transaction of their change. `claims.py` sends them.

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

from rookiebattle.core import clock
from rookiebattle.core.database.db import new_id, on_commit
from rookiebattle.core.mail.outbox_table import (
    FAILED,
    KEPT,
    LONGEST_SUBJECT,
    NO_WORDS,
    WAITING,
    WITHDRAWN,
    Attachment,
    Known,
    letters,
)
from rookiebattle.core.values.addresses import folded_address, folded_column
from rookiebattle.core.wakeup import LETTERS
from rookiebattle.settings import get_settings

TURN = timedelta(minutes=1)
"""By how much each letter of one act stands behind the one before it. Every mail server sends more
than one letter a minute, so letters of other people always come before the rest of many."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter to send. `unsubscribe` is the address that ends letters of its kind.

    `starts_at` and `ends_at` are those of the first event that it is about (`limits.py`).
    """

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
    starts_at: datetime | None = None
    ends_at: datetime | None = None


Composer = Callable[[Session, str, str], Letter | None]
"""Writes a promised letter for a user id and a subject's id; None if it has become pointless."""
OnWithdrawn = Callable[[Session, str, str], None]
"""Follows a promised letter, of a user id and a subject's id, that had become pointless."""
NewsComposer = Callable[[Session, str, Known], Letter | None]
"""Writes a letter about changes for a user id and what the member knew; None if it is pointless."""

_ADD = {
    dialect.dialect.name: dialect.insert(letters).on_conflict_do_nothing()
    for dialect in (postgresql, sqlite)
}
_HAS_WORDS = letters.c.state.in_((WAITING, FAILED))
_composers: dict[str, Callable[[Session, str, str, Known], Letter | None]] = {}
_on_withdrawn: dict[str, OnWithdrawn] = {}
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

    Letters that are due go out in the order of `turn_at`, which is usually `due_at`. `known` is for
    a letter about changes: what the member knew of each record before.
    """

    user_id: str
    about: str
    dedupe_key: str | None = None
    sender: str | None = None
    due_at: datetime | None = None
    turn_at: datetime | None = None
    known: Known | None = None


def promise_each(session: Session, kind: str, *promised: Promised) -> None:
    """Queue several letters of one kind like `promise`."""
    if kind not in _composers:
        raise LookupError(f"nobody composes {kind}: name the composer in rookiebattle/reactions.py")
    _add(session, [_row_of_promised(kind, one) for one in promised])


def _row_of_promised(kind: str, one: Promised) -> dict[str, Any]:
    due_at = one.due_at or clock.now()
    told = {"due_at": due_at, "turn_at": one.turn_at or due_at, "known": one.known or {}}
    return {"kind": kind, **one._asdict(), **told}


def suppress(session: Session, kind: str, *needless: Promised) -> None:
    """Reserve these keys, so that later promises are skipped; a waiting letter is still sent.

    One key is reserved for a member and a subject: what is moved without end leaves one row.
    """
    for about in {one.about for one in needless}:
        members = [one.user_id for one in needless if one.about == about]
        forget_withdrawn(session, kind, about=about, members=members)
    _add(session, [{**_row_of_promised(kind, one), "state": WITHDRAWN} for one in needless])


def forget_withdrawn(session: Session, kind: str, *, about: str, members: Sequence[str]) -> None:
    """Delete the rows of letters of this kind about a subject that these members did not get."""
    is_former = (letters.c.kind == kind) & (letters.c.about == about)
    is_former &= letters.c.user_id.in_(members) & (letters.c.state == WITHDRAWN)
    session.execute(sa.delete(letters).where(is_former))


def known_keys(session: Session, keys: Sequence[str]) -> set[str]:
    """The keys among these for which a letter was queued before."""
    wanted = sa.select(letters.c.dedupe_key).where(letters.c.dedupe_key.in_(keys))
    return {str(key) for key in session.scalars(wanted)}


def was_queued(session: Session, kind: str, *, since: datetime) -> bool:
    """Whether a letter of this kind was queued since then, to whomever."""
    lately = letters.c.kind == kind, clock.is_since(letters.c.created_at, since)
    return session.scalar(sa.select(letters.c.id).where(*lately).limit(1)) is not None


def states_of(session: Session, kind: str, *, user_id: str, about: str) -> list[str]:
    """How a member's letters of this kind about a subject stand; none after `KEPT`."""
    mine = (letters.c.user_id == user_id, letters.c.kind == kind, letters.c.about == about)
    return list(session.scalars(sa.select(letters.c.state).where(*mine)))


_EMPTY = {
    **NO_WORDS,
    "about": "",
    "sender": None,
    "state": WAITING,
    "attempts": 0,
    "last_error": "",
}


def _add(session: Session, rows: list[dict[str, Any]]) -> None:
    if _muted.get() or not rows:
        return
    now = clock.now()
    empty = {**_EMPTY, "due_at": now, "turn_at": now, "created_at": now}
    full = [{**empty, **row, **_identity()} for row in rows]
    for number, row in enumerate(full):
        row["turn_at"] += number * TURN
    add = _ADD[session.get_bind().dialect.name]
    session.connection().execute(add, full if len(full) > 1 else full[0])
    on_commit(session, LETTERS.notify)


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


def composes(kind: str, composer: Composer, on_withdrawn: OnWithdrawn | None = None) -> None:
    """Register the function that writes the promised letters of a kind.

    A composer does not write to the database, because most letters are written while it is only
    read. `on_withdrawn` may, in the transaction that withdraws the letter.
    """
    _composers[kind] = lambda session, user_id, about, _known: composer(session, user_id, about)
    if on_withdrawn:
        _on_withdrawn[kind] = on_withdrawn


def composes_news(kind: str, composer: NewsComposer) -> None:
    """Register the function that writes the letters about changes of a kind."""
    _composers[kind] = lambda session, user_id, _about, known: composer(session, user_id, known)


def composed(session: Session, kind: str, user_id: str, about: str, known: Known) -> Letter | None:
    """The text of a promised letter; None when the reason to send it is gone."""
    return _composers[kind](session, user_id, about, known)


def was_withdrawn(session: Session, kind: str, user_id: str, about: str) -> None:
    """Let the letter's kind follow up a letter that was withdrawn in this transaction."""
    if follow := _on_withdrawn.get(kind):
        follow(session, user_id, about)


def waiting_subjects(session: Session, kind: str, user_id: str) -> Sequence[str]:
    """The subjects of the promised letters of a kind that wait for a member."""
    promised = (letters.c.kind == kind) & (letters.c.user_id == user_id)
    wanted = sa.select(letters.c.about).where(promised, letters.c.state == WAITING)
    return session.scalars(wanted.order_by(letters.c.turn_at)).all()


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
    session.execute(sa.delete(letters).where(_HAS_WORDS, names_it))


def forget_keys(session: Session, keys: Sequence[str]) -> None:
    """Delete waiting and failed letters with these keys: their text may no longer be kept."""
    session.execute(sa.delete(letters).where(_HAS_WORDS, letters.c.dedupe_key.in_(keys)))


def forget_old(session: Session) -> None:
    """Delete rows that were queued 30 days ago or earlier and wait no longer."""
    before = clock.now() - KEPT
    is_over = (letters.c.state != WAITING) & (letters.c.created_at < before)
    session.execute(sa.delete(letters).where(is_over))
