"""Selects of the members and game names that a file may repeat."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.members.finding import users

AT_ONCE = 500
_SHOWN = ("id", "email", "first_name", "last_name", "chapter_id")
_KEPT = ("membership_tier", "membership_status")


def by_emails(session: Session, emails: Collection[str]) -> dict[str, sa.Row[Any]]:
    """The members with these folded addresses, by address."""
    columns = [users.c[name] for name in (*_SHOWN, *_KEPT)]
    return {
        row.email: row
        for some in _parts(emails)
        for row in session.execute(sa.select(*columns).where(users.c.email.in_(some)))
    }


def taken_keys(session: Session, keys: Collection[str]) -> set[str]:
    """Those of the keys of game names that a member has."""
    key = users.c.game_name_key
    return {
        str(found)
        for some in _parts(keys)
        for found in session.scalars(sa.select(key).where(key.in_(some)))
    }


def _parts(values: Collection[str]) -> Iterator[Sequence[str]]:
    """The values in parts that a statement of either database can hold."""
    rest = iter(values)
    while some := list(islice(rest, AT_ONCE)):
        yield some
