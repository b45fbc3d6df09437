"""Migrations, reset and seed as an operator runs them."""

from pathlib import Path

import pytest
import sqlalchemy as sa

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
    with pytest.raises(CannotContinue, match="Check DATABASE_URL") as stopped:
        upgrade("postgresql://club:hidden-word@127.0.0.1:1/club")
    assert "hidden-word" not in str(stopped.value)


def test_a_database_of_a_newer_version_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    engine = sa.create_engine(sqlite_url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = 'fromthefuture'"))
    engine.dispose()
    with pytest.raises(CannotContinue, match="does not fit this version"):
        upgrade(sqlite_url)


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_cannot_hold_every_name_is_refused(
    postgres: PostgresCluster, encoding: str
) -> None:
    url = postgres.empty_database(encoding)
    with pytest.raises(CannotContinue, match=f"encoding {encoding}.*createdb --encoding UTF8"):
        upgrade(url)
    postgres.drop(url)


def test_a_start_and_a_copy_ask_for_the_encoding(postgres: PostgresCluster) -> None:
    url = postgres.empty_database("SQL_ASCII")
    for ask in (is_empty, refuse_rows):
        with pytest.raises(CannotContinue, match="encoding SQL_ASCII"):
            ask(url)
    postgres.drop(url)
