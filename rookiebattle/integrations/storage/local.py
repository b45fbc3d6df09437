"""The local storage: files in a folder of this machine, received and served by the site itself."""

import errno
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hmac import compare_digest
from pathlib import Path
from uuid import uuid4

from rookiebattle import routes
from rookiebattle.core.database.db import new_id
from rookiebattle.core.errors import Forbidden, NotFound
from rookiebattle.core.fingerprints import fingerprint
from rookiebattle.integrations.storage.protocol import (
    SMALLEST_PART,
    AlreadyThere,
    FileHeaders,
    Form,
    FoundFile,
    Limits,
    Part,
    StorageDown,
    StorageFull,
    WrongParts,
)

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
RESERVED = 512 * 1024 * 1024
"""Bytes that stay free on the disk. The database may be on the same one."""
STALE_SECONDS = 3600
DRAFTS, PARTS = ".drafts", ".parts"
PURPOSE, FORM = "storage", "form"
EXPIRED = "Request has expired"
FORGED = "The signature of this address is not valid."


@contextmanager
def told() -> Iterator[None]:
    """Errors of the disk, as the errors of a storage."""
    try:
        yield
    except FileNotFoundError as gone:
        raise NotFound() from gone
    except OSError as failed:
        raise StorageFull() if failed.errno in NO_ROOM else StorageDown() from failed


class Draft:
    """A file that is being received. It gets its name only when it is whole.

    When the same file is sent twice at once, the later one wins: the first connection is probably
    dead. Its draft lost its name, so it ends with AlreadyThere.
    """

    def __init__(self, draft: Path, room: int) -> None:
        with told():
            draft.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if shutil.disk_usage(draft.parent).free - room < RESERVED:
                raise StorageFull()
            draft.unlink(missing_ok=True)
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        self._draft, self._file = draft, os.fdopen(descriptor, "wb")
        # Nobody compares tags with contents, and a digest would cost more than all the rest.
        self.tag, self.size = uuid4().hex, 0
        self._inode = os.fstat(descriptor).st_ino

    def write(self, *pieces: bytes) -> None:
        with told():
            if not self._is_mine():
                raise AlreadyThere()
            self.size += sum(map(len, pieces))
            self._file.writelines(pieces)

    def _is_mine(self) -> bool:
        try:
            return self._draft.stat().st_ino == self._inode
        except FileNotFoundError:
            return False

    def keep(self, file: Path, *, may_replace: bool = False) -> str:
        """Give the file its name; returns its tag. Raises AlreadyThere when the name is taken."""
        with told():
            self._file.close()
            if not self._is_mine():
                raise AlreadyThere()
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if may_replace:
                self._draft.replace(file)
            else:
                try:
                    os.link(self._draft, file)
                except FileExistsError:
                    raise AlreadyThere() from None
        return self.tag

    def drop(self) -> None:
        """Let go of the draft, also when it has been kept."""
        with suppress(OSError):
            self._file.close()
        with suppress(OSError):
            if self._is_mine():
                self._draft.unlink()


