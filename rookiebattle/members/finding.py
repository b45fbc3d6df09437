"""Selects of members for administrators. Each reads a range of an index, however many there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.accounts.models import User, UserWord
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.words import LAST_CHARACTER
from rookiebattle.members.users import NO_CHAPTER, UserFilter, UserOrder

users = SQLModel.metadata.tables[str(User.__tablename__)]
words = SQLModel.metadata.tables[str(UserWord.__tablename__)]
chapters = SQLModel.metadata.tables[str(Chapter.__tablename__)]
MOST_FOUND = 200
"""A search that finds more says so. To read on would cost more than a better search word."""
MOST_ROWS = 2 * MOST_FOUND + 2
"""A member may have several words with the same beginning."""

Condition = sa.ColumnElement[bool]
READING: sa.Select[Any] = sa.select(*users.c, chapters.c.name.label("chapter_name")).outerjoin(
    chapters, chapters.c.id == users.c.chapter_id
)
_ORDERS: dict[UserOrder, tuple[sa.ColumnElement[Any], ...]] = {
    UserOrder.NAME: (users.c.sort_name, users.c.id),
    UserOrder.NAME_DOWN: (users.c.sort_name.desc(), users.c.id.desc()),
    UserOrder.OLDEST: (users.c.created_at, users.c.id),
    UserOrder.NEWEST: (users.c.created_at.desc(), users.c.id.desc()),
}


def conditions_of(wanted: UserFilter) -> list[Condition]:
    """The filters but for the text. Erased accounts are never in the list."""
    found: list[Condition] = [users.c.erased_at.is_(None)]
    if wanted.chapter_id is not None:
        is_none = wanted.chapter_id == NO_CHAPTER
        found.append(users.c.chapter_id == (None if is_none else wanted.chapter_id))
    if wanted.status is not None:
        found.append(users.c.membership_status == wanted.status)
    if wanted.tier is not None:
        found.append(users.c.membership_tier == wanted.tier)
    if wanted.is_admin is not None:
        found.append(users.c.is_admin == sa.literal(wanted.is_admin))
    if wanted.is_welcomed is not None:
        is_missing = users.c.age_band.is_(None)
        found.append(~is_missing if wanted.is_welcomed else is_missing)
    return found


def page_of(session: Session, wanted: UserFilter) -> Sequence[sa.Row[Any]]:
    """A page of the list."""
    query = READING.where(*conditions_of(wanted)).order_by(*_ORDERS[wanted.order])
    window = wanted.window
    return session.execute(query.limit(window.limit).offset(window.offset)).all()


def all_of(session: Session, wanted: UserFilter) -> Sequence[sa.Row[Any]]:
    """The whole list, without its text."""
    query = READING.where(*conditions_of(wanted)).order_by(*_ORDERS[wanted.order])
    return session.execute(query).all()


def by_ids(session: Session, ids: Sequence[str], order: UserOrder) -> Sequence[sa.Row[Any]]:
    """These members, in order."""
    return session.execute(READING.where(users.c.id.in_(ids)).order_by(*_ORDERS[order])).all()


def one(session: Session, user_id: str) -> sa.Row[Any] | None:
    """A member who is not erased, or None."""
    living = READING.where(users.c.id == user_id, users.c.erased_at.is_(None))
    return session.execute(living).first()


@dataclass(frozen=True, slots=True)
class Found:
    """At most `MOST_FOUND` ids in order; `has_more` when there are others."""

    ids: list[str]
    has_more: bool


def search(session: Session, sought: Sequence[str], wanted: UserFilter) -> Found:
    """The members who have words with all these beginnings and pass the filters."""
    conditions = conditions_of(wanted)
    candidates, is_cut = _candidates(session, sought, conditions)
    ids = _in_order(session, candidates, wanted.order)
    return Found(ids[:MOST_FOUND], is_cut or len(ids) > MOST_FOUND)


def _in_order(session: Session, ids: set[str], order: UserOrder) -> list[str]:
    query = sa.select(users.c.id).where(users.c.id.in_(ids)).order_by(*_ORDERS[order])
    return list(session.scalars(query)) if ids else []


def _candidates(
    session: Session, sought: Sequence[str], conditions: Sequence[Condition]
) -> tuple[set[str], bool]:
    """The members of the rarest beginning: only these are compared with the other beginnings.

    Also says whether there were too many words to read them all.
    """
    for beginning in sought:
        having = session.scalars(_having(1).where(*conditions), _range(0, beginning)).all()
        if len(having) < MOST_ROWS:
            others = [other for other in sought if other != beginning]
            return _narrowed(session, set(having), others), False
    values: dict[str, str] = {}
    for number, beginning in enumerate(sought):
        values |= _range(number, beginning)
    having = session.scalars(_having(len(sought)).where(*conditions), values).all()
    return set(having), len(having) == MOST_ROWS


def _narrowed(session: Session, ids: set[str], others: Sequence[str]) -> set[str]:
    for beginning in others:
        if ids:
            having = sa.select(words.c.user_id).where(words.c.user_id.in_(ids), _begins(words, 0))
            ids = set(session.scalars(having, _range(0, beginning)))
    return ids


def _range(number: int, beginning: str) -> dict[str, str]:
    return {f"from{number}": beginning, f"to{number}": beginning + LAST_CHARACTER}


def _begins(table: sa.FromClause, number: int) -> Condition:
    return sa.and_(
        table.c.word >= sa.bindparam(f"from{number}"), table.c.word < sa.bindparam(f"to{number}")
    )


@cache
def _having(count: int) -> sa.Select[Any]:
    """The first members whose words match that many beginnings."""
    each = [words.alias(f"word{number}") for number in range(count)]
    joined: sa.FromClause = each[0]
    for word in each[1:]:
        joined = joined.join(word, word.c.user_id == each[0].c.user_id)
    joined = joined.join(users, users.c.id == each[0].c.user_id)
    conditions = [_begins(word, number) for number, word in enumerate(each)]
    query = sa.select(users.c.id).select_from(joined).where(*conditions)
    return query.limit(MOST_ROWS)


def counts(session: Session) -> Sequence[sa.RowMapping]:
    """How many members there are of each combination of what the list can be filtered by."""
    kinds = (
        users.c.chapter_id,
        users.c.membership_status.label("status"),
        users.c.membership_tier.label("tier"),
        users.c.is_admin,
        users.c.age_band.is_not(None).label("is_welcomed"),
    )
    query = sa.select(*kinds, sa.func.count().label("number")).group_by(*kinds)
    return session.execute(query.where(users.c.erased_at.is_(None))).mappings().all()
