"""Selects of chapters with their members counted."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.accounts.models import User
from rookiebattle.chapters.models import Chapter, ChapterRequest
from rookiebattle.chapters.schemas import ChapterSearch, RequestList, RequestRead
from rookiebattle.core.pagination import Window
from rookiebattle.core.roles import Reach
from rookiebattle.core.values.words import mentions

chapters = SQLModel.metadata.tables[str(Chapter.__tablename__)]
requests = SQLModel.metadata.tables[str(ChapterRequest.__tablename__)]
users = SQLModel.metadata.tables[str(User.__tablename__)]

_COUNT = (
    sa.select(sa.func.count())
    .where(users.c.chapter_id == chapters.c.id)
    .correlate(chapters)
    .scalar_subquery()
    .label("member_count")
)
_READING = sa.select(*chapters.c, _COUNT)
_ONE = _READING.where(chapters.c.id == sa.bindparam("chapter"))


def page_of(session: Session, window: Window, *, by_state: bool = False) -> Sequence[sa.RowMapping]:
    """Chapters by name, then id; or by state before that."""
    by_name = (chapters.c.sought, chapters.c.id)
    ordered = _READING.order_by(*([chapters.c.state] if by_state else []), *by_name)
    return session.execute(ordered.limit(window.limit).offset(window.offset)).mappings().all()


def count(session: Session) -> int:
    return session.scalar(sa.select(sa.func.count()).select_from(chapters)) or 0


_ORDERS: dict[str, tuple[sa.ColumnElement[Any], ...]] = {
    "name": (chapters.c.sought, chapters.c.id),
    "city": (chapters.c.city, chapters.c.sought, chapters.c.id),
    "members": (_COUNT.desc(), chapters.c.sought, chapters.c.id),
    "newest": (chapters.c.created_at.desc(), chapters.c.id),
}


def search(session: Session, wanted: ChapterSearch, reach: Reach) -> Sequence[sa.RowMapping]:
    query = _READING.where(*_asked(wanted, reach)).order_by(*_ORDERS[wanted.order])
    window = wanted.window
    return session.execute(query.limit(window.limit).offset(window.offset)).mappings().all()


def search_count(session: Session, wanted: ChapterSearch, reach: Reach) -> int:
    counted = sa.select(sa.func.count()).select_from(chapters).where(*_asked(wanted, reach))
    return session.scalar(counted) or 0


def _asked(wanted: ChapterSearch, reach: Reach) -> list[sa.ColumnElement[bool]]:
    having = [mentions(chapters.c.sought, word) for word in wanted.text.split()]
    having.append(reach.within(chapters.c.id))
    return [*having, chapters.c.status == wanted.status] if wanted.status else having


def find(session: Session, chapter_id: str) -> sa.RowMapping | None:
    return session.connection().execute(_ONE, {"chapter": chapter_id}).mappings().first()


def requests_since(session: Session, since: datetime, **of: str | bool | None) -> int:
    """The number of requests to start a chapter since an instant; None means visitors'."""
    wanted = sa.select(sa.func.count()).where(requests.c.created_at > since)
    for name, value in of.items():
        wanted = wanted.where(requests.c[name] == value)
    return session.scalar(wanted) or 0


def same_request(session: Session, since: datetime, **of: str | bool) -> str | None:
    """The id of a request with these values since an instant."""
    wanted = sa.select(requests.c.id).where(requests.c.created_at > since).limit(1)
    for name, value in of.items():
        wanted = wanted.where(requests.c[name] == value)
    return session.scalar(wanted)


def forget_origins(session: Session, *, before: datetime) -> None:
    known = (requests.c.created_at <= before) & (requests.c.asked_from != "")
    session.execute(sa.update(requests).where(known).values(asked_from=""))


def forget_requests(session: Session, *, before: datetime | None = None, **of: str) -> None:
    """Delete the requests of one member, or all that are older than an instant."""
    unwanted = sa.delete(requests)
    if before is not None:
        unwanted = unwanted.where(requests.c.created_at < before)
    for name, value in of.items():
        unwanted = unwanted.where(requests.c[name] == value)
    session.execute(unwanted)


def requests_page(session: Session, which: RequestList, window: Window) -> Sequence[sa.RowMapping]:
    """Requests, oldest first; or those that were answered, newest answer first."""
    is_answered = which is RequestList.ANSWERED
    order = requests.c.answered_at.desc() if is_answered else requests.c.created_at
    shown = (requests.c[name] for name in RequestRead.model_fields)
    wanted = sa.select(*shown).where(_in(which)).order_by(order, requests.c.id)
    return session.execute(wanted.limit(window.limit).offset(window.offset)).mappings().all()


def count_requests(session: Session, which: RequestList) -> int:
    counted = sa.select(sa.func.count()).select_from(requests).where(_in(which))
    return session.scalar(counted) or 0


def _in(which: RequestList) -> sa.ColumnElement[bool]:
    if which is RequestList.ANSWERED:
        return requests.c.answered_at.is_not(None)
    is_suspicious = requests.c.is_suspicious.is_(which is RequestList.SUSPICIOUS)
    return requests.c.answered_at.is_(None) & is_suspicious
