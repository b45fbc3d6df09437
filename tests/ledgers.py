"""Ledgers of progress that fit rows which a test wrote straight into the table."""

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.progression import ledger
from rookiebattle.progression.entering import Why, enter
from rookiebattle.progression.models import Act, ProgressEntry


def entries_of(session: Session, user_id: str) -> list[ProgressEntry]:
    """A member's entries, oldest first."""
    of_member = sa.select(ProgressEntry).where(col(ProgressEntry.user_id) == user_id)
    return list(session.scalars(of_member.order_by(col(ProgressEntry.number))))


def square(session: Session, *members: User) -> None:
    """Write the opening entries by which each ledger says what the member's row says."""
    session.flush()
    changed = [
        (one, ledger.changes(ledger.replay(entries_of(session, one.id)), ledger.facts_of(one)))
        for one in members
    ]
    enter(session, Actor(), changed=changed, why=Why(Act.OPENING))
