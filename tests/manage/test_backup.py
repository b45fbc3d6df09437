"""`make backup` and `make restore`: the drill, and what may go wrong in it."""

import errno
import itertools
import json
import os
import shutil
import signal
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from alembic import command
from rookiebattle.console.service import Waiting
from rookiebattle.console.view import waiting_view
from rookiebattle.core.database.db import Database
from rookiebattle.core.mail.failed import MAYBE_SENT
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.manage import archive, backup, copying
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.database import is_current, opened
from rookiebattle.manage.folder import hold
from rookiebattle.manage.schema import alembic_config
from rookiebattle.models import metadata
from rookiebattle.settings import get_settings
from tests.archives import packed_anew, unpack
from tests.disks import damage, spoil
from tests.matrix.cast import Cast, assemble

EVENTS = metadata.tables["events"]
SESSIONS, LETTERS = "sessions", "outbox"
"""A restored site has no sessions, which must not begin again, and no letter that waits."""


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
    assert after.pop(LETTERS).rows == before.pop(LETTERS).rows
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
        unpack(only(tmp_path / f"{number}"), tmp_path / "found")
        with (
            opened(f"sqlite:///{tmp_path}/found/{archive.DATABASE}") as found,
            found.unit_of_work(write=False) as session,
        ):
            (title,) = set(session.scalars(sa.select(EVENTS.c.title)))
        titles.add(title)
    assert len(titles) > 1


@pytest.mark.parametrize("revision", ["0001", "fromthefuture"])
def test_the_tables_of_another_version_are_left_to_that_version(
    cast: Cast, revision: str, tmp_path: Path
) -> None:
    """The new version cannot read the old tables, and the old one would leave out new columns."""
    with cast.database.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = :r"), {"r": revision})
    with pytest.raises(CannotContinue, match="in the folder of the version that the site runs"):
        backup.backup_command([str(tmp_path / "backups")])
    assert not (tmp_path / "backups").exists()


OLDER = "0026"
"""A schema of before: payments had come, while the tables below had not."""
SINCE = frozenset(
    {
        *("seat_wishes", "jobs", "event_questions", "role_grants", "waiver_versions"),
        *("guardianships", "guardian_invitations", "claim_links", "incidents"),
        *("waiting_parties", "waiting_people"),
    }
)


def forget_sums(work: Path) -> None:
    """Leave the manifest as it was before backups had sums."""
    (work / archive.MANIFEST_SUM).unlink()
    manifest = json.loads((work / archive.MANIFEST).read_text())
    del manifest["sums"]
    with closing(sqlite3.connect(work / archive.DATABASE)) as rows:
        there = {name for (name,) in rows.execute("SELECT name FROM sqlite_master")}
    manifest["rows"] = {name: count for name, count in manifest["rows"].items() if name in there}
    (work / archive.MANIFEST).write_text(json.dumps(manifest))


def rewritten(found: Path, folder: Path, change: Callable[[str], None]) -> Path:
    """The backup with its database changed, as the version of another schema had written it."""

    def write(work: Path) -> None:
        change(f"sqlite:///{work / archive.DATABASE}")
        forget_sums(work)

    return packed_anew(found, folder, write)


def test_a_backup_of_an_older_version_is_brought_up_to_date(
    cast: Cast, each_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with cast.database.unit_of_work(write=True) as session:
        session.execute(sa.update(EVENTS).values(title="Of before"))
    backup.backup_command([str(tmp_path / "backups")])
    older = rewritten(
        only(tmp_path / "backups"),
        tmp_path,
        lambda url: command.downgrade(alembic_config(url), OLDER),
    )
    before = copying.contents(cast.database)
    lose(cast.database)
    cast.database.dispose()
    backup.restore_command([str(older)])
    assert "before backups had sums" in capsys.readouterr().out
    assert is_current(each_url)
    with opened(each_url) as restored, restored.unit_of_work(write=False) as session:
        assert set(session.scalars(sa.select(EVENTS.c.title))) == {"Of before"}
        after = copying.contents(restored)
    kept = {name for name, one in before.items() if one.rows} - {SESSIONS, *SINCE}
    assert {name: after[name].rows for name in kept} == {name: before[name].rows for name in kept}


def test_a_backup_of_a_newer_version_is_refused_with_a_sentence(
    database: Database, tmp_path: Path
) -> None:
    before = copying.contents(assemble(database).database)
    backup.backup_command([str(tmp_path / "backups")])

    def go_ahead(url: str) -> None:
        with opened(url) as newer, newer.engine.begin() as connection:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))

    newer = rewritten(only(tmp_path / "backups"), tmp_path, go_ahead)
    with pytest.raises(CannotContinue, match="Check out the version that made it"):
        backup.restore_command([str(newer)])
    assert copying.contents(database) == before


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


@pytest.fixture
def packed(database: Database, tmp_path: Path) -> Path:
    """A backup of a small club."""
    assemble(database)
    backup.backup_command([str(tmp_path / "backups")])
    return only(tmp_path / "backups")


def test_a_wrong_bit_changes_nothing(packed: Path, database: Database) -> None:
    before, there = copying.contents(database), sorted(get_settings().data_dir.rglob("*"))
    spoil(packed)
    for typed in (backup.restore_command, backup.check_command):
        with pytest.raises(CannotContinue, match="Nothing was changed; take another backup"):
            typed([str(packed)])
    assert sorted(get_settings().data_dir.rglob("*")) == there
    assert copying.contents(database) == before


