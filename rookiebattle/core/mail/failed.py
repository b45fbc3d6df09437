"""The letters that could not be delivered: they wait until somebody sends them again or not."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.core import clock
from rookiebattle.core.database.db import on_commit
from rookiebattle.core.mail.outbox_table import FAILED, NO_WORDS, WAITING, WITHDRAWN, letters
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.wakeup import LETTERS

MAYBE_SENT = "It waited when the backup was made, and may have been sent since."
"""Why a letter stands here that `make restore` has put among the failed ones."""
_HAS_FAILED = letters.c.state == FAILED
WAS_RESTORED = _HAS_FAILED & (letters.c.last_error == MAYBE_SENT)


class FailedLetter(NamedTuple):
    """A letter that could not be delivered. `email` is its member's, for a promised letter."""

    id: str
    kind: str
    subject: str
    recipient: str
    email: str | None
    last_error: str
    created_at: datetime


def failed(session: Session, window: Window) -> Page[FailedLetter]:
    """The letters that nobody sent again or set aside yet, newest first."""
    users = SQLModel.metadata.tables["users"]
    email = users.c.email.label("email")
    columns = [email if name == "email" else letters.c[name] for name in FailedLetter._fields]
    newest = (
        sa.select(*columns)
        .select_from(letters.outerjoin(users, users.c.id == letters.c.user_id))
        .where(_HAS_FAILED)
        .order_by(letters.c.created_at.desc(), letters.c.id)
    )
    rows = session.execute(newest.limit(window.limit).offset(window.offset))
    return Page([FailedLetter(*row) for row in rows], count(session))


def count(session: Session, *conditions: sa.ColumnElement[bool]) -> int:
    """How many letters failed and wait; with conditions, those of which they hold."""
    counted = sa.select(sa.func.count()).select_from(letters).where(_HAS_FAILED, *conditions)
    return session.scalar(counted) or 0


def count_undelivered(session: Session, *, but: Sequence[str]) -> int:
    """How many of them no mail server took, without those of some kinds.

    A letter that waited in a backup was not tried since, and `make restore` has told of it.
    """
    return count(session, ~WAS_RESTORED, letters.c.kind.not_in(but))


def send_again(session: Session, letter_id: str) -> str | None:
    """Let a letter that failed be sent anew. Returns its kind; None if it is not one of these."""
    again = {"state": WAITING, "attempts": 0, "due_at": clock.now(), "last_error": ""}
    on_commit(session, LETTERS.notify)
    return _changed(session, letter_id, again)


def set_aside(session: Session, letter_id: str) -> str | None:
    """Withdraw a letter that failed and delete its text. Returns its kind, like `send_again`."""
    return _changed(session, letter_id, {"state": WITHDRAWN, **NO_WORDS})


def count_restored(session: Session) -> int:
    """How many of them waited in a backup that was restored."""
    return count(session, WAS_RESTORED)


def set_restored_aside(session: Session) -> list[str]:
    """Withdraw all letters that waited in a backup, and delete their texts. Returns their ids."""
    these = sa.update(letters).where(WAS_RESTORED).values({"state": WITHDRAWN, **NO_WORDS})
    return list(session.scalars(these.returning(letters.c.id)))


def _changed(session: Session, letter_id: str, values: dict[str, Any]) -> str | None:
    its = sa.update(letters).where(letters.c.id == letter_id, _HAS_FAILED).values(values)
    return session.execute(its.returning(letters.c.kind)).scalar_one_or_none()
