"""Selects of a chapter's members for other members, and of those whom an import may repeat."""

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.accounts.models import IS_NAMELESS, User
from rookiebattle.core.database.bulk import rows_with
from rookiebattle.core.pagination import Window
from rookiebattle.members.judging import UPDATED
from rookiebattle.members.schemas import ChapterMember

users = SQLModel.metadata.tables[str(User.__tablename__)]

# The order of an index, so that the first page of a large chapter costs as little as a small one.
_ORDER: tuple[sa.ColumnElement[Any], ...] = (
    sa.literal_column(IS_NAMELESS),
    users.c.listed_key,
    users.c.id,
)
_DECIDING = ("age_band", "shows_profile")
_READING = sa.select(*(users.c[name] for name in (*ChapterMember.model_fields, *_DECIDING)))


def members_select(chapter_id: str, window: Window) -> sa.Select[Any]:
    """The select of a page of members by shown name; members without a name come last.

    It has exactly the columns that members may see of each other.
    """
    of_chapter = _READING.where(users.c.chapter_id == chapter_id).order_by(*_ORDER)
    return of_chapter.limit(window.limit).offset(window.offset)


def members_of(session: Session, chapter_id: str, window: Window) -> Sequence[sa.Row[Any]]:
    return session.execute(members_select(chapter_id, window)).all()


def by_emails(session: Session, emails: Collection[str]) -> dict[str, sa.Row[Any]]:
    """The members with these folded addresses, by address, in the columns that an import sets."""
    wanted = sa.select(*(users.c[name] for name in ("id", "email", *UPDATED)))
    return {row.email: row for row in rows_with(session, wanted, users.c.email, emails)}


def taken_keys(session: Session, keys: Collection[str]) -> set[str]:
    """Those of the keys of game names that a member has."""
    key = users.c.game_name_key
    return {found for (found,) in rows_with(session, sa.select(key), key, keys)}
