"""Selects of resources, each through one range of an index, whatever their number."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.core.pagination import Window
from rookiebattle.resources.models import Resource, ResourceWord
from rookiebattle.resources.schemas import ResourceRead

resources = SQLModel.metadata.tables[str(Resource.__tablename__)]
words = SQLModel.metadata.tables[str(ResourceWord.__tablename__)]
LAST_CHARACTER = "\U0010ffff"
MOST_FOUND = 500
"""A search that finds more says so: reading on costs more than a better word."""

reading = sa.select(*(resources.c[name] for name in ResourceRead.model_fields))
_by_title = reading.order_by(resources.c.sort_title, resources.c.id)


def page_of(session: Session, category: str | None, window: Window) -> Sequence[sa.Row[Any]]:
    """A page of the list, by title."""
    query = _by_title.where(resources.c.category == category) if category else _by_title
    return session.execute(query.limit(window.limit).offset(window.offset)).all()


def counts(session: Session) -> dict[str, int]:
    """How many there are of each category that has any."""
    query = sa.select(resources.c.category, sa.func.count().label("number")).group_by(
        resources.c.category
    )
    return {row.category: row.number for row in session.execute(query)}


def found_ids(session: Session, sought: Sequence[str], category: str | None) -> list[str]:
    """The ids of at most `MOST_FOUND` + 1 resources with all these beginnings, by title."""
    values: dict[str, object] = {"most": MOST_FOUND + 1, "category": category}
    for number, beginning in enumerate(sought):
        values |= {f"from{number}": beginning, f"to{number}": beginning + LAST_CHARACTER}
    rows = session.execute(_finding(len(sought), category is not None), values)
    return [row.id for row in sorted(rows, key=lambda row: (row.sort_title, row.id))]


@cache
def _finding(count: int, in_category: bool) -> sa.Select[Any]:
    """From the first beginning's range of words on, each candidate is looked up in the others."""
    each = [words.alias(f"word{number}") for number in range(count)]
    joined: sa.FromClause = each[0]
    for word in each[1:]:
        joined = joined.join(word, word.c.resource_id == each[0].c.resource_id)
    joined = joined.join(resources, resources.c.id == each[0].c.resource_id)
    query = sa.select(resources.c.id, resources.c.sort_title).select_from(joined).distinct()
    for number, word in enumerate(each):
        query = query.where(
            word.c.word >= sa.bindparam(f"from{number}"), word.c.word < sa.bindparam(f"to{number}")
        )
    if in_category:
        query = query.where(resources.c.category == sa.bindparam("category"))
    return query.limit(sa.bindparam("most"))


def by_ids(session: Session, ids: Sequence[str]) -> Sequence[sa.Row[Any]]:
    """These resources, by title."""
    return session.execute(_by_title.where(resources.c.id.in_(ids))).all()


def one(session: Session, resource_id: str, *, lock: bool) -> sa.Row[Any] | None:
    """One resource, held until the transaction ends when it is to be changed."""
    query = reading.where(resources.c.id == resource_id)
    return session.execute(query.with_for_update() if lock else query).first()
