"""Keeps the words by which administrators find a member, and the keys by which lists are ordered.

Both follow every write of a member's row, so no verb has to think of them.
"""

from collections.abc import Iterator
from typing import cast

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Mapper, Session

from rookiebattle.accounts.models import User, UserWord
from rookiebattle.accounts.naming import KnownMember, known_name, listed_key
from rookiebattle.core.values.words import sort_key, words_of

SHOWN = ("age_band", "shows_profile", "erased_at")
NAMES = ("first_name", "last_name", "game_name", "email")
_words = cast(sa.Table, UserWord.__table__)  # type: ignore[attr-defined]  # SQLModel adds __table__
_users = cast(sa.Table, User.__table__)  # type: ignore[attr-defined]  # see _words


def keep_words() -> None:
    """Begin to follow the writes of this process. Calling it again changes nothing."""
    for name, follow in (
        ("before_insert", _order),
        ("before_update", _order),
        ("after_insert", _write),
        ("after_update", _write_again),
    ):
        if not sa.event.contains(User, name, follow):
            sa.event.listen(User, name, follow)


def _order(_mapper: Mapper[User], _connection: Connection, user: User) -> None:
    user.sort_name, user.listed_key = sort_key(known_name(user)), listed_key(user)


def _write(_mapper: Mapper[User], connection: Connection, user: User) -> None:
    found = member_words(user)
    if found:
        rows = [{"user_id": user.id, "word": word} for word in found]
        connection.execute(sa.insert(_words), rows)


def _write_again(mapper: Mapper[User], connection: Connection, user: User) -> None:
    state = sa.inspect(user)
    if any(state.attrs[name].history.has_changes() for name in NAMES):
        connection.execute(sa.delete(_words).where(_words.c.user_id == user.id))
        _write(mapper, connection, user)


def member_words(user: KnownMember) -> list[str]:
    """The words by which a member is found."""
    return words_of(*(getattr(user, name) for name in NAMES))


def lost_words(session: Session) -> list[str]:
    """Members whom their names do not find, for `make check-data`."""
    return list(_lost(session))


def _lost(session: Session) -> Iterator[str]:
    stored: dict[str, set[str]] = {}
    for user_id, word in session.execute(sa.select(_words.c.user_id, _words.c.word)):
        stored.setdefault(user_id, set()).add(word)
    ordered = ("id", "sort_name", "listed_key", *SHOWN)
    columns = (_users.c[name] for name in (*ordered, *NAMES))
    living = sa.select(*columns).where(_users.c.erased_at.is_(None))
    for row in session.execute(living):
        if stored.get(row.id, set()) != set(member_words(row)):
            yield f"the search does not find user {row.id} by their names"
        if (row.sort_name, row.listed_key) != (sort_key(known_name(row)), listed_key(row)):
            yield f"lists do not order user {row.id} by their name"