class LocalStorage:
    """Implements the Storage in a folder. Keys are paths in it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, key: str) -> Path:
        """Where the file is. Raises NotFound for what cannot be a key."""
        words = key.split("/")
        if not all(word.replace("-", "").isalnum() and word.isascii() for word in words):
            raise NotFound()
        return self._folder.joinpath(*words)

    def draft(self, key: str, room: int) -> Draft:
        """Begin to receive a file of at most so many bytes."""
        return Draft(self._folder / DRAFTS / key.replace("/", "."), room)

    def keep_part(self, draft: Draft, upload: str, number: int) -> str:
        """Keep a draft as a part, in place of what was sent as this part before; returns its tag.

        Raises NotFound for an upload that is not open.
        """
        folder = self._parts_folder(upload)
        earlier = {*folder.glob(f"{number}.*")}
        kept = folder / f"{number}.{draft.tag}"
        draft.keep(kept, may_replace=True)
        for file in earlier - {kept}:
            file.unlink(missing_ok=True)
        return draft.tag

    def address(self, key: str) -> str:
        return routes.absolute(routes.stored(key))

    def put_address(self, key: str, limits: Limits) -> str:
        size = -1 if limits.size is None else limits.size
        return Grant(key, _until(limits.seconds), limits.mime_type, size).address(
            routes.stored(key)
        )

    def form(self, key: str, limits: Limits) -> Form:
        grant = Grant(key, _until(limits.seconds), limits.mime_type, limits.size or 0, FORM)
        fields = {"key": key, "Content-Type": limits.mime_type, **grant.fields}
        return Form(routes.absolute(routes.STORED), fields)

    def get_address(self, key: str, *, seconds: int, caching: str) -> str:
        return ""

    def public_address(self, key: str) -> str:
        return ""

    def find(self, key: str) -> FoundFile | None:
        return self._found(key, self.path(key))

    def _found(self, key: str, file: Path) -> FoundFile | None:
        with told():
            try:
                facts = file.stat()
            except (FileNotFoundError, NotADirectoryError):
                return None
        return FoundFile(key, facts.st_size, datetime.fromtimestamp(facts.st_mtime, UTC))

    def below(self, prefix: str) -> Iterator[FoundFile]:
        for file in sorted(self.path(prefix.rstrip("/")).rglob("*")):
            key = file.relative_to(self._folder).as_posix()
            if file.is_file() and (found := self._found(key, file)):
                yield found

    def read(self, key: str, *, start: int, length: int) -> bytes:
        with told(), self.path(key).open("rb") as file:
            file.seek(start)
            return file.read(length)

    def fetch(self, key: str, file: Path) -> None:
        with told():
            shutil.copyfile(self.path(key), file)

    def put(self, key: str, file: Path, labels: FileHeaders) -> None:
        target = self.path(key)
        with told():
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft = target.with_name(f".{target.name}.{new_id()}")
            try:
                shutil.copyfile(file, draft)
                _make_durable(draft)
                draft.replace(target)
                _make_durable(target.parent)
            finally:
                draft.unlink(missing_ok=True)

    def copy(self, key: str, new_key: str, labels: FileHeaders) -> None:
        self.put(new_key, self.path(key), labels)

    def remove(self, key: str) -> None:
        target = self.path(key.rstrip("/"))
        with told():
            if target.is_dir():
                shutil.rmtree(target, ignore_errors=False)
            else:
                target.unlink(missing_ok=True)

    def begin_parts(self, key: str, *, mime_type: str) -> str:
        upload = new_id()
        with told():
            (self._folder / PARTS / upload).mkdir(mode=0o700, parents=True)
            (self._folder / PARTS / upload / "key").write_text(key)
        return upload

    def part_address(self, key: str, upload: str, number: int, *, seconds: int) -> str:
        grant = Grant(key, _until(seconds), upload=upload, part=number)
        return grant.address(routes.stored(key))

    def parts(self, key: str, upload: str) -> list[Part]:
        return [part for part, _ in self._parts(upload)]

    def _parts(self, upload: str) -> list[tuple[Part, Path]]:
        """The parts with their files. Of a part that was sent twice, the later one counts."""
        latest: dict[int, tuple[float, Part, Path]] = {}
        with told():
            for file in self._parts_folder(upload).iterdir():
                number, _, tag = file.name.partition(".")
                if not number.isdecimal():
                    continue
                facts = file.stat()
                at = facts.st_mtime
                if int(number) not in latest or at >= latest[int(number)][0]:
                    latest[int(number)] = (at, Part(int(number), tag, facts.st_size), file)
        return [(part, file) for _, (_, part, file) in sorted(latest.items())]

    def _parts_folder(self, upload: str) -> Path:
        """Where parts are. Raises NotFound for an upload that is not open."""
        if not upload.replace("-", "").isalnum():
            raise NotFound()
        folder = self._folder / PARTS / upload
        if not folder.is_dir():
            raise NotFound()
        return folder

    def join_parts(self, key: str, upload: str, parts: Sequence[Part]) -> None:
        known = {part.number: (part, file) for part, file in self._parts(upload)}
        _check_parts(parts, [part for part, _ in known.values()])
        draft = self.draft(key, sum(known[part.number][0].size for part in parts))
        try:
            for part in parts:
                with told(), known[part.number][1].open("rb") as file:
                    while content := file.read(1024 * 1024):
                        draft.write(content)
            draft.keep(self.path(key))
        finally:
            draft.drop()
        self.drop_parts(key, upload)

    def drop_parts(self, key: str, upload: str) -> None:
        with suppress(NotFound), told():
            shutil.rmtree(self._parts_folder(upload))

    def open_parts(self) -> Iterator[tuple[str, str, datetime]]:
        for marker in sorted((self._folder / PARTS).glob("*/key")):
            with suppress(FileNotFoundError):
                began = datetime.fromtimestamp(marker.stat().st_mtime, UTC)
                yield marker.read_text(), marker.parent.name, began

    def forget_drafts(self) -> None:
        """Delete drafts of connections that a crash has ended."""
        before = time.time() - STALE_SECONDS
        for draft in (self._folder / DRAFTS).glob("*"):
            with suppress(FileNotFoundError):
                if draft.stat().st_mtime < before:
                    draft.unlink()


def _until(seconds: int) -> int:
    return int(time.time()) + seconds


def _make_durable(file: Path) -> None:
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _check_parts(wanted: Sequence[Part], known: Sequence[Part]) -> None:
    """Refuse what S3 refuses: numbers that do not rise, tags that it did not give, small parts."""
    sizes = {(part.number, part.tag): part.size for part in known}
    numbers = [part.number for part in wanted]
    if not wanted or numbers != sorted(set(numbers)):
        raise WrongParts()
    if any((part.number, part.tag) not in sizes for part in wanted):
        raise WrongParts()
    if any(sizes[part.number, part.tag] < SMALLEST_PART for part in wanted[:-1]):
        raise WrongParts()


@dataclass(frozen=True, slots=True)
class Grant:
    """The right of an address's bearer: to send `size` bytes of `type`, or part `part` of a file.

    A size of -1 is any size; in a form it is the most. `expires` is in seconds since 1970.
    """

    key: str
    expires: int
    type: str = ""
    size: int = -1
    upload: str = ""
    part: int = 0

    @property
    def signature(self) -> str:
        values = asdict(self)
        return fingerprint(PURPOSE, *(f"{name}={values[name]}" for name in values)).hex()

    def check(self, signature: str) -> None:
        """Raise Forbidden for a wrong signature, and for one that has expired."""
        if not compare_digest(self.signature.encode(), signature.encode("utf-8", "replace")):
            raise Forbidden(FORGED)
        if self.expires < time.time():
            raise Forbidden(EXPIRED)

    @property
    def fields(self) -> dict[str, str]:
        """The grant without its key, with its signature, as texts."""
        values = {name: str(value) for name, value in asdict(self).items() if name != "key"}
        return {**values, "signature": self.signature}

    def address(self, path: str) -> str:
        """The absolute address of `path` with this grant in its query."""
        return routes.absolute(routes.asked(path, **self.fields))
