"""What uploads read from the wire and write to it, and the values that other slices get."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, StringConstraints

from rookiebattle.core.schemas import Wire
from rookiebattle.uploads.kinds import TYPES

MOST_BYTES = 50 * 1024 * 1024
"""The largest file of the media gallery."""
LONGEST_NAME = 255

FileName = Annotated[str, StringConstraints(max_length=1000)]
FileType = Annotated[str, StringConstraints(max_length=255)]


class UploadWrite(Wire):
    """The file that somebody is about to send: its name, its type and its exact size in bytes."""

    file_name: FileName = ""
    mime_type: FileType = Field(examples=[TYPES[0]])
    size: Annotated[int, Field(ge=1)]


class UploadBegun(Wire):
    """The address to which the file is sent with PUT, until it expires."""

    upload_url: str = Field(alias="uploadURL")


class FileClaim(Wire):
    """The address to which a file was sent."""

    file_url: Annotated[str, StringConstraints(max_length=4096)] = Field(alias="fileURL")


class FileClaimed(Wire):
    """A file that is stored: what an item refers to it by, and what it is."""

    object_path: str
    file_name: str
    mime_type: str
    file_size: int
    width: int | None
    height: int | None


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A stored file. `renditions` are smaller copies of a picture: width and path, by width.

    `place` is where it is stored; see `Upload`.
    """

    id: str
    object_path: str
    file_name: str
    mime_type: str
    size: int
    is_public: bool
    width: int | None
    height: int | None
    placeholder: str
    renditions: tuple[tuple[int, str], ...]
    place: str = "private"


@dataclass(frozen=True, slots=True)
class Awaited:
    """A file that was sent and is about to be examined."""

    id: str
    key: str
    file_name: str
    size: int


@dataclass(frozen=True, slots=True)
class Examined:
    """A file that was examined and stored."""

    mime_type: str
    size: int
    width: int | None = None
    height: int | None = None
    placeholder: str | None = None
    copies: tuple[int, ...] = ()
