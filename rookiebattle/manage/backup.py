"""`make backup`, `make check-backup`, `make restore`: all rows and stored files in one file."""

import os
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col

from rookiebattle.accounts.models import LoginSession
from rookiebattle.core import clock
from rookiebattle.core.backup_note import BackupNote, write_note
from rookiebattle.core.jobs.jobs_table import jobs
from rookiebattle.core.mail.failed import MAYBE_SENT
from rookiebattle.core.mail.outbox_table import FAILED, WAITING, OutboxLetter
from rookiebattle.manage import archive
from rookiebattle.manage.archive import DATABASE, UPLOADS, Manifest
from rookiebattle.manage.console import CannotContinue, step
from rookiebattle.manage.copying import copy_rows, fill_empty, report
from rookiebattle.manage.database import opened, refuse_other_tables, upgrade
from rookiebattle.manage.folder import SQLITE, held_alone
from rookiebattle.settings import get_settings

FOLDER = Path("backups")
KEEP = "--keep="
LOOK_AT_LETTERS = (
    "They may have been sent since, so they are not sent again by themselves: "
    "the console lists them at its top, as 'emails failed', with a button that sets all aside."
)
OTHER_TABLES = (
    "Make the backup in the folder of the version that the site runs, "
    "before a newer one is started."
)
COPY_CURE = f"It is the copy of a backup, so its disk may be full. {archive.UNCHANGED}"
CHECK_USAGE = "Name a backup, or a folder whose newest is checked: make check-backup FROM=backups"
NO_SUMS = "It was made before backups had sums, so only its packing and its database were checked."


def backup_command(arguments: list[str]) -> None:
    """Write a backup into a folder. The site may keep running."""
    settings = get_settings()
    keep = [one for one in arguments if one.startswith(KEEP)]
    kept = _number_kept(keep[-1].removeprefix(KEEP)) if keep else None
    folders = [one for one in arguments if one not in keep]
    refuse_other_tables(settings.database_url, OTHER_TABLES)
    folder = Path(folders[0]) if folders else FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / f"rookiebattle-{_stamp(clock.now())}.tar.gz"
    with _work_below(folder) as work:
        rows = _write_rows(settings.database_url, work / DATABASE)
        manifest = Manifest(
            made=clock.now(), site=settings.public_url, bucket=settings.s3_bucket, rows=rows
        )
        with step("Packing"):
            draft = work / "draft"
            archive.pack(draft, manifest, work / DATABASE, settings.data_dir / UPLOADS)
            draft.replace(file)
    made = BackupNote(made=clock.now(), file=file.name, size=file.stat().st_size)
    try:
        write_note(settings.data_dir, made)
    except OSError as failed:
        print(f"The console will not know of it: {settings.data_dir} ({failed.strerror}).")
    for old in _backups_in(folder)[kept:] if kept else []:
        old.unlink()
        print(f"  {old.name} is deleted: the {kept} newest are kept")
    print(f"\n{file} has {sum(rows.values()):,} rows. It is only for you: it names members.")
    print("Keep SESSION_SECRET with it, and copy it to another machine.")
    if settings.s3_bucket:
        print(f"The files in the bucket {settings.s3_bucket} are not in it.")


def _number_kept(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise CannotContinue(
            f"KEEP is how many backups stay in the folder, such as 14, not {text}."
        )
    return int(text)


def _backups_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("rookiebattle-*.tar.gz"), reverse=True)


