"""Uploads on the wire, and the values that other slices get."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rookiebattle.core.schemas import Wire
from rookiebattle.integrations.storage.protocol import MOST_PARTS
from rookiebattle.uploads.kinds import TYPES

MOST_BYTES = 50 * 1024 * 1024
"""The largest file of the media gallery."""
LONGEST_NAME = 255

FileName = Annotated[str, StringConstraints(max_length=1000)]
FileType = Annotated[str, StringConstraints(max_length=255)]
Scalar = Annotated[str, StringConstraints(max_length=2000)] | int | float | bool | None


class UploadWrite(Wire):
    """The file that somebody is about to send: its name, its type and its exact size in bytes.

    What is left out is not known yet, and the address does not hold to it.
    """

    file_name: FileName = ""
    mime_type: FileType | None = Field(default=None, examples=[TYPES[0]])
    size: Annotated[int, Field(ge=1, strict=True)] | None = None


class UploadBegun(Wire):
    """The address to which the file is sent with PUT, until it expires."""

    upload_url: str = Field(alias="uploadURL")


class FileClaim(Wire):
    """The address to which a file was sent. The name is for files whose name was not told before.

    A file is claimed once. `isRepeated`: the answer may have been lost, and is given again.
    """

    file_url: Annotated[str, StringConstraints(max_length=4096)] = Field(alias="fileURL")
    file_name: FileName = ""
    is_repeated: bool = False


class FileClaimed(Wire):
    """A file that is stored: what an item refers to it by, and what it is."""

    object_path: str
    file_name: str
    mime_type: str
    file_size: int
    width: int | None
    height: int | None


class PartsBegin(Wire):
    """A file that is about to be sent by the upload helper."""

    filename: FileName = ""
    type: FileType = Field(examples=[TYPES[0]])
    metadata: Annotated[dict[str, Scalar], Field(max_length=50)] = Field(default_factory=dict)


class PartsBegun(Wire):
    """A file that is sent in parts."""

    key: str
    upload_id: str
    bucket: str


class PartOfFile(Wire):
    """A part of a file, as S3 names its fields."""

    part_number: Annotated[int, Field(alias="PartNumber", ge=1, le=MOST_PARTS)]
    tag: Annotated[str, Field(alias="ETag", max_length=200)]
    size: Annotated[int | None, Field(alias="Size", ge=0)] = None


class PartsComplete(Wire):
    """The parts that make up the file, in their order."""

    parts: Annotated[list[PartOfFile], Field(min_length=1, max_length=MOST_PARTS)]


class PartsWhole(Wire):
    """A file that is complete; `location` is how it is claimed."""

    location: str
    key: str
    bucket: str


class PartAddress(Wire):
    """The address to which a part is sent with PUT, and for how many seconds."""

    url: str
    expires: int


class PartAddresses(Wire):
    """The addresses of several parts, by their numbers."""

    presigned_urls: dict[str, str]


class FormOffered(Wire):
    """The address of a form, and the fields that stand before the file."""

    method: Literal["POST"] = "POST"
    url: str
    fields: dict[str, str]
    expires: int


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
    is_sealed: bool = False


@dataclass(frozen=True, slots=True)
class Awaited:
    """A file that was sent and is about to be examined. One that came with a form has no row."""

    id: str
    key: str
    file_name: str
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class Examined:
    """A file that was examined and stored. `sent` is its size in bytes before it was drawn anew."""

    mime_type: str
    size: int
    width: int | None = None
    height: int | None = None
    placeholder: str | None = None
    copies: tuple[int, ...] = ()
    sent: int = 0
