"""Selects of resources. Each reads one range of an index, however many resources there are."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.core.database import freshness
from rookiebattle.core.database.freshness import RESOURCES
from rookiebattle.core.expiring import COPY_SECONDS, Expiring
from rookiebattle.core.pagination import PartCounted, Window
from rookiebattle.core.values.words import LAST_CHARACTER
from rookiebattle.resources.models import Resource, ResourceWord
from rookiebattle.resources.schemas import ResourceRecord, ResourceSearch

resources = SQLModel.metadata.tables[str(Resource.__tablename__)]
words = SQLModel.metadata.tables[str(ResourceWord.__tablename__)]
MOST_FOUND = 100
"""A search that finds more says so. To read on would cost more than a better search word."""
MOST_ROWS = 2 * MOST_FOUND + 2
"""A resource may have several words with the same beginning."""

reading = sa.select(*(resources.c[name] for name in ResourceRecord.model_fields))
_by_title = reading.order_by(resources.c.sort_title, resources.c.id)
# A process has one database, so one entry is enough. In tests another one takes its place.
_counted = Expiring[URL, dict[str, int]](1)


def page_of(session: Session, category: str | None, window: Window) -> Sequence[sa.Row[Any]]:
    """A page of the list, by title."""
    query = _by_title.where(resources.c.category == category) if category else _by_title
    return session.execute(query.limit(window.limit).offset(window.offset)).all()


def total(session: Session, category: str | None) -> int:
    """The number of resources in a category, or in all; counted once per generation."""
    counts = _counts(session)
    return counts.get(category, 0) if category else sum(counts.values())


def _counts(session: Session) -> dict[str, int]:
    url = session.get_bind().engine.url
    if (known := _counted.find(url)) is not None:
        return known
    # The generation is read before the counts, so a write in between makes them stale, never wrong.
    generation = freshness.generation(RESOURCES)
    query = sa.select(resources.c.category, sa.func.count().label("number")).group_by(
        resources.c.category
    )
    counts = {row.category: row.number for row in session.execute(query)}
    _counted.keep(url, counts, COPY_SECONDS, (RESOURCES,), generation)
    return counts


def found(session: Session, sought: Sequence[str], category: str | None) -> PartCounted[str]:
    """The ids of the resources that have words with all these beginnings, by title."""
    candidates, is_cut = _candidates(session, sought, category)
    ids = _by_title_in(session, candidates)
    shown = ids[:MOST_FOUND]
    return PartCounted(shown, len(shown), is_cut or len(ids) > MOST_FOUND)


def _by_title_in(session: Session, ids: set[str]) -> list[str]:
    query = sa.select(resources.c.id).where(resources.c.id.in_(ids))
    by_title = query.order_by(resources.c.sort_title, resources.c.id)
    return list(session.scalars(by_title)) if ids else []


def _candidates(
    session: Session, sought: Sequence[str], category: str | None
) -> tuple[set[str], bool]:
    """The resources of the rarest beginning: only these are compared with the other beginnings.

    Also says whether there were too many words to read them all.
    """
    within = {"category": category} if category else {}
    for beginning in sought:
        values = within | _range(0, beginning)
        having = session.scalars(_having_all(1, bool(category)), values).all()
        if len(having) < MOST_ROWS:
            others = [other for other in sought if other != beginning]
            return _narrowed(session, set(having), others), False
    values = dict(within)
    for number, beginning in enumerate(sought):
        values |= _range(number, beginning)
    having = session.scalars(_having_all(len(sought), bool(category)), values).all()
    return set(having), len(having) == MOST_ROWS


def _narrowed(session: Session, ids: set[str], others: Sequence[str]) -> set[str]:
    for beginning in others:
        if ids:
            having = sa.select(words.c.resource_id).where(
                words.c.resource_id.in_(ids), _begins(words, 0)
            )
            ids = set(session.scalars(having, _range(0, beginning)))
    return ids


def _range(number: int, beginning: str) -> dict[str, str]:
    return {f"from{number}": beginning, f"to{number}": beginning + LAST_CHARACTER}


def _begins(table: sa.FromClause, number: int) -> sa.ColumnElement[bool]:
    return sa.and_(
        table.c.word >= sa.bindparam(f"from{number}"), table.c.word < sa.bindparam(f"to{number}")
    )


@cache
def _having_all(count: int, in_category: bool) -> sa.Select[Any]:
    """The first resources whose words match that many beginnings."""
    each = [words.alias(f"word{number}") for number in range(count)]
    joined: sa.FromClause = each[0]
    for word in each[1:]:
        joined = joined.join(word, word.c.resource_id == each[0].c.resource_id)
    conditions = [_begins(word, number) for number, word in enumerate(each)]
    if in_category:
        conditions += [word.c.category == sa.bindparam("category") for word in each]
    query = sa.select(each[0].c.resource_id).select_from(joined).where(*conditions)
    return query.limit(MOST_ROWS)


def by_ids(session: Session, ids: Sequence[str]) -> Sequence[sa.Row[Any]]:
    """These resources, by title."""
    return session.execute(_by_title.where(resources.c.id.in_(ids))).all()


def one(session: Session, resource_id: str, *, lock: bool) -> sa.Row[Any] | None:
    """One resource; with `lock`, its row is locked until the transaction ends."""
    query = reading.where(resources.c.id == resource_id)
    return session.execute(query.with_for_update() if lock else query).first()


_ORDERS = {
    "title": (resources.c.sort_title, resources.c.id),
    "last-title": (resources.c.sort_title.desc(), resources.c.id.desc()),
    "newest": (resources.c.created_at.desc(), resources.c.id),
    "changed": (resources.c.updated_at.desc(), resources.c.id),
}


def search_all(
    session: Session, wanted: ResourceSearch, sought: Sequence[str]
) -> Sequence[sa.Row[Any]]:
    """A page of the list as administrators ask for it; `sought` are the beginnings of words."""
    query = reading.where(*_asked(wanted, sought)).order_by(*_ORDERS[wanted.order])
    return session.execute(query.limit(wanted.window.limit).offset(wanted.window.offset)).all()


def search_count(session: Session, wanted: ResourceSearch, sought: Sequence[str]) -> int:
    counted = sa.select(sa.func.count()).select_from(resources)
    return session.scalar(counted.where(*_asked(wanted, sought))) or 0


def _asked(wanted: ResourceSearch, sought: Sequence[str]) -> list[sa.ColumnElement[bool]]:
    having: list[sa.ColumnElement[bool]] = [
        sa.exists().where(
            words.c.resource_id == resources.c.id,
            words.c.word >= beginning,
            words.c.word < beginning + LAST_CHARACTER,
        )
        for beginning in sought
    ]
    if wanted.category:
        having.append(resources.c.category == wanted.category)
    if wanted.is_public is not None:
        having.append(resources.c.is_public.is_(wanted.is_public))
    return having


def locked(session: Session, ids: Sequence[str]) -> Sequence[sa.Row[Any]]:
    """Those of these resources that exist, locked until the transaction ends."""
    wanted = reading.where(resources.c.id.in_(ids)).order_by(resources.c.id)
    return session.execute(wanted.with_for_update()).all()
