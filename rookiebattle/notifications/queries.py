"""Selects of notifications, newest first."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.core.pagination import Window
from rookiebattle.notifications.models import Target

table = SQLModel.metadata.tables["notifications"]
notifications = table.c
_newest_first = (notifications.created_at.desc(), notifications.id.desc())


def reaching(chapter_id: str | None, now: datetime) -> sa.ColumnElement[bool]:
    """The condition for notifications that a member of this chapter (or of none) gets now."""
    everybody = notifications.target_type == Target.ALL.value
    own = notifications.chapter_id == chapter_id
    reaches = sa.or_(everybody, own) if chapter_id else everybody
    lasts = sa.or_(notifications.expires_at.is_(None), notifications.expires_at > now)
    return sa.and_(notifications.is_active.is_(True), lasts, reaches)


def page_of(
    session: Session, wanted: sa.ColumnElement[bool], window: Window
) -> Sequence[sa.Row[Any]]:
    """A page of the notifications that meet a condition."""
    query = sa.select(table).where(wanted).order_by(*_newest_first)
    return session.execute(query.limit(window.limit).offset(window.offset)).all()


def total(session: Session, wanted: sa.ColumnElement[bool]) -> int:
    """The number of notifications that meet a condition."""
    return session.scalar(sa.select(sa.func.count()).select_from(table).where(wanted)) or 0
