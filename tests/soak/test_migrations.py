"""All migrations over 50,000 rows in each of the larger tables, and with none lost."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from alembic import command
from rookiebattle.core.db import Database
from rookiebattle.core.migrations import newest_revision
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


def counts(url: str, names: Iterable[str]) -> dict[str, int]:
    database = Database(url)
    with database.unit_of_work(write=False) as session:
        found = {
            name: session.execute(sa.text(f"SELECT count(*) FROM {name}")).scalar_one()
            for name in names
        }
    database.dispose()
    return found


def seconds_of(upgrade: Callable[[], object]) -> float:
    began = time.monotonic()
    upgrade()
    return time.monotonic() - began


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection:sqlalchemy.exc.SAWarning")
def test_all_migrations_keep_every_row_of_a_large_club(empty_url: str) -> None:
    """Each table is filled in the first revision that has it."""
    before: dict[str, int] = {}
    seconds = 0.0
    for revision, tables in TABLES.items():
        seconds += seconds_of(partial(command.upgrade, alembic_config(empty_url), revision))
        fill(empty_url, tables)
        before |= counts(empty_url, tables)
    seconds += seconds_of(partial(schema.upgrade, empty_url))
    told = ", ".join(f"{count:,} {name}" for name, count in before.items())
    tell(f"{told} from {FIRST} to {newest_revision()} in {seconds:.0f} s: {empty_url[:8]}")
    assert min(before.values()) == ROWS
    assert counts(empty_url, before) == before
    assert seconds < SECONDS
