"""Selects of notifications, newest first unless another order is asked for."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.core.pagination import Window
from rookiebattle.notifications.models import Notification, NotificationType, Target
from rookiebattle.notifications.schemas import NotificationSearch

table = SQLModel.metadata.tables["notifications"]
notifications = table.c
HOLDING = (NotificationType.WARNING.value, NotificationType.ERROR.value)
_newest_first = (notifications.created_at.desc(), notifications.id.desc())
_urgency = sa.case(
    (notifications.type == NotificationType.ERROR.value, 0),
    (notifications.type == NotificationType.WARNING.value, 1),
    else_=2,
)


def reaching(chapter_id: str | None, now: datetime) -> sa.ColumnElement[bool]:
    """The condition for notifications that a member of this chapter (or of none) gets now."""
    everybody = notifications.target_type == Target.ALL.value
    own = notifications.chapter_id == chapter_id
    return _lasts(now) & (sa.or_(everybody, own) if chapter_id else everybody)


def _lasts(now: datetime | sa.BindParameter[Any]) -> sa.ColumnElement[bool]:
    lasts = sa.or_(notifications.expires_at.is_(None), notifications.expires_at > now)
    return sa.and_(notifications.is_active.is_(True), lasts)


def readers_of(session: Session, one: Notification, *, but: str) -> Sequence[str]:
    """The ids of the members who are told of a notification and want such letters.

    Somebody who never logged in, or did not finish the welcome, has agreed to no letters yet.
    """
    users = SQLModel.metadata.tables["users"].c
    wanted = sa.select(users.id).where(
        users.email.is_not(None),
        users.mail_notices,
        users.issuer.is_not(None),
        users.age_band.is_not(None),
        users.erased_at.is_(None),
        users.id != but,
    )
    if one.target_type == Target.CHAPTER.value:
        wanted = wanted.where(users.chapter_id == one.chapter_id)
    return session.scalars(wanted.order_by(users.id)).all()


def reaches(session: Session, notification_id: str, user_id: str, now: datetime) -> bool:
    """Whether a notification is told to this member now."""
    users = SQLModel.metadata.tables["users"].c
    own = sa.select(users.chapter_id).where(users.id == user_id)
    condition = reaching(session.scalar(own), now)
    found = sa.select(notifications.id).where(notifications.id == notification_id, condition)
    return session.scalar(found) is not None


def still_news(user_id: str) -> sa.ColumnElement[bool]:
    """The condition for notifications that also concern somebody who joined after them.

    Warnings, urgent ones and those with an end hold until an administrator takes them back or they
    expire. Everything else was news of its day.
    """
    users = SQLModel.metadata.tables["users"].c
    joined = sa.select(users.created_at).where(users.id == user_id).scalar_subquery()
    return sa.or_(
        notifications.created_at >= joined,
        notifications.type.in_(HOLDING),
        notifications.expires_at.is_not(None),
    )


_ORDERS: dict[str, tuple[sa.ColumnElement[Any], ...]] = {
    "newest": _newest_first,
    "urgent": (_urgency, *_newest_first),
    "oldest": (notifications.created_at, notifications.id),
    "title": (sa.func.lower(notifications.title), notifications.id),
    "expiry": (notifications.expires_at.is_(None), notifications.expires_at, notifications.id),
}


# Each event's page runs this statement, and building a select takes longer than running it.
_OF_CHAPTER = (
    sa.select(table)
    .where(_lasts(sa.bindparam("now")), notifications.chapter_id == sa.bindparam("chapter"))
    .order_by(*_ORDERS["urgent"])
    .limit(sa.bindparam("most"))
)


def of_chapter(
    session: Session, chapter_id: str, now: datetime, most: int
) -> Sequence[sa.Row[Any]]:
    """The notifications that this chapter's members alone get now, urgent ones first."""
    values = {"chapter": chapter_id, "now": now, "most": most}
    return session.connection().execute(_OF_CHAPTER, values).all()


def asked(wanted: NotificationSearch, now: datetime) -> sa.ColumnElement[bool]:
    """The condition for what an administrator looks for."""
    looked_at = (notifications.title, notifications.message)
    having = [
        sa.or_(*(column.icontains(word, autoescape=True) for column in looked_at))
        for word in wanted.text.split()
    ]
    is_over = sa.and_(notifications.expires_at.is_not(None), notifications.expires_at <= now)
    standing = {
        "shown": sa.and_(notifications.is_active, sa.not_(is_over)),
        "inactive": sa.not_(notifications.is_active),
        "expired": is_over,
    }
    if wanted.standing:
        having.append(standing[wanted.standing])
    if wanted.target:
        having.append(notifications.target_type == wanted.target.value)
    if wanted.chapter_id:
        having.append(notifications.chapter_id == wanted.chapter_id)
    if wanted.type:
        having.append(notifications.type == wanted.type.value)
    return sa.and_(sa.true(), *having)


def page_of(
    session: Session, wanted: sa.ColumnElement[bool], window: Window, order: str = "newest"
) -> Sequence[sa.Row[Any]]:
    query = sa.select(table).where(wanted).order_by(*_ORDERS[order])
    return session.execute(query.limit(window.limit).offset(window.offset)).all()


def total(session: Session, wanted: sa.ColumnElement[bool]) -> int:
    return session.scalar(sa.select(sa.func.count()).select_from(table).where(wanted)) or 0
