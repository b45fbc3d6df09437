"""The privacy registry: who may see each column of each table, and how long rows are kept.

Labels stand below each table in models.py; the download and the erasure follow them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import sqlalchemy as sa
from pydantic_core import to_jsonable_python
from sqlalchemy.orm import Session
from sqlmodel import SQLModel


class Visibility(StrEnum):
    """The widest circle that may see a column. Each circle includes the ones listed before it."""

    NOBODY = "nobody"
    ADMIN = "admin"
    OWNER = "owner"
    MEMBER = "member"
    PUBLIC = "public"


# The circles whose columns are in a member's own download.
OWN = frozenset({Visibility.OWNER, Visibility.MEMBER, Visibility.PUBLIC})


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of one table. `of` are the columns with the id of the member a row is about."""

    model: type[SQLModel]
    about: str
    seen: Mapping[str, Visibility]
    kept: str
    of: tuple[str, ...]
    goes: bool
    erased: frozenset[str]

    @property
    def table(self) -> sa.Table:
        return SQLModel.metadata.tables[str(self.model.__tablename__)]

    @property
    def retention(self) -> str:
        """How long rows are kept, in words for the member they are about."""
        if self.goes:
            return f"{self.kept}; at the latest until you delete your account"
        if self.erased:
            return f"{self.kept}; what is personal in it goes when you delete your account"
        return self.kept

    def rows_of(self, user_id: str) -> sa.ColumnElement[bool]:
        return sa.or_(*(self.table.c[name] == user_id for name in self.of))


_labels: dict[str, Labels] = {}


def label(
    model: type[SQLModel],
    *,
    about: str,
    kept: str,
    of: str = "",
    goes: bool = False,
    erased: str = "",
    **seen: str,
) -> None:
    """Label a table. Columns are listed in one text per circle, separated by spaces.

    `about` is what rows hold, 'Your Seats: the events that …', and `kept` how long, in words for
    the page /privacy. If `of` names the member a row is about, erasing the account deletes the row
    (`goes`) or resets its `erased` columns to their defaults.
    """
    circles = [
        (name, Visibility(circle)) for circle, names in seen.items() for name in names.split()
    ]
    labels = Labels(model, about, dict(circles), kept, _names(of), goes, frozenset(erased.split()))
    known = {*labels.table.columns.keys()}
    named = {*labels.seen, *labels.of, *labels.erased}
    if named - known or len(circles) != len(labels.seen):
        wrong = ", ".join(sorted(named - known)) or "a column twice"
        raise ValueError(f"privacy labels of {labels.table.name} name {wrong}")
    _labels[labels.table.name] = labels


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def labeled() -> Mapping[str, Labels]:
    return _labels


def own_rows(session: Session, user_id: str) -> dict[str, list[dict[str, object]]]:
    """All data kept about a member that the member may see, by table, ready for JSON."""
    return {name: _own(session, one, user_id) for name, one in sorted(_labels.items()) if one.of}


def own_retention() -> dict[str, str]:
    """How long the data about a member is kept, by table."""
    return {name: one.retention for name, one in sorted(_labels.items()) if one.of}


def _own(session: Session, labels: Labels, user_id: str) -> list[dict[str, object]]:
    table = labels.table
    columns = [table.c[name] for name, seen in labels.seen.items() if seen in OWN]
    wanted = sa.select(*columns).where(labels.rows_of(user_id)).order_by(*table.primary_key)
    rows = session.execute(wanted).mappings()
    return [{name: to_jsonable_python(value) for name, value in row.items()} for row in rows]


def erase(session: Session, user_id: str) -> None:
    """Delete or reset the rows that are labeled to go with the account; other rows stay."""
    for table in reversed(SQLModel.metadata.sorted_tables):
        labels = _labels.get(table.name)
        if labels is None or not labels.of:
            continue
        if labels.goes:
            session.execute(sa.delete(table).where(labels.rows_of(user_id)))
        elif labels.erased:
            session.execute(
                sa.update(table).where(labels.rows_of(user_id)).values(_defaults(labels))
            )
    session.expire_all()


def _defaults(labels: Labels) -> dict[str, object]:
    fields = labels.model.model_fields
    return {
        name: fields[name].get_default(call_default_factory=True) for name in sorted(labels.erased)
    }
