"""Selects of a chapter's members: exactly the columns that members may see of each other."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.accounts.models import FOLDED_NAME, IS_NAMELESS, User
from rookiebattle.core.pagination import Window
from rookiebattle.members.schemas import ChapterMember

users = SQLModel.metadata.tables[str(User.__tablename__)]

# As the index has it: the first page of a chapter with thousands costs what a small one does.
_ORDER: tuple[sa.ColumnElement[Any], ...] = (
    sa.literal_column(IS_NAMELESS),
    sa.literal_column(FOLDED_NAME),
    users.c.id,
)
_READING = sa.select(*(users.c[name] for name in ChapterMember.model_fields), users.c.age_band)


def members_select(chapter_id: str, window: Window) -> sa.Select[Any]:
    """A page of the members, by the name that is shown; the nameless come last."""
    of_chapter = _READING.where(users.c.chapter_id == chapter_id).order_by(*_ORDER)
    return of_chapter.limit(window.limit).offset(window.offset)


def members_of(session: Session, chapter_id: str, window: Window) -> Sequence[sa.RowMapping]:
    """The rows of such a page."""
    return session.execute(members_select(chapter_id, window)).mappings().all()
