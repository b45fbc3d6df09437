"""Selects of a chapter's members: exactly the columns that members may see of each other."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.core.pagination import Window
from rookiebattle.members.schemas import ChapterMember

users = SQLModel.metadata.tables[str(User.__tablename__)]

# By what is shown first: the order must not tell a minor's first name.
_is_adult = users.c.age_band == AgeBand.ADULT
_real = [
    sa.case((_is_adult, sa.func.coalesce(users.c[name], "")), else_="")
    for name in ("first_name", "last_name")
]
_game = sa.func.coalesce(users.c.game_name, "")
_shown_first = sa.case((_real[0] == "", _game), else_=_real[0])
_ORDER = (_shown_first == "", sa.func.lower(_shown_first), sa.func.lower(_real[1]), users.c.id)
_READING = sa.select(*(users.c[name] for name in ChapterMember.model_fields), users.c.age_band)


def members_of(session: Session, chapter_id: str, window: Window) -> Sequence[sa.RowMapping]:
    """A page of the members, by the name that is shown; the nameless come last."""
    of_chapter = _READING.where(users.c.chapter_id == chapter_id).order_by(*_ORDER)
    return session.execute(of_chapter.limit(window.limit).offset(window.offset)).mappings().all()
