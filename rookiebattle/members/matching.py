"""Selects of the members and game names that a file may repeat."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core.database.bulk import in_parts
from rookiebattle.members.finding import users

_SHOWN = ("id", "email", "first_name", "last_name", "chapter_id")
_KEPT = ("membership_tier", "membership_status")


def by_emails(session: Session, emails: Collection[str]) -> dict[str, sa.Row[Any]]:
    """The members with these folded addresses, by address."""
    columns = [users.c[name] for name in (*_SHOWN, *_KEPT)]
    return {
        row.email: row
        for some in in_parts(emails)
        for row in session.execute(sa.select(*columns).where(users.c.email.in_(some)))
    }


def taken_keys(session: Session, keys: Collection[str]) -> set[str]:
    """Those of the keys of game names that a member has."""
    key = users.c.game_name_key
    return {
        str(found)
        for some in in_parts(keys)
        for found in session.scalars(sa.select(key).where(key.in_(some)))
    }