def test_a_damaged_database_is_not_blamed_on_an_address(packed: Path, tmp_path: Path) -> None:
    """A backup of before sums were written, whose database was damaged when it was packed."""

    def damage_it(work: Path) -> None:
        damage(work / archive.DATABASE, "events")
        forget_sums(work)

    with pytest.raises(CannotContinue, match=r"^The database in .* is damaged") as refused:
        backup.restore_command([str(packed_anew(packed, tmp_path, damage_it))])
    assert "DATABASE_URL" not in str(refused.value)


def test_other_rows_than_the_manifest_says_are_damage(packed: Path, tmp_path: Path) -> None:
    def lose_one(work: Path) -> None:
        forget_sums(work)
        with closing(sqlite3.connect(work / archive.DATABASE)) as rows, rows:
            rows.execute("DELETE FROM outbox")

    with pytest.raises(CannotContinue, match=r"The database in .* is damaged"):
        backup.restore_command([str(packed_anew(packed, tmp_path, lose_one))])


def test_a_backup_is_checked_without_touching_anything(
    packed: Path, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    before, files = copying.contents(database), sorted(packed.parent.parent.rglob("*"))
    backup.check_command([str(packed.parent)])
    told = capsys.readouterr().out
    assert f"{packed} can be restored: " in told
    assert " files of http://localhost" in told
    assert sorted(packed.parent.parent.rglob("*")) == files
    assert copying.contents(database) == before


def test_the_newest_backup_of_a_folder_is_checked(packed: Path) -> None:
    packed.with_name("rookiebattle-99990101-000000.tar.gz").write_bytes(b"no backup")
    with pytest.raises(CannotContinue, match=r"99990101-000000\.tar\.gz cannot be read"):
        backup.check_command([str(packed.parent)])


@pytest.mark.parametrize("arguments", [[], ["one", "two"]])
def test_what_is_to_be_checked_is_asked_for(arguments: list[str], database: Database) -> None:
    with pytest.raises(CannotContinue, match="make check-backup FROM="):
        backup.check_command(arguments)


def test_a_folder_without_a_backup_has_none_to_check(database: Database, tmp_path: Path) -> None:
    with pytest.raises(CannotContinue, match="is missing"):
        backup.check_command([str(tmp_path)])


@pytest.mark.parametrize("name", ["copyfileobj", "move"])
def test_a_disk_that_fills_up_leaves_what_was_there(
    name: str, packed: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While members are unpacked, and while the rows are copied to another disk."""

    def fail(*_of: object, **_how: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before, there = copying.contents(database), sorted(get_settings().data_dir.rglob("*"))
    database.dispose()
    monkeypatch.setattr(shutil, name, fail)
    with pytest.raises(OSError, match="No space left"):
        backup.restore_command([str(packed)])
    assert sorted(get_settings().data_dir.rglob("*")) == there
    assert copying.contents(database) == before


def test_a_command_that_is_asked_to_end_leaves_no_members_behind(
    packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = sorted(packed.parent.iterdir())
    monkeypatch.setattr(backup, "_refuse_damage", lambda *_of: signal.raise_signal(signal.SIGTERM))
    with pytest.raises(SystemExit):
        backup.check_command([str(packed)])
    assert sorted(packed.parent.iterdir()) == there


def test_as_many_backups_are_kept_as_the_operator_says(database: Database, tmp_path: Path) -> None:
    others = [tmp_path / f"{name}.tar.gz" for name in ("of-somebody", "rookiebattle-20250102-0300")]
    for file in (*others, tmp_path / "rookiebattle-20250101-0300.tar.gz"):
        file.touch()
    backup.backup_command([str(tmp_path), "--keep=2"])
    (made,) = {*tmp_path.glob("*.tar.gz")} - {*others}
    assert made.stat().st_size


@pytest.mark.parametrize("keep", ["0", "-1", "many"])
def test_a_number_of_backups_that_is_none_is_refused_first(keep: str, tmp_path: Path) -> None:
    with pytest.raises(CannotContinue, match="KEEP is how many backups stay"):
        backup.backup_command([str(tmp_path), f"--keep={keep}"])
    assert not [*tmp_path.glob("*.tar.gz")]


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


def test_letters_that_waited_are_not_sent_twice(
    database: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assemble(database)
    with database.unit_of_work(write=True) as session:
        session.execute(sa.update(OutboxLetter).values(state="sent"))
        one = session.scalars(sa.select(OutboxLetter).limit(1)).one()
        one.state, waited = "waiting", one.id
    backup.backup_command([str(tmp_path / "backups")])
    with database.unit_of_work(write=True) as session:
        session.execute(sa.update(OutboxLetter).values(state="sent"))
    database.dispose()
    backup.restore_command([str(only(tmp_path / "backups"))])
    told = capsys.readouterr().out
    assert "Letters that waited when the backup was made: 1." in told
    listed = waiting_view(Waiting(letters=2)).letters
    assert f"'{listed.removeprefix('2 ')}'" in told, "the console's own words"
    with database.unit_of_work(write=False) as session:
        found = session.get_one(OutboxLetter, waited)
        assert (found.state, found.last_error) == ("failed", MAYBE_SENT)
        assert "waiting" not in {one.state for one in session.scalars(sa.select(OutboxLetter))}