@contextmanager
def _work_below(folder: Path | None) -> Iterator[Path]:
    """A folder for members' data. It is deleted at the end, also when SIGTERM ends the command."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        with tempfile.TemporaryDirectory(dir=folder) as work:
            yield Path(work)
    finally:
        signal.signal(signal.SIGTERM, before)


def _write_rows(url: str, file: Path) -> dict[str, int]:
    copy_url = f"{SQLITE}{file}"
    upgrade(copy_url)
    with opened(url) as source, opened(copy_url) as target:
        content = copy_rows(source, target)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
    return {name: one.rows for name, one in content.items() if one.rows}


class _Prepared(NamedTuple):
    """A backup that is unpacked and may be used: its database has the tables of this version."""

    manifest: Manifest
    rows: Path
    letters: int


def restore_command(arguments: list[str]) -> None:
    """Put a backup in the place of the data. The data that were there are kept beside it."""
    if len(arguments) != 1:
        raise CannotContinue(archive.USAGE)
    settings = get_settings()
    with held_alone(settings), _work_below(settings.data_dir) as work:
        found = _prepare(Path(arguments[0]), work)
        with _files_in_place(settings.data_dir / UPLOADS, work / UPLOADS):
            _put_rows(settings.database_url, found.rows)
    if found.manifest.sums is None:
        print(f"\n{NO_SUMS}")
    if found.letters:
        waited = f"Letters that waited when the backup was made: {found.letters:,}."
        print(f"\n{waited} {LOOK_AT_LETTERS}")
    print("\nThe data are restored, and everyone logs in again. Start the site now.")


def check_command(arguments: list[str]) -> None:
    """Restore a backup into a folder that is deleted again. Ends with a sentence if it cannot."""
    if len(arguments) != 1:
        raise CannotContinue(CHECK_USAGE)
    file = Path(arguments[0])
    if file.is_dir():
        file = next(iter(_backups_in(file)), file / "rookiebattle-….tar.gz")
    is_writable = file.parent.is_dir() and os.access(file.parent, os.W_OK)
    with _work_below(file.parent if is_writable else None) as work:
        found = _prepare(file, work)
        stored = sum(1 for one in (work / UPLOADS).rglob("*") if one.is_file())
    manifest = found.manifest
    print(
        f"\n{file} can be restored: {sum(manifest.rows.values()):,} rows and {stored:,} files of "
        f"{manifest.site}, made {manifest.made:%Y-%m-%d %H:%M} UTC."
    )
    if manifest.sums is None:
        print(NO_SUMS)


def _prepare(file: Path, work: Path) -> _Prepared:
    """Unpack and compare a backup, and make it ready to be used. Nothing else is touched."""
    with step("Unpacking and comparing"):
        manifest = archive.unpack(file, work)
        rows = work / DATABASE
        _refuse_damage(file, rows, manifest)
    # A backup of an older version is brought up to date before it is used.
    upgrade(f"{SQLITE}{rows}", COPY_CURE)
    return _Prepared(manifest, rows, _end_what_goes_on(rows))


def _refuse_damage(file: Path, rows: Path, manifest: Manifest) -> None:
    """Raise CannotContinue unless SQLite finds the file sound, with the rows of the manifest."""
    try:
        with opened(f"{SQLITE}{rows}") as found, found.engine.connect() as connection:
            said = connection.execute(sa.text("PRAGMA integrity_check")).scalars().all()
            counted = {name: _count(connection, name) for name in manifest.rows}
    except (SQLAlchemyError, sqlite3.Error):
        said, counted = [], {}
    if (said, counted) != (["ok"], manifest.rows):
        raise CannotContinue(f"The database in {file} is damaged. {archive.UNCHANGED}")


def _count(connection: sa.Connection, table: str) -> int:
    counted = sa.select(sa.func.count()).select_from(sa.table(table))
    return connection.execute(counted).scalar_one()


def _end_what_goes_on(rows: Path) -> int:
    """End what would otherwise go on from the moment of the backup; returns how many letters.

    Sessions that were ended since, such as a thief's, would begin again. Letters that waited were
    probably sent since: administrators find them among the failed ones. Workers are gone.
    """
    with opened(f"{SQLITE}{rows}") as found, found.unit_of_work(write=True) as session:
        session.execute(sa.delete(LoginSession))
        session.execute(sa.update(jobs).values(lease=None, leased_until=None))
        aside = {"state": FAILED, "claimed_until": None, "last_error": MAYBE_SENT}
        waited = sa.update(OutboxLetter).where(col(OutboxLetter.state) == WAITING)
        return len(session.execute(waited.values(aside).returning(col(OutboxLetter.id))).all())


def _put_rows(url: str, rows: Path) -> None:
    if not url.startswith(SQLITE):
        with opened(f"{SQLITE}{rows}") as source:
            fill_empty(source, url)
        return
    with opened(f"{SQLITE}{rows}") as database:
        report(database)
    with closing(sqlite3.connect(rows)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    file = Path(url.removeprefix(SQLITE))
    # The file may lie on another disk than the data folder, and that disk may be full.
    draft = file.with_name(f"{file.name}.restoring")
    with step("Putting the database into its place"), ExitStack() as stopped:
        stopped.callback(draft.unlink, missing_ok=True)
        shutil.move(rows, draft)
        beside = [file.with_name(f"{file.name}{end}") for end in ("-wal", "-shm")]
        aside = _aside(file)
        moves = [(one, aside.with_name(f"{aside.name}{one.name[-4:]}")) for one in beside]
        with _moved((file, aside), *moves, (draft, file)):
            pass


@contextmanager
def _files_in_place(uploads: Path, found: Path) -> Iterator[None]:
    """Put the files of a backup into their place; an error in the block takes them back."""
    if not found.exists():
        yield
        return
    with _moved((uploads, _aside(uploads)), (found, uploads)):
        yield


@contextmanager
def _moved(*moves: tuple[Path, Path]) -> Iterator[None]:
    """Rename each path that exists. An error, also one in the block, renames all of them back."""
    with ExitStack() as back:
        for path, target in moves:
            if path.exists():
                path.rename(target)
                back.callback(target.rename, path)
        yield
        back.pop_all()
    for path, target in moves[:1]:
        if target.exists():
            print(f"  {path.name} is now {target.name}")


def _aside(path: Path) -> Path:
    """The name under which a file or folder stays that a restored one replaces."""
    return path.with_name(f"{path.name}.before-{_stamp(clock.now())}")


def _stamp(moment: datetime) -> str:
    return f"{moment:%Y%m%d-%H%M%S}"
