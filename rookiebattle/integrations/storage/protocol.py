"""The Protocol of a storage of files, the values that it speaks of, and its errors.

Keys are made by the site: lower-case words, ids and numbers, joined by slashes.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import ClassVar, NamedTuple, Protocol

from rookiebattle.core.errors import AppError, Conflict, Invalid, Unavailable

SMALLEST_PART, MOST_PARTS = 5 * 1024 * 1024, 10_000
"""The limits of S3: every part but the last is at least this long."""


class StorageDown(Unavailable):
    default: ClassVar[str] = (
        "We can’t reach the file storage right now, so nothing was saved. Please try again "
        "in a few minutes."
    )


class StorageFull(Unavailable):
    default: ClassVar[str] = (
        "The file storage is full, so nothing was saved. Please ask whoever runs the site to "
        "make room."
    )


class AlreadyThere(Conflict):
    default: ClassVar[str] = "This file was sent before. Please begin a new upload."


class WrongParts(Invalid):
    default: ClassVar[str] = "The parts of this file don’t fit together. Please upload it again."


def reason_of(failed: AppError) -> str:
    """The cause of a storage's error in a few words: the code of S3, of the disk, or its kind."""
    cause = failed.__cause__ or failed
    response = getattr(cause, "response", None)
    code = response.get("Error", {}).get("Code") if isinstance(response, dict) else None
    return str(code or getattr(cause, "strerror", None) or type(cause).__name__)


class FoundFile(NamedTuple):
    """A stored file. The times of a storage may be off by seconds."""

    key: str
    size: int
    modified_at: datetime


class Part(NamedTuple):
    """A part of a file that is sent in parts. The tag has no quotes."""

    number: int
    tag: str
    size: int


class Limits(NamedTuple):
    """The limits that a signed address names. `size` is exact. None, or an empty type: any."""

    mime_type: str
    size: int | None
    seconds: int


class FileHeaders(NamedTuple):
    """The values of three headers with which a storage serves a file."""

    mime_type: str
    disposition: str
    caching: str


class Form(NamedTuple):
    """An address that takes a form with a file, and the fields that the form must have."""

    url: str
    fields: Mapping[str, str]


class Storage(Protocol):
    """Every method may raise StorageDown; those that write may raise StorageFull."""

    def address(self, key: str) -> str:
        """The address of a stored file, without a signature. It opens nothing."""

    def put_address(self, key: str, limits: Limits) -> str:
        """A signed address to which a browser sends the file with PUT, within these limits."""

    def form(self, key: str, limits: Limits) -> Form:
        """A signed form that takes a file of at most `limits.size` bytes."""

    def get_address(self, key: str, *, seconds: int, caching: str) -> str:
        """A signed address that serves the file; empty when the site serves files itself."""

    def public_address(self, key: str) -> str:
        """The address at which everybody may read the file; empty when there is none."""

    def find(self, key: str) -> FoundFile | None:
        """The stored file, or None."""

    def below(self, prefix: str) -> Iterator[FoundFile]:
        """All stored files whose keys begin so."""

    def read(self, key: str, *, start: int, length: int) -> bytes:
        """A range of the file. The range must begin inside of it."""

    def fetch(self, key: str, file: Path) -> None:
        """Copy the stored file to this place."""

    def put(self, key: str, file: Path, labels: FileHeaders) -> None:
        """Store a copy of this file under the key, in place of what was there."""

    def copy(self, key: str, new_key: str, labels: FileHeaders) -> None:
        """Store a copy of a stored file, with labels of its own."""

    def remove(self, key: str) -> None:
        """Delete a file, or with a slash at the end all files whose keys begin so, if any."""

    def begin_parts(self, key: str, *, mime_type: str) -> str:
        """Begin a file that is sent in parts; returns the storage's id of it."""

    def part_address(self, key: str, upload: str, number: int, *, seconds: int) -> str:
        """A signed address to which a browser sends one part with PUT."""

    def parts(self, key: str, upload: str) -> list[Part]:
        """The parts that have arrived, by number."""

    def join_parts(self, key: str, upload: str, parts: Sequence[Part]) -> None:
        """Make the file out of these parts. Raises WrongParts."""

    def drop_parts(self, key: str, upload: str) -> None:
        """Give up a file that is sent in parts, if it is still open."""

    def open_parts(self) -> Iterator[tuple[str, str, datetime]]:
        """Files that are still sent in parts: key, the storage's id, and when they began."""
