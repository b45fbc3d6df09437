"""A club moves to PostgreSQL by the lines of docs/operations.md, before it is served there."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.manage.__main__ import main
from rookiebattle.manage.copying import OF_THE_SETTINGS
from rookiebattle.manage.database import opened
from rookiebattle.manage.served import prepare_folder
from rookiebattle.settings import get_settings
from tests.servers.postgres import PostgresCluster
from tests.world import World


@pytest.fixture
def backup(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A backup of a club that was served on SQLite."""
    world.person(email="ana@example.org")
    monkeypatch.setenv("PUBLIC_URL", "https://club.example.org")
    get_settings.cache_clear()
    get_settings().data_dir.mkdir(exist_ok=True)
    prepare_folder(get_settings())
    assert main(["backup", str(tmp_path / "backups")]) == 0
    (file,) = (tmp_path / "backups").iterdir()
    return file


@pytest.fixture
def empty_url(backup: Path, postgres: PostgresCluster, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty PostgreSQL database, which the settings of the club name by now."""
    url = postgres.new_database()
    with opened(url) as empty, empty.engine.begin() as connection:
        connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        connection.execute(sa.text("CREATE SCHEMA public"))
    monkeypatch.setenv("DATABASE_URL", url)
    get_settings.cache_clear()
    return url


def emails(url: str) -> list[str | None]:
    with opened(url) as moved, moved.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(col(User.email))))


def test_copy_data_copies_what_was_served(sqlite_url: str, empty_url: str) -> None:
    assert main(["check-settings"]) == 0
    assert main(["copy-data", f"{sqlite_url}x", OF_THE_SETTINGS]) == 1
    assert main(["copy-data", sqlite_url, OF_THE_SETTINGS]) == 0
    assert emails(empty_url) == ["ana@example.org"]


def test_a_backup_is_restored_into_the_new_database(backup: Path, empty_url: str) -> None:
    assert main(["restore", str(backup)]) == 0
    assert emails(empty_url) == ["ana@example.org"]
