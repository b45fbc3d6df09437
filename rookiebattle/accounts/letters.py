"""To whom letters go: a member's address and name, as long as there is one."""

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.models import User


class Reader(NamedTuple):
    """A member who can be written to, and what they want to read."""

    user_id: str
    email: str
    name: str
    mail_events: bool
    mail_reminders: bool


_READERS = sa.select(
    col(User.id),
    col(User.email),
    sa.func.coalesce(col(User.first_name), col(User.game_name), ""),
    col(User.mail_events),
    col(User.mail_reminders),
).where(col(User.email).is_not(None), col(User.id).in_(sa.bindparam("ids", expanding=True)))


def readers(session: Session, user_ids: list[str]) -> list[Reader]:
    """Those of these members who have an e-mail address."""
    rows = session.connection().execute(_READERS, {"ids": user_ids})
    return [Reader._make(row) for row in rows]


def reader(session: Session, user_id: str) -> Reader | None:
    """One member; None without an e-mail address or account."""
    return next(iter(readers(session, [user_id])), None)
