"""`make run`: its addresses, the folder that it holds, and a start that imports no SQLAlchemy."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from rookiebattle.accounts.demo import DEMO_ACCOUNTS
from rookiebattle.accounts.models import User
from rookiebattle.core.database.db import Database
from rookiebattle.manage import build, database, first_process, run
from rookiebattle.manage import serve as server
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.first_process import Serving
from rookiebattle.manage.folder import hold
from rookiebattle.manage.run import is_ready, ready_lines
from rookiebattle.settings import Settings
from tests.servers.programs import free_port


def test_the_folder_is_held_while_the_site_runs_and_an_open_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "open"
    folder.mkdir(mode=0o755)
    monkeypatch.setenv("DATA_DIR", str(folder))
    monkeypatch.setenv("PORT", str(free_port()))
    served: list[str] = []

    def serving(
        settings: Settings,
        _workers: int,
        _ready: Sequence[str],
        _folder: Path,
        locks: Sequence[int],
    ) -> None:
        with pytest.raises(CannotContinue, match="already running"):
            hold(settings)
        for lock in locks:
            os.close(lock)
        served.append(settings.public_url)

    monkeypatch.setattr(run, "build_if_changed", lambda: None)
    monkeypatch.setattr(run, "prepare_database", lambda _settings: None)
    monkeypatch.setattr(server, "serving", serving)
    monkeypatch.setattr(first_process, "watch", lambda _serving: 0)
    assert run.run_command([]) == 0
    assert len(served) == 1
    assert f"chmod 700 {folder}" in capsys.readouterr().out


def test_a_start_reads_the_files_that_pages_are_made_of_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("PORT", str(free_port()))
    monkeypatch.setattr(build, "BUILDS", tmp_path)
    (build.build_folder() / "build").mkdir(parents=True)
    digest = Mock(wraps=build.digest)
    monkeypatch.setattr(build, "digest", digest)
    monkeypatch.setattr(run, "prepare_database", lambda _settings: None)
    started: list[Serving] = []
    monkeypatch.setattr(first_process, "watch", started.append)
    run.run_command([])
    for lock in started[0].locks:
        os.close(lock)
    digest.assert_called_once()


def test_the_last_lines_name_the_address_and_every_demo_account() -> None:
    lines = "\n".join(ready_lines(Settings(port=8123)))
    assert "http://localhost:8123" in lines
    assert all(account.name in lines for account in DEMO_ACCOUNTS)


def test_demo_accounts_are_not_offered_where_a_provider_is_set() -> None:
    settings = Settings(
        oidc_issuer="https://id.example.org",
        oidc_client_id="club",
        oidc_client_secret="secret",
        session_secret="x" * 32,
        public_url="https://club.example.org",
    )
    assert not any("demo" in line for line in ready_lines(settings))


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


@pytest.mark.parametrize("demo_data", [False, True])
def test_a_start_fills_what_is_not_ready_and_nothing_else(
    sqlite_url: str, demo_data: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled: list[Settings] = []
    monkeypatch.setattr(database, "upgrade_and_fill", filled.append)
    settings = on(sqlite_url, demo_data=demo_data)
    run.prepare_database(settings)
    assert filled == [settings] * demo_data


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


@pytest.mark.parametrize("package", ["redis", "sqlalchemy"])
def test_a_start_that_is_ready_imports_no_package_of_a_database(package: str) -> None:
    script = f"import sys, rookiebattle.manage.run; sys.exit({package!r} in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)
