"""`make backup` and `make restore`: one file with every row, as SQLite, and every stored file."""

import json
import os
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path, PurePosixPath

import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts.models import LoginSession
from rookiebattle.core import clock
from rookiebattle.core.backup_note import BackupNote, write_note
from rookiebattle.core.jobs.jobs_table import jobs
from rookiebattle.core.mail.outbox_table import FAILED, WAITING, OutboxLetter
from rookiebattle.manage.console import CannotContinue, step
from rookiebattle.manage.copying import copy_rows, fill_empty, report
from rookiebattle.manage.database import opened, refuse_other_tables, upgrade
from rookiebattle.manage.folder import SQLITE, held_alone
from rookiebattle.settings import Settings, get_settings

FOLDER = Path("backups")
MANIFEST, DATABASE, UPLOADS = "manifest.json", "rookiebattle.db", "uploads"
DRAFTS = ".drafts"
"""The folder of files that are being sent."""
USAGE = "Name the backup: make restore FROM=backups/rookiebattle-….tar.gz"
MAYBE_SENT = "It waited when the backup was made, and may have been sent since."
LOOK_AT_LETTERS = (
    "They may have been sent since, so they are not sent again by themselves: "
    "the console lists them at its top, as 'emails failed'."
)

OTHER_TABLES = (
    "Make the backup in the folder of the version that the site runs, "
    "before a newer one is started."
)


def backup_command(arguments: list[str]) -> None:
    """Write a backup into a folder. The site may keep running."""
    settings = get_settings()
    refuse_other_tables(settings.database_url, OTHER_TABLES)
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / f"rookiebattle-{_stamp(clock.now())}.tar.gz"
    with tempfile.TemporaryDirectory(dir=folder) as work:
        rows = _write_rows(settings.database_url, Path(work, DATABASE))
        Path(work, MANIFEST).write_text(json.dumps(_manifest(settings, rows), indent=1))
        with step("Packing"):
            draft = Path(work, "draft")
            _pack(draft, Path(work), settings.data_dir / UPLOADS)
            draft.replace(file)
    made = BackupNote(made=clock.now(), file=file.name, size=file.stat().st_size)
    try:
        write_note(settings.data_dir, made)
    except OSError as failed:
        print(f"The console will not know of it: {settings.data_dir} ({failed.strerror}).")
    print(f"\n{file} has {sum(rows.values()):,} rows. It is only for you: it names members.")
    print("Keep SESSION_SECRET with it, and copy it to another machine.")
    if settings.s3_bucket:
        print(f"The files in the bucket {settings.s3_bucket} are not in it.")


def _write_rows(url: str, file: Path) -> dict[str, int]:
    copy_url = f"{SQLITE}{file}"
    upgrade(copy_url)
    with opened(url) as source, opened(copy_url) as target:
        content = copy_rows(source, target)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
    return {name: one.rows for name, one in content.items() if one.rows}


def _manifest(settings: Settings, rows: dict[str, int]) -> dict[str, object]:
    return {
        "made": clock.now().isoformat(),
        "site": settings.public_url,
        "bucket": settings.s3_bucket,
        "rows": rows,
    }


def _pack(draft: Path, work: Path, uploads: Path) -> None:
    """Pack the rows and the files. A file that is deleted meanwhile is left out."""
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        # Pictures and videos are packed already, so more effort would only cost time.
        # A link is packed as the file that it leads to.
        with tarfile.open(fileobj=out, mode="w:gz", compresslevel=1, dereference=True) as archive:
            for name in (MANIFEST, DATABASE):
                archive.add(work / name, name)
            for file in _stored(uploads):
                try:
                    archive.add(file, Path(UPLOADS, file.relative_to(uploads)), recursive=False)
                except FileNotFoundError:
                    continue
        out.flush()
        os.fsync(out.fileno())


def _stored(uploads: Path) -> Iterator[Path]:
    files = sorted(uploads.rglob("*")) if uploads.is_dir() else []
    return (file for file in files if file.is_file() and DRAFTS not in file.parts)


def restore_command(arguments: list[str]) -> None:
    """Put a backup in the place of the data. What was there is kept beside it."""
    if len(arguments) != 1:
        raise CannotContinue(USAGE)
    settings = get_settings()
    with (
        held_alone(settings),
        tempfile.TemporaryDirectory(dir=settings.data_dir) as work,
    ):
        with step("Unpacking"):
            _unpack(Path(arguments[0]), Path(work))
        rows = Path(work, DATABASE)
        # A backup of an older version is brought up to date before it is used.
        upgrade(f"{SQLITE}{rows}")
        letters = _end_what_goes_on(rows)
        _put_rows(settings.database_url, rows)
        _put_files(settings.data_dir / UPLOADS, Path(work, UPLOADS))
    if letters:
        print(f"\nLetters that waited when the backup was made: {letters:,}. {LOOK_AT_LETTERS}")
    print("\nThe data are restored, and everyone logs in again. Start the site now.")


def _unpack(file: Path, work: Path) -> None:
    try:
        with tarfile.open(file) as archive:
            # The filters of `extractall` came with Python 3.11.4, and Debian 12 has 3.11.2.
            for member in archive:
                _unpack_one(archive, member, work)
        json.loads(Path(work, MANIFEST).read_text())
    except FileNotFoundError as missing:
        name = file if not file.exists() else PurePosixPath(str(missing.filename)).name
        raise CannotContinue(f"{name} is missing. {USAGE}") from None
    except (tarfile.TarError, EOFError, OSError, ValueError) as damaged:
        raise CannotContinue(
            f"{file} cannot be read ({damaged}). Nothing was changed; take another backup."
        ) from None


def _unpack_one(archive: tarfile.TarFile, member: tarfile.TarInfo, work: Path) -> None:
    """Write a file into `work`, or below it. Raises TarError for anything else.

    A link is refused too: one that stays inside may lead to the site's secret after it was moved.
    """
    target = Path(work, member.name).resolve()
    if not target.is_relative_to(work.resolve()) or not (member.isreg() or member.isdir()):
        raise tarfile.ExtractError(f"{member.name} is no file of a backup")
    if member.isdir():
        target.mkdir(parents=True, exist_ok=True)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.touch(mode=0o600)
    packed = archive.extractfile(member)
    if packed is not None:
        with packed, target.open("wb") as file:
            shutil.copyfileobj(packed, file)
    os.utime(target, (member.mtime, member.mtime))


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
    with step("Putting the database into its place"):
        aside = _put_aside(file)
        for end in ("-wal", "-shm"):
            beside = file.with_name(f"{file.name}{end}")
            if beside.exists():
                beside.rename(f"{aside}{end}")
        shutil.move(rows, file)


def _put_files(uploads: Path, found: Path) -> None:
    if found.exists():
        with step("Putting the files into their place"):
            _put_aside(uploads)
            shutil.move(found, uploads)


def _put_aside(path: Path) -> Path:
    """Rename what a restored file or folder replaces, so that nothing is lost."""
    kept = path.with_name(f"{path.name}.before-{_stamp(clock.now())}")
    if path.exists():
        path.rename(kept)
        print(f"  {path.name} is now {kept.name}")
    return kept


def _stamp(moment: datetime) -> str:
    return f"{moment:%Y%m%d-%H%M%S}"
