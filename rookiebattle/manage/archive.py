"""The file of a backup: rows and stored files, packed with a SHA-256 of each."""

import hashlib
import os
import shutil
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO

from pydantic import BaseModel

from rookiebattle.manage.console import DISK_REFUSES, CannotContinue

MANIFEST, DATABASE, UPLOADS = "manifest.json", "rookiebattle.db", "uploads"
MANIFEST_SUM = "manifest.sha256"
"""The last member: the manifest's own sum, as `sha256sum` writes it."""
DRAFTS = ".drafts"
"""The folder of files that are being sent."""
USAGE = "Name the backup: make restore FROM=backups/rookiebattle-….tar.gz"
UNCHANGED = "Nothing was changed; take another backup."


class Manifest(BaseModel):
    """The content of a backup: the rows of each table that has any, each member's SHA-256.

    `sums` is None in a backup of before sums were written.
    """

    made: datetime
    site: str
    bucket: str
    rows: dict[str, int]
    sums: dict[str, str] | None = None


class _Summed:
    """A file that is read once, and its SHA-256 after that."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._sum = file, hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        chunk = self._file.read(size)
        self._sum.update(chunk)
        return chunk

    def __str__(self) -> str:
        return self._sum.hexdigest()


def pack(draft: Path, manifest: Manifest, rows: Path, uploads: Path) -> None:
    """Pack the rows and the files. A file that is deleted meanwhile is left out.

    The manifest comes last, because only then all sums are known.
    """
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        # Pictures and videos are packed already, so more effort would only cost time.
        # A link is packed as the file that it leads to.
        with tarfile.open(fileobj=out, mode="w:gz", compresslevel=1, dereference=True) as archive:
            sums = {DATABASE: _add(archive, rows, DATABASE)}
            for file in _stored(uploads):
                name = str(PurePosixPath(UPLOADS, file.relative_to(uploads)))
                try:
                    sums[name] = _add(archive, file, name)
                except FileNotFoundError:
                    continue
            written = rows.with_name(MANIFEST)
            written.write_text(manifest.model_copy(update={"sums": sums}).model_dump_json(indent=1))
            of_manifest = rows.with_name(MANIFEST_SUM)
            of_manifest.write_text(_line(_add(archive, written, MANIFEST)))
            _add(archive, of_manifest, MANIFEST_SUM)
        out.flush()
        os.fsync(out.fileno())


def _add(archive: tarfile.TarFile, path: Path, name: str) -> str:
    with path.open("rb") as file:
        summed = _Summed(file)
        archive.addfile(archive.gettarinfo(arcname=name, fileobj=file), summed)
    return str(summed)


def _stored(uploads: Path) -> Iterator[Path]:
    files = sorted(uploads.rglob("*")) if uploads.is_dir() else []
    return (file for file in files if file.is_file() and DRAFTS not in file.parts)


class _Unreadable(Exception):
    """A part of the archive cannot be read; the message names the part and says why."""


def unpack(file: Path, work: Path) -> Manifest:
    """Write the members into `work` and compare their sums.

    Raises CannotContinue with a sentence that names the first part that is damaged.
    """
    if not file.is_file():
        raise CannotContinue(f"{file} is missing. {USAGE}")
    sums: dict[str, str] = {}
    unreadable = ""
    try:
        _read(file, work, sums)
    except _Unreadable as problem:
        unreadable = str(problem)
    manifest = _manifest_in(work)
    # A sum names the file in which a bit is wrong, where the archive's end tells only that one is.
    if damaged := _damaged(manifest, work, sums):
        raise CannotContinue(
            f"{file} is damaged: {_part(damaged)} is not what was packed. {UNCHANGED}"
        )
    if unreadable:
        raise CannotContinue(f"{file} cannot be read: {unreadable}. {UNCHANGED}")
    if manifest is None or DATABASE not in sums:
        raise CannotContinue(f"{file} is no backup: its manifest or database is missing. {USAGE}")
    return manifest


def _read(file: Path, work: Path, sums: dict[str, str]) -> None:
    """Write each member into `work`, and its sum into `sums`. Raises _Unreadable."""
    part = "its beginning"
    try:
        with tarfile.open(file) as archive:
            # The filters of `extractall` came with Python 3.11.4, and Debian 12 has 3.11.2.
            # Folders are made for their files, so that an archive packed by hand is read, too.
            for member in (one for one in archive if not one.isdir()):
                part = _part(member.name)
                sums[member.name] = _unpack_one(archive, member, work)
            last, part = part, "its end"
            # A header with a wrong bit ends the loop as the end of the archive does.
            while rest := archive.fileobj.read(tarfile.RECORDSIZE):
                if rest.strip(b"\0"):
                    part = f"what follows {last}"
                    raise tarfile.ReadError("it is no file")
    except (tarfile.TarError, EOFError, OSError, ValueError, zlib.error) as problem:
        if isinstance(problem, OSError) and problem.errno in DISK_REFUSES:
            raise
        why = (str(problem) or type(problem).__name__).splitlines()[0].rstrip(":")
        raise _Unreadable(f"{part} is damaged ({why})") from None


def _unpack_one(archive: tarfile.TarFile, member: tarfile.TarInfo, work: Path) -> str:
    """Write a file into `work`, or below it, and return its sum. Raises TarError for anything else.

    A link is refused too: one that stays inside may lead to the site's secret after it was moved.
    """
    target = Path(work, member.name).resolve()
    packed = archive.extractfile(member) if member.isreg() else None
    if not target.is_relative_to(work.resolve()) or packed is None:
        raise tarfile.ExtractError(f"{member.name} is no file of a backup")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.touch(mode=0o600)
    summed = _Summed(packed)
    with packed, target.open("wb") as file:
        shutil.copyfileobj(summed, file)
    os.utime(target, (member.mtime, member.mtime))
    return str(summed)


def _manifest_in(work: Path) -> Manifest | None:
    with suppress(OSError, ValueError):
        return Manifest.model_validate_json((work / MANIFEST).read_bytes())
    return None


def _damaged(manifest: Manifest | None, work: Path, sums: Mapping[str, str]) -> str:
    """The name of a member that is not what was packed; empty where no sum tells."""
    if MANIFEST not in sums:
        return ""
    expected = manifest.sums if manifest else None
    has_sums = expected is not None or MANIFEST_SUM in sums
    if manifest is None or (has_sums and not _is_sound_manifest(work, sums[MANIFEST])):
        return MANIFEST
    if expected is None:
        return ""
    differing = {name for name, _ in expected.items() ^ sums.items()}
    return min(differing - {MANIFEST, MANIFEST_SUM}, default="")


def _is_sound_manifest(work: Path, summed: str) -> bool:
    with suppress(OSError):
        return (work / MANIFEST_SUM).read_bytes() == _line(summed).encode()
    return False


def _line(summed: str) -> str:
    return f"{summed}  {MANIFEST}\n"


def _part(name: str) -> str:
    own = {DATABASE: "its database", MANIFEST: "its manifest", MANIFEST_SUM: "its manifest"}
    return own.get(name, f"its file {name}")
