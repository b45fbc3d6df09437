"""All migrations over 50,000 rows in each of the larger tables, and with none lost."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from zlib import crc32

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from alembic import command
from rookiebattle.core.database.db import Database
from rookiebattle.core.database.migrations import newest_revision
from rookiebattle.manage import schema
from rookiebattle.manage.schema import alembic_config
from tests.soak.large_club import ROWS, TABLES, Make, Row
from tests.soak.report import tell

FIRST, SECONDS = min(TABLES), 300


def fill(url: str, tables: Mapping[str, Make]) -> None:
    """Write the rows into tables as they are now; other columns are false, 0 or empty."""
    database = Database(url)
    known = sa.MetaData()
    with database.unit_of_work(write=True) as session:
        known.reflect(session.connection(), only=[*tables])
        for name, make in tables.items():
            for rows in _in_parts(make, ROWS):
                table = known.tables[name]
                session.execute(table.insert(), [_usual(table) | row for row in rows])
    database.dispose()


def _in_parts(make: Make, count: int, size: int = 5_000) -> Iterator[list[Row]]:
    for start in range(0, count, size):
        yield [make(number) for number in range(start, min(start + size, count))]


def _usual(table: sa.Table) -> Row:
    """A value for each column that needs one."""
    plain: dict[type[Any], Any] = {bool: False, int: 0, dict: {}, str: ""}
    return {
        column.name: plain.get(column.type.python_type)
        for column in table.columns
        if not (column.nullable or column.foreign_keys or isinstance(column.type, sa.JSON))
    }


@dataclass(frozen=True)
class Content:
    """How many rows a table has, and a sum of each column's values that knows no order."""

    rows: int
    columns: Mapping[str, int]


def contents(url: str, names: Iterable[str]) -> dict[str, Content]:
    """The present contents of the tables."""
    database = Database(url)
    with database.unit_of_work(write=False) as session:
        found = {name: _content(session, name) for name in names}
    database.dispose()
    return found


def _content(session: Session, table: str) -> Content:
    result = session.execute(sa.text(f"SELECT * FROM {table}"))  # nosec B608 - ours
    columns, sums, rows = list(result.keys()), Counter[str](), 0
    for row in result:
        rows += 1
        for name, value in zip(columns, row, strict=True):
            sums[name] += crc32(repr(value).encode())
    return Content(rows, sums)


def lost_columns(before: Mapping[str, Content], after: Mapping[str, Content]) -> set[str]:
    """The columns whose values are others than before; those that went are not among them."""
    return {
        f"{table}.{name}"
        for table, content in before.items()
        for name, kept in content.columns.items()
        if after[table].columns.get(name, kept) != kept
    }


def seconds_of(upgrade: Callable[[], object]) -> float:
    began = time.monotonic()
    upgrade()
    return time.monotonic() - began


def test_a_column_that_was_emptied_is_noticed() -> None:
    before = {"events": Content(2, {"id": 5, "title": 7, "old": 9})}
    assert lost_columns(before, {"events": Content(2, {"id": 5, "title": 7, "new": 1})}) == set()
    emptied = {"events": Content(2, {"id": 5, "title": 0})}
    assert lost_columns(before, emptied) == {"events.title"}


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection:sqlalchemy.exc.SAWarning")
def test_all_migrations_keep_every_value_of_a_large_club(empty_url: str) -> None:
    """Each table is filled in the first revision that has it."""
    before: dict[str, Content] = {}
    seconds = 0.0
    for revision, tables in TABLES.items():
        seconds += seconds_of(partial(command.upgrade, alembic_config(empty_url), revision))
        fill(empty_url, tables)
        before |= contents(empty_url, tables)
    seconds += seconds_of(partial(schema.upgrade, empty_url))
    told = ", ".join(f"{content.rows:,} {name}" for name, content in before.items())
    tell(f"{told} from {FIRST} to {newest_revision()} in {seconds:.0f} s: {empty_url[:8]}")
    after = contents(empty_url, before)
    assert min(content.rows for content in before.values()) == ROWS
    assert [one.rows for one in after.values()] == [one.rows for one in before.values()]
    assert lost_columns(before, after) == set()
    assert seconds < SECONDS
