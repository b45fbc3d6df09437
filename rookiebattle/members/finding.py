"""Selects of members for administrators. Each reads a range of an index, however many there are.

The number of members who pass a filter is counted once per generation for all filters together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.accounts.models import User, UserWord
from rookiebattle.accounts.service import is_unanswered
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.database import freshness
from rookiebattle.core.database.freshness import CHAPTERS, MEMBERS
from rookiebattle.core.expiring import COPY_SECONDS, Expiring
from rookiebattle.core.pagination import PartCounted
from rookiebattle.core.roles import Reach
from rookiebattle.core.values.words import LAST_CHARACTER, sought
from rookiebattle.members.users import NO_CHAPTER, UserFilter, UserOrder

users = SQLModel.metadata.tables[str(User.__tablename__)]
words = SQLModel.metadata.tables[str(UserWord.__tablename__)]
chapters = SQLModel.metadata.tables[str(Chapter.__tablename__)]
MOST_FOUND = 100
"""A search that finds more says so. To read on would cost more than a better search word."""
MOST_READ = 2_000
"""The most words that a search reads. A beginning of more words is too common to find somebody."""

Condition = sa.ColumnElement[bool]
READING: sa.Select[Any] = sa.select(*users.c, chapters.c.name.label("chapter_name")).outerjoin(
    chapters, chapters.c.id == users.c.chapter_id
)
_ORDERED_BY: dict[UserOrder, tuple[sa.ColumnElement[Any], bool]] = {
    UserOrder.NAME: (users.c.sort_name, False),
    UserOrder.NAME_DOWN: (users.c.sort_name, True),
    UserOrder.OLDEST: (users.c.created_at, False),
    UserOrder.NEWEST: (users.c.created_at, True),
}
"""The column of each order, and whether it is the descending one. Ids break ties."""
TOPICS = (MEMBERS, CHAPTERS)


def _order(order: UserOrder) -> list[sa.ColumnElement[Any]]:
    column, is_descending = _ORDERED_BY[order]
    return [one.desc() if is_descending else one for one in (column, users.c.id)]


def reached(reach: Reach) -> Condition:
    """The condition of members in reach. A role at one event reaches nobody's account."""
    return reach.within(users.c.chapter_id)


def conditions_of(wanted: UserFilter) -> list[Condition]:
    """The filters but for the text. Erased accounts are never in the list."""
    found: list[Condition] = [users.c.erased_at.is_(None), reached(wanted.reach)]
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
    if wanted.is_unanswered is not None:
        found.append(is_unanswered() if wanted.is_unanswered else ~is_unanswered())
    return found


def page_of(session: Session, wanted: UserFilter) -> Sequence[sa.Row[Any]]:
    query = READING.where(*conditions_of(wanted)).order_by(*_order(wanted.order))
    window = wanted.window
    return session.execute(query.limit(window.limit).offset(window.offset)).all()


def all_of(session: Session, wanted: UserFilter) -> Sequence[sa.Row[Any]]:
    """The whole list, without its text."""
    query = READING.where(*conditions_of(wanted)).order_by(*_order(wanted.order))
    return session.execute(query).all()


def by_ids(session: Session, ids: Sequence[str], wanted: UserFilter) -> Sequence[sa.Row[Any]]:
    """Those of these members who are in reach, in order; erased ones are left out."""
    living = READING.where(users.c.id.in_(ids), users.c.erased_at.is_(None), reached(wanted.reach))
    return session.execute(living.order_by(*_order(wanted.order))).all()


def one(session: Session, user_id: str, reach: Reach) -> sa.Row[Any] | None:
    """A member in reach who is not erased, or None."""
    living = READING.where(users.c.id == user_id, users.c.erased_at.is_(None), reached(reach))
    return session.execute(living).first()


