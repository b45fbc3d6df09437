"""`make backup` and `make restore`: the drill, and what may go wrong in it."""

import itertools
import tarfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from rookiebattle.core.db import Database
from rookiebattle.manage import backup, copying
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.database import opened
from rookiebattle.manage.folder import hold
from rookiebattle.models import metadata
from rookiebattle.settings import get_settings
from tests.matrix.cast import Cast, assemble

EVENTS = metadata.tables["events"]
SESSIONS = "sessions"
"""A restored site has none: a session that was ended since the backup must not begin again."""


@pytest.fixture
def cast(each_database: Database) -> Cast:
    return assemble(each_database)


def only(folder: Path) -> Path:
    (file,) = folder.glob("*.tar.gz")
    return file


def lose(database: Database) -> None:
    """Lose every table, as with a broken disk."""
    with database.engine.connect() as connection:
        if database.is_sqlite:
            for table in ("alembic_version", *reversed(metadata.tables)):
                connection.execute(sa.text(f"DROP TABLE {table}"))
        else:
            connection.execute(sa.text("DROP SCHEMA public CASCADE"))
            connection.execute(sa.text("CREATE SCHEMA public"))
        connection.commit()


def test_everything_comes_back(cast: Cast, each_url: str, tmp_path: Path) -> None:
    before = copying.contents(cast.database)
    uploads = get_settings().data_dir / "uploads"
    files = {file: file.read_bytes() for file in uploads.rglob("*") if file.is_file()}
    assert files
    backup.backup_command([str(tmp_path / "backups")])
    for file in files:
        file.write_bytes(b"damaged")
    lose(cast.database)
    cast.database.dispose()
    backup.restore_command([str(only(tmp_path / "backups"))])
    with opened(each_url) as restored:
        after = copying.contents(restored)
    assert before[SESSIONS].rows > 0
    assert after == {**before, SESSIONS: copying.Content(0, 0)}
    assert {file: file.read_bytes() for file in files} == files


def test_a_backup_is_one_moment_while_people_write(cast: Cast, tmp_path: Path) -> None:
    """Every event has the same title at any moment, and so it has in the backup."""
    stop = threading.Event()

    def write() -> None:
        for number in itertools.count():
            with cast.database.unit_of_work(write=True) as session:
                session.execute(sa.update(EVENTS).values(title=f"Title {number}"))
            if stop.is_set():
                return

    with ThreadPoolExecutor(1) as threads:
        writing = threads.submit(write)
        try:
            for number in range(5):
                backup.backup_command([str(tmp_path / f"{number}")])
        finally:
            stop.set()
        writing.result()
    titles = set()
    for number in range(5):
        with tarfile.open(only(tmp_path / f"{number}")) as archive:
            archive.extract(backup.DATABASE, tmp_path / "found", filter="data")
        with (
            opened(f"sqlite:///{tmp_path}/found/{backup.DATABASE}") as found,
            found.unit_of_work(write=False) as session,
        ):
            (title,) = set(session.scalars(sa.select(EVENTS.c.title)))
        titles.add(title)
    assert len(titles) > 1


def test_what_was_there_is_kept_beside(database: Database, tmp_path: Path) -> None:
    assemble(database)
    backup.backup_command([str(tmp_path / "backups")])
    with database.unit_of_work(write=True) as session:
        session.execute(sa.update(EVENTS).values(title="Later"))
    database.dispose()
    backup.restore_command([str(only(tmp_path / "backups"))])
    file = Path(database.engine.url.database or "")
    (kept,) = [one for one in file.parent.glob(f"{file.name}.before-*") if one.suffix != ".db"][:1]
    with opened(f"sqlite:///{kept}") as old, old.unit_of_work(write=False) as session:
        assert set(session.scalars(sa.select(EVENTS.c.title))) == {"Later"}
    assert [*get_settings().data_dir.glob("uploads.before-*")]


def test_nobody_else_can_read_a_backup(database: Database, tmp_path: Path) -> None:
    assemble(database)
    backup.backup_command([str(tmp_path / "backups")])
    assert only(tmp_path / "backups").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("content", "told"),
    [(None, "is missing"), (b"not a backup", "cannot be read"), (b"\x1f\x8b", "cannot be read")],
)
def test_a_file_that_is_no_backup_changes_nothing(
    content: bytes | None, told: str, database: Database, tmp_path: Path
) -> None:
    before = copying.contents(assemble(database).database)
    file = tmp_path / "rookiebattle.tar.gz"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(CannotContinue, match=told):
        backup.restore_command([str(file)])
    assert copying.contents(database) == before


def test_a_cut_off_backup_changes_nothing(database: Database, tmp_path: Path) -> None:
    before = copying.contents(assemble(database).database)
    backup.backup_command([str(tmp_path)])
    file = only(tmp_path)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(CannotContinue, match="cannot be read"):
        backup.restore_command([str(file)])
    assert copying.contents(database) == before


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE])
def test_a_backup_with_a_link_changes_nothing(
    kind: bytes, database: Database, tmp_path: Path
) -> None:
    """Among the uploads it would be served to everybody, and lead to the secret or to the rows."""
    before = copying.contents(assemble(database).database)
    backup.backup_command([str(tmp_path / "backups")])
    file = tmp_path / "hostile.tar"
    with tarfile.open(only(tmp_path / "backups")) as good, tarfile.open(file, "w") as hostile:
        for member in good:
            hostile.addfile(member, good.extractfile(member))
        link = tarfile.TarInfo(f"{backup.UPLOADS}/link")
        link.type = kind
        link.linkname = backup.DATABASE if kind == tarfile.LNKTYPE else "../session_secret"
        hostile.addfile(link)
    with pytest.raises(CannotContinue, match="cannot be read"):
        backup.restore_command([str(file)])
    assert copying.contents(database) == before


def test_a_linked_file_is_packed_as_a_file(database: Database, tmp_path: Path) -> None:
    uploads = get_settings().data_dir / "uploads"
    uploads.mkdir(parents=True)
    (tmp_path / "elsewhere").write_bytes(b"a picture")
    (uploads / "one").symlink_to(tmp_path / "elsewhere")
    backup.backup_command([str(tmp_path / "backups")])
    database.dispose()
    backup.restore_command([str(only(tmp_path / "backups"))])
    assert (uploads / "one").read_bytes() == b"a picture"
    assert not (uploads / "one").is_symlink()


def test_a_running_site_is_not_restored(database: Database, tmp_path: Path) -> None:
    assemble(database)
    backup.backup_command([str(tmp_path)])
    locks = hold(get_settings())
    with pytest.raises(CannotContinue, match="already running"):
        backup.restore_command([str(only(tmp_path))])
    assert locks


def test_the_name_of_a_backup_is_asked_for(database: Database) -> None:
    with pytest.raises(CannotContinue, match="Name the backup"):
        backup.restore_command([])
