"""Newcomers: accounts whose owners did not finish the welcome yet, for administrators."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.accounts import queries
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission


@dataclass(frozen=True, slots=True)
class Newcomer:
    """An account before its welcome. Its owner may be a child, so the address is all that is told.

    `lapses_at` is when the account goes by itself; None: never.
    """

    user_id: str
    email: str
    created_at: datetime
    lapses_at: datetime | None


def list_newcomers(session: Session, actor: Actor, *, window: Window) -> Page[Newcomer]:
    """The accounts that wait for their welcome, newest first; administrators only."""
    actor.require(Permission.ALL_ACCOUNT_READ)
    rows = [
        Newcomer(row.id, row.email or "", row.created_at, row.lapses_at)
        for row in queries.newcomers(session, window)
    ]
    return Page(rows, queries.newcomer_count(session))


def count_newcomers(session: Session, actor: Actor) -> int:
    """How many accounts wait for their welcome; administrators only."""
    actor.require(Permission.ALL_ACCOUNT_READ)
    return queries.newcomer_count(session)