def search(
    session: Session, beginnings: Sequence[str], wanted: UserFilter, passing: int
) -> PartCounted[str]:
    """The ids of the members who have words with all these beginnings and pass the filters.

    `passing` is how many pass the filters alone. The search begins with these members or with the
    words of the rarest beginning, whichever are fewer.
    """
    number, rarest = min((_number(session, one), one) for one in beginnings)
    # A member may have several words with the rarest beginning, but is one row of the answer. With
    # the columns of the order alone, SQLite sorts once for both.
    query = sa.select(_ORDERED_BY[wanted.order][0], users.c.id).distinct()
    rest, is_cut = {*beginnings}, False
    if passing > min(number, MOST_READ):
        first = _first_words(rarest)
        query = query.join(first, first.c.user_id == users.c.id)
        rest, is_cut = rest - {rarest}, number > MOST_READ
    found = query.where(*conditions_of(wanted), *map(_has_word, sorted(rest)))
    in_order = found.order_by(*_order(wanted.order)).limit(MOST_FOUND + 1)
    ids = [row.id for row in session.execute(in_order)]
    shown = ids[:MOST_FOUND]
    return PartCounted(shown, len(shown), is_cut or len(ids) > MOST_FOUND)


def _within(beginning: str) -> Condition:
    return sa.and_(words.c.word >= beginning, words.c.word < beginning + LAST_CHARACTER)


def _number(session: Session, beginning: str) -> int:
    """How many words have this beginning, counted to one more than a search reads."""
    some = sa.select(words.c.word).where(_within(beginning)).limit(MOST_READ + 1).subquery()
    return session.scalar(sa.select(sa.func.count()).select_from(some)) or 0


def _first_words(beginning: str) -> sa.Subquery:
    """The first words with this beginning, each with its member's id."""
    first = sa.select(words.c.user_id).where(_within(beginning))
    return first.order_by(words.c.word, words.c.user_id).limit(MOST_READ).subquery()


def _has_word(beginning: str) -> Condition:
    return sa.exists().where(words.c.user_id == users.c.id, _within(beginning))


def named(text: str) -> sa.Select[Any]:
    """The ids of all members whose name in lists for administrators has these words, however many;
    of none by a text without words.

    Other words, such as those of an address, are not searched: a reader could guess them letter by
    letter.
    """
    found: list[Condition] = [
        _has_word(one) & users.c.sort_name.contains(one, autoescape=True) for one in sought(text)
    ]
    return sa.select(users.c.id).where(*found or [sa.false()])


def counts(session: Session) -> Sequence[sa.RowMapping]:
    """How many members there are of each combination of what the list can be filtered by."""
    kinds = (
        users.c.chapter_id,
        users.c.membership_status.label("status"),
        users.c.membership_tier.label("tier"),
        users.c.is_admin,
        users.c.age_band.is_not(None).label("is_welcomed"),
        is_unanswered().label("is_unanswered"),
    )
    query = sa.select(*kinds, sa.func.count().label("number")).group_by(*kinds)
    return session.execute(query.where(users.c.erased_at.is_(None))).mappings().all()


@dataclass(frozen=True, slots=True)
class Kind:
    """The members who are alike in all that the list can be filtered by."""

    chapter_id: str | None
    status: str
    tier: str
    is_admin: bool
    is_welcomed: bool
    is_unanswered: bool
    number: int

    def passes(self, wanted: UserFilter) -> bool:
        chapter_id = None if wanted.chapter_id == NO_CHAPTER else wanted.chapter_id
        is_there = wanted.chapter_id is None or self.chapter_id == chapter_id
        reach = wanted.reach
        is_reached = reach.is_everywhere or self.chapter_id in reach.chapter_ids
        return (
            is_there
            and is_reached
            and all(
                getattr(wanted, name) in (None, getattr(self, name))
                for name in ("status", "tier", "is_admin", "is_welcomed", "is_unanswered")
            )
        )


# A process has one database, so one entry is enough. In tests another one takes its place.
_counted = Expiring[URL, tuple[Kind, ...]](1)


def total(session: Session, wanted: UserFilter) -> int:
    """The number of members who pass the filters, without its text."""
    return sum(kind.number for kind in _kinds(session) if kind.passes(wanted))


def _kinds(session: Session) -> tuple[Kind, ...]:
    url = session.get_bind().engine.url
    if (known := _counted.find(url)) is not None:
        return known
    # The generation is read before the counts, so a write in between makes them stale, never wrong.
    generation = freshness.generation(*TOPICS)
    kinds = tuple(Kind(**row) for row in counts(session))
    _counted.keep(url, kinds, COPY_SECONDS, TOPICS, generation)
    return kinds
