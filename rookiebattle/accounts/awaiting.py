"""Newcomers: accounts whose owners did not finish the welcome yet, for administrators."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.accounts import queries
from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission


def lapses(session: Session, actor: Actor, *, user_ids: Collection[str]) -> Mapping[str, datetime]:
    """When those of these accounts go by themselves that do, by their ids; administrators only."""
    actor.require(Permission.ALL_ACCOUNT_READ)
    return queries.lapses(session, user_ids)


def count_newcomers(session: Session, actor: Actor) -> int:
    """How many accounts wait for their welcome; administrators only."""
    actor.require(Permission.ALL_ACCOUNT_READ)
    return queries.newcomer_count(session)
