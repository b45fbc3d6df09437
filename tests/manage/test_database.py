"""Migrations, reset and seed as an operator runs them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from rookiebattle.manage import schema
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.copying import refuse_rows
from rookiebattle.manage.database import is_empty, reset_command, seed_command, upgrade
from tests.servers.postgres import PostgresCluster


def test_both_databases_get_the_schema_from_alembic(each_url: str) -> None:
    assert is_empty(each_url)


def test_upgrading_twice_changes_nothing(each_url: str) -> None:
    upgrade(each_url)
    assert is_empty(each_url)


@pytest.mark.parametrize("command", [reset_command, seed_command])
def test_a_public_site_is_never_reset_or_filled(
    command: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://club.example.org")
    with pytest.raises(CannotContinue, match=r"PUBLIC_URL is https://club\.example\.org"):
        (reset_command if command is reset_command else seed_command)([])


def test_reset_deletes_what_was_there(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    monkeypatch.setenv("DEMO_DATA", "false")
    engine = sa.create_engine(sqlite_url)
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE left_over (id INTEGER)"))
    engine.dispose()
    reset_command([])
    assert is_empty(sqlite_url)
    engine = sa.create_engine(sqlite_url)
    assert "left_over" not in sa.inspect(engine).get_table_names()
    engine.dispose()


def test_an_unreachable_database_is_explained_without_its_password() -> None:
    with pytest.raises(CannotContinue, match="the password") as stopped:
        upgrade("postgresql://club:hidden-word@127.0.0.1:1/club")
    assert "hidden-word" not in str(stopped.value)


def test_a_database_of_a_newer_version_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    engine = sa.create_engine(sqlite_url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = 'fromthefuture'"))
    engine.dispose()
    with pytest.raises(CannotContinue, match="does not fit this version"):
        upgrade(sqlite_url)


@pytest.fixture(params=["SQL_ASCII", "LATIN1"])
def poor_url(request: pytest.FixtureRequest, postgres: PostgresCluster) -> Iterator[str]:
    """An empty database that cannot hold every name."""
    url = postgres.empty_database(request.param)
    yield url
    postgres.drop(url)


def test_a_database_that_cannot_hold_every_name_gets_no_tables(poor_url: str) -> None:
    with pytest.raises(CannotContinue, match=r"encoding (SQL_ASCII|LATIN1).*createdb --owner"):
        upgrade(poor_url)
    refuse_rows(poor_url)


def test_the_tables_that_are_in_one_nevertheless_are_used(poor_url: str) -> None:
    schema.upgrade(poor_url)
    upgrade(poor_url)
    assert is_empty(poor_url)
