"""Topics of tables: which topic a write to a table changes, declared below it in models.py.

`db.py` looks them up for every statement of a transaction, so no verb announces a topic itself.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import sqlalchemy as sa
from sqlmodel import SQLModel

from rookiebattle.core.database.freshness import TOPICS


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table. `rest` is the topic of every column that is not in `columns`."""

    rest: str | None
    columns: Mapping[str, str]

    @property
    def all(self) -> frozenset[str]:
        return frozenset(filter(None, (self.rest, *self.columns.values())))

    def topic_of(self, column: str) -> str | None:
        return self.columns.get(column, self.rest)


_UNKNOWN = Topics(None, {})
_NOTHING: frozenset[str] = frozenset()
_declared: dict[str, Topics] = {}
# SQLAlchemy compiles a statement once and keeps it, so its topics are read once.
_changed_by: WeakKeyDictionary[sa.Compiled, frozenset[str]] = WeakKeyDictionary()


def declare(model: type[SQLModel], rest: str | None = None, **columns: str) -> None:
    """Declare the topics of a table: `declare(Event, EVENTS, current_participants=SEATS)`.

    Adding or deleting a row changes all of them. An update changes those of the columns that it
    sets.
    """
    name = str(model.__tablename__)
    declared = Topics(rest, columns)
    wrong = {*columns} - {*SQLModel.metadata.tables[name].columns.keys()} | {*declared.all} - {
        *TOPICS
    }
    if wrong:
        raise ValueError(f"topics of {name} name {', '.join(sorted(wrong))}")
    _declared[name] = declared


def changed_by(compiled: sa.Compiled) -> frozenset[str]:
    """The topics that a compiled statement changes: none for a read."""
    changed = _changed_by.get(compiled)
    if changed is None:
        changed = _NOTHING
        if isinstance(compiled.statement, sa.UpdateBase):
            # The names of the values that are sent apart from the statement.
            sent = getattr(compiled, "column_keys", None) or ()
            changed = changed_by_statement(compiled.statement, sent)
        _changed_by[compiled] = changed
    return changed


def changed_by_statement(statement: sa.UpdateBase, sent: Collection[str] = ()) -> frozenset[str]:
    """The topics that a statement changes; `sent` has the names of the values sent with it."""
    name = getattr(statement.table, "name", "")
    if isinstance(statement, sa.Delete):
        return frozenset(_gone_with(name, set()))
    known = _declared.get(name, _UNKNOWN)
    if not isinstance(statement, sa.Update) or not known.columns:
        return known.all
    # The columns of `.values(…)` are internal to SQLAlchemy. If they cannot be read, every topic
    # counts as changed.
    values = getattr(statement, "_values", None) or ()
    names = {str(getattr(column, "name", column)) for column in values} | {*sent}
    columns = statement.table.c
    touched = {known.topic_of(name) for name in names if name in columns}
    return frozenset(filter(None, touched)) if touched else known.all


def _gone_with(name: str, seen: set[str]) -> Iterator[str]:
    """The topics of a table that loses a row, and of tables whose rows ON DELETE then changes."""
    seen.add(name)
    yield from _declared.get(name, _UNKNOWN).all
    for table in SQLModel.metadata.tables.values():
        for key in table.foreign_keys:
            if key.target_fullname.partition(".")[0] != name or not key.ondelete:
                continue
            if key.ondelete == "CASCADE" and table.name not in seen:
                yield from _gone_with(table.name, seen)
            elif topic := _declared.get(table.name, _UNKNOWN).topic_of(key.parent.name):
                yield topic
