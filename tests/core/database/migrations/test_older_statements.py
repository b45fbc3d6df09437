"""Statements of older versions on the newest tables, in both databases (decision 44).

A rule, trigger or index that refuses them is found here; `test_side_by_side.py` compares schemas.
"""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.exc import SQLAlchemyError

from alembic import command
from rookiebattle.core.database.migrations import VERSIONS, newest_revision
from rookiebattle.manage.database import opened
from rookiebattle.manage.schema import alembic_config

FIRST = "0030"
"""The oldest schema that upgrades in one step (CHANGELOG.md)."""
LATER = {"end_at": datetime(2026, 3, 14, 18, tzinfo=UTC)}
"""Of columns that another one of the same type limits."""
USUAL: dict[type[Any], Any] = {
    bool: False,
    int: 0,
    float: 0.0,
    Decimal: Decimal(0),
    bytes: b"",
    object: {},  # JSON
    date: date(2026, 3, 14),
    datetime: datetime(2026, 3, 14, 16, tzinfo=UTC),
}
pytestmark = pytest.mark.filterwarnings(
    "ignore:Skipped unsupported reflection:sqlalchemy.exc.SAWarning"
)


@dataclass
class Version:
    """Tables as the code of one revision knows them, and those whose rows it may change."""

    revision: str
    tables: list[sa.Table]
    changing: set[str]


def tables_of(connection: sa.Connection) -> list[sa.Table]:
    """The tables of the site, parents first, without those that SQLite's full text keeps."""
    known = sa.MetaData()
    known.reflect(connection)
    virtual = [
        name
        for name, table in known.tables.items()
        if not table.primary_key and name != "alembic_version"
    ]
    own = ("alembic_version", *virtual)
    return [one for one in known.sorted_tables if not one.name.startswith(own)]


def row_of(table: sa.Table, number: int) -> dict[str, object]:
    """A value for each column that an INSERT may name; keys and references are the number."""
    return {one.name: _value(one, number) for one in table.columns if one.computed is None}


def _value(column: sa.Column[Any], number: int) -> object:
    kind = column.type.python_type
    if kind is str:
        return f"{number:03}"
    if kind is int and (column.primary_key or column.foreign_keys):
        return number
    return LATER.get(column.name, USUAL[kind])


def told_anew(tables: list[sa.Table], told: Counter[object]) -> list[sa.Table]:
    """The tables that fewer than two versions before wrote alike, and those that they refer to.

    A version that writes what two wrote before it proves nothing. A rule may refuse the second row.
    """
    shapes = {one.name: (one.name, *map(_shape, one.columns)) for one in tables}
    wanted = {name for name, shape in shapes.items() if told[shape] < 2}
    parents = {one.name: {key.column.table.name for key in one.foreign_keys} for one in tables}
    while more := {name for one in wanted for name in parents[one]} - wanted:
        wanted |= more
    told.update(shapes[name] for name in wanted)
    return [one for one in tables if one.name in wanted]


def _shape(column: sa.Column[Any]) -> object:
    """All of a column that a statement depends on."""
    is_written = column.computed is None
    return column.name, type(column.type), column.primary_key, bool(column.foreign_keys), is_written


def sentences(version: Version, connection: sa.Connection, number: int) -> Iterator[str]:
    """The errors when code of this version reads and writes each table."""
    for table in version.tables:
        statements: dict[str, sa.Executable] = {
            "INSERT": table.insert().values(row_of(table, number)),
            "SELECT": sa.select(*table.columns),
        }
        if table.name in version.changing:
            statements["UPDATE"] = table.update().values(_plain(table))
        for verb, statement in statements.items():
            try:
                with connection.begin_nested():
                    found = connection.execute(statement)
                    if found.returns_rows and not found.all():
                        yield f"{table.name} of {version.revision} is empty"
            except SQLAlchemyError as failed:
                yield f"{verb} {table.name} of {version.revision}: {failed}"


def _plain(table: sa.Table) -> dict[str, object]:
    """The values of an UPDATE that sets each column to what it has."""
    return {one.name: one for one in table.columns if one.computed is None and not one.primary_key}


def version_at(
    connection: sa.Connection, revision: str, number: int, told: Counter[object]
) -> Version:
    """The version of this revision, after it has written a row into each table that it tells of."""
    version = Version(revision, told_anew(tables_of(connection), told), set())
    wrong = [*sentences(version, connection, number)]
    assert wrong == [], "rows that the version itself refuses prove nothing"
    version.changing = {one.name for one in version.tables if _may_change(one, connection)}
    return version


def _may_change(table: sa.Table, connection: sa.Connection) -> bool:
    """Whether rows of this table change at all: those of a ledger never do."""
    if not _plain(table):
        return False
    try:
        with connection.begin_nested():
            connection.execute(table.update().values(_plain(table)))
    except SQLAlchemyError:
        return False
    return True


def lost_since(url: str, config: Config, first: str = FIRST) -> list[str]:
    """Migrate one step after the other, then let each version write into the newest schema."""
    scripts = [*ScriptDirectory.from_config(config).walk_revisions()][::-1]
    revisions = [script.revision for script in scripts if script.revision >= first]
    versions, told = list[Version](), Counter[object]()
    with opened(url) as database:
        for number, revision in enumerate(revisions[:-1], 1):
            command.upgrade(config, revision)
            with database.engine.begin() as connection:
                versions.append(version_at(connection, revision, number, told))
        command.upgrade(config, revisions[-1])
        with database.engine.begin() as connection:
            return [
                sentence
                for number, version in enumerate(versions, len(revisions))
                for sentence in sentences(version, connection, number)
            ]


def test_code_of_every_version_since_reads_and_writes_the_newest_schema(empty_url: str) -> None:
    assert lost_since(empty_url, alembic_config(empty_url)) == []


FORBIDDEN = {
    "a rename": 'op.execute("ALTER TABLE users RENAME COLUMN bio TO about")',
    "a rule": (
        'op.execute("DELETE FROM jobs"); op.create_index("i", "jobs", ["failures"], unique=True)'
    ),
    "a table less": 'op.drop_table("seat_wishes")',
}
MIGRATION = """
from alembic import op

revision, down_revision = "9999", "{newest}"


def upgrade() -> None:
    {what}
"""


@pytest.mark.parametrize("what", FORBIDDEN)
def test_a_migration_that_old_code_cannot_live_with_is_named(what: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/old.db"
    config = alembic_config(url)
    newest = newest_revision()
    (tmp_path / "more").mkdir()
    (tmp_path / "more/9999.py").write_text(MIGRATION.format(newest=newest, what=FORBIDDEN[what]))
    config.set_main_option("version_locations", f"{VERSIONS}{os.pathsep}{tmp_path}/more")
    # Two versions write: a rule may refuse only the second row.
    lost = lost_since(url, config, first=f"{int(newest) - 1:04}")
    assert any(f"of {newest}" in sentence for sentence in lost)
