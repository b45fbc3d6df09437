"""Newcomers, for administrators: who did not log in or finish the welcome yet, and invitations."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts import queries
from rookiebattle.accounts.hooks import people_invited
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.permissions import Permission

AGAIN_AFTER = timedelta(days=1)
"""Nobody gets two invitations in this time."""
UNANSWERED = timedelta(days=14)
"""An invitation that nobody followed for so long waits for an administrator."""


def lapses(session: Session, actor: Actor, *, user_ids: Collection[str]) -> Mapping[str, datetime]:
    """When those of these accounts go by themselves that do, by their ids; for administrators, and
    for leads those of their chapter."""
    return queries.lapses(session, user_ids, actor.require_reach(Permission.ALL_ACCOUNT_READ))


def is_unanswered() -> sa.ColumnElement[bool]:
    """The condition of an account whose invitation nobody has followed for two weeks."""
    return queries.is_unanswered(clock.now() - UNANSWERED)


def count_unanswered(session: Session, actor: Actor) -> int:
    """How many people did not log in for two weeks after their invitation; administrators only."""
    actor.require(Permission.ALL_ACCOUNT_READ)
    return queries.unanswered_count(session, clock.now() - UNANSWERED)


@writes
def invite(session: Session, actor: Actor, *, user_ids: Collection[str]) -> int:
    """Invite those of them to log in who never did; administrators only.

    Returns how many letters were queued: none for an account without an address, and none for who
    was invited within a day.
    """
    actor.require(Permission.ALL_ACCOUNT_CREATE)
    now = clock.now()
    invited = queries.uninvited(session, user_ids, since=now - AGAIN_AFTER)
    for user in invited:
        user.invited_at = now
        audit.record(session, actor, "account.invited", user.id)
    people_invited.fire(session, actor, user_ids=[user.id for user in invited], at=now)
    return len(invited)
