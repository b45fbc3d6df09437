"""Adds many accounts at once, to which nobody has signed in yet.

What can be computed is computed before the transaction, so that others wait only for the inserts.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from rookiebattle.accounts import queries
from rookiebattle.accounts.finding import member_words
from rookiebattle.accounts.models import User, UserWord
from rookiebattle.accounts.naming import known_name, listed_key, name_key, public_names
from rookiebattle.accounts.policy import read_as
from rookiebattle.core.database.bulk import ReadyRows, insert_ready, made_ready
from rookiebattle.core.errors import Conflict
from rookiebattle.core.values.words import sort_key

TAKEN_MEANWHILE = (
    "Someone else just took one of these addresses or names, so nothing was added. Please check "
    "the list again."
)
_users = cast(sa.Table, User.__table__)  # type: ignore[attr-defined]  # SQLModel adds __table__
_words = cast(sa.Table, UserWord.__table__)  # type: ignore[attr-defined]  # see _users


NewAccounts = tuple[ReadyRows | None, ReadyRows | None]
"""The rows of accounts that are about to be added, and of the words that find them."""


def new_accounts(session: Session, each: Sequence[Mapping[str, Any]]) -> NewAccounts:
    """Accounts with these columns; all others have their defaults. Nothing is written."""
    # Rows in the order of their keys are inserted much faster.
    users = sorted((_user(columns) for columns in each), key=lambda user: user.id)
    words = sorted((word, user.id) for user in users for word in member_words(user))
    found_by = [{"user_id": of, "word": word} for word, of in words]
    rows = made_ready(session, _users, [_row(user) for user in users])
    return rows, made_ready(session, _words, found_by)


def _user(columns: Mapping[str, Any]) -> User:
    user = User(**columns)
    user.sort_name, user.listed_key = sort_key(known_name(user)), listed_key(user)
    user.game_name_key = name_key(user.game_name) if user.game_name else None
    return user


def _row(user: User) -> dict[str, Any]:
    return {name: getattr(user, name) for name in _users.columns.keys()}  # noqa: SIM118  # a collection of columns


def leading_names(session: Session, *, without: str = "") -> set[str]:
    """The keys of the names by which administrators and board members are known (`read_as`).

    `without` is the id of a member who may be called so.
    """
    names = (name for one in queries.leading(session, without) for name in public_names(one))
    return {key for name in names for key in read_as(name)}


def add_accounts(session: Session, *, accounts: NewAccounts) -> None:
    """Insert accounts. Raises Conflict when an address or a game name was taken meanwhile."""
    users, words = accounts
    try:
        insert_ready(session, users)
    except IntegrityError:
        raise Conflict(TAKEN_MEANWHILE) from None
    insert_ready(session, words)
