"""A migration that waits for a table, as beside a backup, lets the readers of a site pass."""

from pathlib import Path
from threading import Thread

import pytest
import sqlalchemy as sa

from rookiebattle.manage import schema
from rookiebattle.manage.schema import alembic_config
from tests.servers.postgres import PostgresCluster

STEP = """
from alembic import op

revision, down_revision = {name!r}, {before!r}


def upgrade() -> None:
    op.execute({statement!r})
"""
ADD = "ALTER TABLE park ADD COLUMN swords integer"


def write(folder: Path, name: str, before: str | None, statement: str) -> None:
    text = STEP.format(name=name, before=before, statement=statement)
    (folder / f"{name}.py").write_text(text)


def test_readers_pass_a_migration_that_waits_for_their_table(
    postgres: PostgresCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.empty_database()
    config = alembic_config(url)
    config.set_main_option("version_locations", str(tmp_path))
    monkeypatch.setattr(schema, "alembic_config", lambda _url: config)
    write(tmp_path, "first", None, "CREATE TABLE park (id integer)")
    schema.upgrade(url)
    write(tmp_path, "second", "first", "CREATE TABLE lake (id integer)")
    write(tmp_path, "third", "second", ADD)
    engine = sa.create_engine(url)
    upgrading = Thread(target=schema.upgrade, args=(url,))
    with engine.begin() as backup:
        backup.exec_driver_sql("LOCK TABLE park IN ACCESS SHARE MODE")
        upgrading.start()
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as reader:
            reader.exec_driver_sql("SET statement_timeout = '8s'")
            waits = "SELECT count(*) FROM pg_stat_activity WHERE query = %s AND state = 'active'"
            while not reader.exec_driver_sql(waits, (ADD,)).scalar_one():
                assert upgrading.is_alive()
            # It stands in line behind the migration, which gives up its place after two seconds.
            assert reader.exec_driver_sql("SELECT count(*) FROM park").scalar_one() == 0
            assert reader.exec_driver_sql("SELECT count(*) FROM lake").scalar_one() == 0
        assert upgrading.is_alive(), "the table is still held"
    upgrading.join(60)
    assert not upgrading.is_alive()
    with engine.connect() as reader:
        assert reader.exec_driver_sql("SELECT count(swords) FROM park").scalar_one() == 0
    engine.dispose()
    postgres.drop(url)
