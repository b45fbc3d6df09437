"""Statements about thousands of rows: made ready before their transaction, sent in parts."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core.database.db import note_topics

AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class ReadyRows:
    """Rows of one table, as the database's driver takes them."""

    table: sa.Table
    statement: str
    values: Sequence[Any]


def made_ready(
    session: Session, table: sa.Table, rows: Sequence[Mapping[str, Any]]
) -> ReadyRows | None:
    """The insert of rows that all have the same columns; None when there is no row.

    Turning the values of thousands of rows into those of the driver takes longer than inserting
    them. It is done without a lock, so that others who write wait for the insert alone.
    """
    if not rows:
        return None
    dialect = session.get_bind().dialect
    insert = sa.insert(table).compile(dialect=dialect, column_keys=[*rows[0]])
    turns = [(name, _turn(table.c[name], dialect)) for name in insert.binds]
    if dialect.positional:
        values: Sequence[Any] = [tuple(turn(row[name]) for name, turn in turns) for row in rows]
    else:
        values = [{name: turn(row[name]) for name, turn in turns} for row in rows]
    return ReadyRows(table, str(insert), values)


def _turn(column: sa.Column[Any], dialect: sa.Dialect) -> Callable[[Any], Any]:
    """A function that turns a value of this column into the driver's."""
    turn = column.type.dialect_impl(dialect).bind_processor(dialect)
    return turn or (lambda value: value)


def insert_ready(session: Session, rows: ReadyRows | None) -> None:
    if rows:
        connection = session.connection()
        connection.exec_driver_sql(rows.statement, [*rows.values])
        note_topics(connection, sa.insert(rows.table))


def rows_with(
    session: Session, wanted: sa.Select[Any], column: sa.ColumnElement[str], values: Collection[str]
) -> Iterator[sa.Row[Any]]:
    """The rows in which the column has one of these values, of which there may be thousands."""
    rest = iter(values)
    while some := [*islice(rest, AT_ONCE)]:
        yield from session.execute(wanted.where(column.in_(some)))
