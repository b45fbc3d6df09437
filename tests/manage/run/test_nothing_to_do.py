"""A start with an up-to-date database does not import SQLAlchemy."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from rookiebattle.accounts.models import User
from rookiebattle.core.database.db import Database
from rookiebattle.manage.run import is_ready
from rookiebattle.settings import Settings


def on(url: str, *, demo_data: bool = False) -> Settings:
    return Settings(database_url=url, demo_data=demo_data)


def run_sql(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


def test_a_file_with_the_newest_schema_is_ready(sqlite_url: str) -> None:
    assert is_ready(on(sqlite_url))


def test_an_empty_database_is_not_ready_where_demo_data_is_wanted(sqlite_url: str) -> None:
    assert not is_ready(on(sqlite_url, demo_data=True))
    database = Database(sqlite_url)
    with database.unit_of_work(write=True) as session:
        session.add(User(email="somebody@example.org"))
    database.dispose()
    assert is_ready(on(sqlite_url, demo_data=True))


@pytest.mark.parametrize("version", ["0001", "9999"])
def test_an_older_or_a_newer_schema_is_not_ready(
    sqlite_url: str, tmp_path: Path, version: str
) -> None:
    run_sql(tmp_path / "test.db", f"UPDATE alembic_version SET version_num = '{version}'")
    assert not is_ready(on(sqlite_url))


def test_a_file_that_is_no_database_is_not_ready(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("not a database, only a text that is long enough" * 20)
    (tmp_path / "empty.db").touch()
    for name in ("text.db", "empty.db", "absent.db"):
        assert not is_ready(on(f"sqlite:///{tmp_path}/{name}"))
    assert not (tmp_path / "absent.db").exists()


def test_a_database_server_is_never_ready_without_asking_it() -> None:
    assert not is_ready(on("postgresql://club@127.0.0.1:1/club"))


def test_a_start_that_is_ready_imports_no_sqlalchemy() -> None:
    script = "import sys, rookiebattle.manage.run; sys.exit('sqlalchemy' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)
