"""The version before keeps working after a newer one has migrated (decision 44)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory

from alembic import command
from rookiebattle.manage.processes import ROOT
from rookiebattle.manage.schema import alembic_config

# The migrations up to this one were made before there was a version to run beside another.
BEFORE_THE_RULE = "0029"


def lost_to_the_version_before(before: sa.MetaData, after: sa.MetaData) -> Iterator[str]:
    """A sentence for all that a migration takes from code that knows only the schema before it."""
    for name, table in before.tables.items():
        if name not in after.tables:
            yield f"the table {name} is gone"
            continue
        columns = after.tables[name].columns
        for column in table.columns:
            if column.name not in columns:
                yield f"the column {name}.{column.name} is gone"
            elif column.nullable and not columns[column.name].nullable:
                yield f"the column {name}.{column.name} must be filled now"
        for column in columns:
            is_filled = column.nullable or column.server_default or column.computed
            if column.name not in table.columns and not is_filled:
                yield f"the new column {name}.{column.name} has no server_default"


def schemas(url: str, first: str) -> Iterator[tuple[str, sa.MetaData]]:
    """Each revision from `first` on, with its tables."""
    scripts = ScriptDirectory.from_config(Config(str(ROOT / "alembic.ini")))
    engine = sa.create_engine(url)
    for script in [*scripts.walk_revisions()][::-1]:
        if script.revision < first:
            continue
        command.upgrade(alembic_config(url), script.revision)
        tables = sa.MetaData()
        tables.reflect(engine)
        yield script.revision, tables
    engine.dispose()


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection:sqlalchemy.exc.SAWarning")
def test_each_migration_leaves_the_version_before_what_it_uses(tmp_path: Path) -> None:
    before: sa.MetaData | None = None
    for revision, after in schemas(f"sqlite:///{tmp_path}/one.db", BEFORE_THE_RULE):
        lost = [] if before is None else [*lost_to_the_version_before(before, after)]
        assert lost == [], f"{revision}: {lost}"
        before = after
    assert before is not None


def tables_of(*columns: sa.Column[str], name: str = "events") -> sa.MetaData:
    found = sa.MetaData()
    sa.Table(name, found, sa.Column("id", sa.Integer, primary_key=True), *columns)
    return found


def note(*, nullable: bool = True, server_default: str | None = None) -> sa.Column[str]:
    return sa.Column("note", sa.String, nullable=nullable, server_default=server_default)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        (tables_of(note()), tables_of(), "the column events.note is gone"),
        (tables_of(), tables_of(name="meets"), "the table events is gone"),
        (tables_of(note()), tables_of(note(nullable=False)), "events.note must be filled now"),
        (tables_of(), tables_of(note(nullable=False)), "events.note has no server_default"),
        (tables_of(), tables_of(note(nullable=False, server_default="")), ""),
        (tables_of(), tables_of(note()), ""),
    ],
)
def test_what_a_migration_takes_away_is_named(
    before: sa.MetaData, after: sa.MetaData, sentence: str
) -> None:
    found = [*lost_to_the_version_before(before, after)]
    assert len(found) == bool(sentence)
    assert sentence in "".join(found)
