"""Media on the wire: reads, writes, the order, and the filters of a list."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StrictBool

from rookiebattle.core.pagination import MAX_LIMIT, Window
from rookiebattle.core.schemas import Id, InstantRead, PageQuery, Wire
from rookiebattle.core.shapes import Patch
from rookiebattle.core.values.text import (
    Line,
    OptionalLine,
    OptionalParagraph,
    OptionalProse,
    Searched,
    blank_as_none,
    folded,
)
from rookiebattle.media.models import LONGEST_TAG, Category, MediaType
from rookiebattle.uploads.schemas import StoredFile

MOST_TAGS, MOST_SENT = 20, 200
LONGEST_ADDRESS = 2048


def tag_key(tag: str) -> str:
    """The form in which tags are compared: 'Sparring' and 'sparring' are one tag."""
    return folded(" ".join(tag.split()))


def _of_tag_length(tag: str) -> str:
    # Folding may lengthen a text: 'ﬃ' becomes three letters. Its key must fit its column too.
    if max(len(tag), len(tag_key(tag))) > LONGEST_TAG:
        raise ValueError(f"may have at most {LONGEST_TAG} characters each")
    return tag


def _not_thousands(tags: object) -> object:
    """Refuse a long list before its tags are read: thousands would keep everybody waiting.

    Repeated tags count once, so a list may have more entries than tags.
    """
    if isinstance(tags, list) and len(tags) > MOST_SENT:
        raise ValueError(f"may have at most {MOST_TAGS} entries")
    return tags


def _different(tags: list[str]) -> list[str]:
    """The tags without those that repeat an earlier one."""
    return list({tag_key(tag): tag for tag in reversed(tags)}.values())[::-1]


Tag = Annotated[Line, AfterValidator(_of_tag_length)]
Tags = Annotated[
    list[Tag],
    BeforeValidator(_not_thousands),
    AfterValidator(_different),
    Field(max_length=MOST_TAGS),
]


class MediaRead(Wire):
    """An item of the gallery. `thumbnailUrl` is a small picture, null where there is none."""

    id: str
    title: str
    description: str | None
    alt_text: str | None
    media_type: str
    category: str
    tags: list[str]
    file_url: str
    thumbnail_url: str | None
    file_name: str
    file_size: int | None
    mime_type: str | None
    youtube_url: str | None
    is_public: bool
    is_pinned: bool
    order_position: int
    view_count: int
    event_id: str | None
    created_at: InstantRead
    updated_at: InstantRead


class MediaRecord(MediaRead):
    """An item and who uploaded it: for administrators, in the answers to their writes."""

    uploaded_by: str


@dataclass(frozen=True, slots=True)
class EventChoice:
    """An event to which an item can belong."""

    id: str
    title: str
    start_at: datetime
    zone: str
    chapter_id: str | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """An item with its stored file, if it has one, the still picture of an own video, and the event
    that it belongs to, where that is shown."""

    item: MediaRead
    file: StoredFile | None = None
    poster: StoredFile | None = None
    event: EventChoice | None = None


@dataclass(frozen=True, slots=True)
class TitleProposed:
    """The words with which titles of an event's items begin, and the number of its next item."""

    words: str
    number: int


class MediaFields(Wire):
    """The fields of an item that administrators write."""

    title: Line
    description: OptionalProse = None
    alt_text: OptionalParagraph = None
    category: Category = Category.GENERAL
    tags: Tags = Field(default_factory=list)
    is_public: StrictBool = True
    event_id: Annotated[Id | None, BeforeValidator(blank_as_none)] = None


class MediaWrite(MediaFields):
    """A new item. `fileUrl` is an `objectPath` that the caller claimed, or a link to YouTube.

    `thumbnailUrl` is the `objectPath` of a picture that the caller claimed: the still picture of an
    uploaded video, not used for other items. The file itself decides about its type and size; what
    is sent about them is not used.
    """

    file_url: Annotated[str, Field(max_length=LONGEST_ADDRESS)]
    thumbnail_url: Annotated[str | None, Field(max_length=LONGEST_ADDRESS)] = None
    file_name: OptionalLine = None
    media_type: MediaType | None = None
    file_size: Annotated[int | None, Field(ge=0, strict=True)] = None
    mime_type: OptionalLine = None


class MediaPatch(MediaFields, Patch):
    """Changes to an item: only what is sent changes."""


class MediaOrder(Wire):
    """The ids of some items in their new order. They share the places that they have now."""

    media_ids: Annotated[list[Id], Field(min_length=1, max_length=MAX_LIMIT)]


class MediaPin(Wire):
    """Whether an item stands before all others."""

    is_pinned: StrictBool


@dataclass(frozen=True, slots=True)
class MediaFilter:
    """The wanted part of the gallery; None and empty texts mean all. `is_newest` orders by time."""

    media_type: str | None = None
    category: str | None = None
    tag: str = ""
    window: Window = field(default_factory=Window)
    event_id: str = ""
    is_newest: bool = False


class MediaQuery(PageQuery):
    media_type: MediaType | Literal[""] | None = None
    category: Category | Literal[""] | None = None
    tag: Searched = ""

    def wanted(self) -> MediaFilter:
        return MediaFilter(
            self.media_type or None, self.category or None, tag_key(self.tag), self.window()
        )
