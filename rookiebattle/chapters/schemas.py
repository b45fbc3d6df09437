"""Chapters on the wire."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainSerializer,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)

from rookiebattle.chapters import models
from rookiebattle.chapters.models import ChapterStatus, Leader, PracticeInfo
from rookiebattle.core.pagination import Window
from rookiebattle.core.schemas import InstantRead, Wire
from rookiebattle.core.shapes import Patch
from rookiebattle.core.values.spreadsheet import MOST_LINES
from rookiebattle.core.values.text import (
    Email,
    Line,
    OptionalEmail,
    OptionalProse,
    Paragraph,
    Searched,
    blank_as_none,
    one_line,
    printable,
)
from rookiebattle.integrations import discord
from rookiebattle.settings import NO_ZONE

City = Annotated[
    str,
    StringConstraints(min_length=1, max_length=100),
    AfterValidator(printable),
    BeforeValidator(one_line),
]
Short = Annotated[
    str,
    StringConstraints(min_length=1, max_length=50),
    AfterValidator(printable),
    BeforeValidator(one_line),
]
OptionalShort = Annotated[Short | None, BeforeValidator(blank_as_none)]


def _known_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(NO_ZONE) from None
    return name


def _discord_address(text: str) -> str:
    if (address := discord.address_in(text)) is None:
        raise ValueError("Paste what “Copy Webhook URL” in Discord gives you.")
    return address


def _named(value: object) -> object:
    if value is None or (isinstance(value, str) and not value.strip()):
        raise ValueError("Chapter name is required")
    return value


ZoneName = Annotated[str, StringConstraints(max_length=64), AfterValidator(_known_zone)]
Webhook = Annotated[str, AfterValidator(_discord_address)]
Latitude = Annotated[Decimal, Field(ge=-90, le=90, decimal_places=8)]
Longitude = Annotated[Decimal, Field(ge=-180, le=180, decimal_places=8)]
Degrees = Annotated[
    Decimal,
    PlainSerializer(lambda value: f"{value:.8f}", return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^-?\d+\.\d{8}$"}, mode="serialization"),
]
Leaders = Annotated[list[Leader], Field(max_length=models.MOST_LINES)]


@dataclass(frozen=True, slots=True)
class ChapterChoice:
    """A chapter in a form's select, with what the form of an event takes from it."""

    id: str
    name: str
    city: str
    state: str
    time_zone: str
    location: str = ""
    address: str | None = None
    meeting_day: str | None = None
    meeting_time: str | None = None
    latitude: Decimal | None = None
    longitude: Decimal | None = None


@dataclass(frozen=True, slots=True)
class ChapterMeeting:
    """A chapter's place, practice times and leaders; its members are not counted."""

    id: str
    name: str
    location: str
    meeting_day: str | None
    meeting_time: str | None
    leadership: Sequence[Leader] = ()


@dataclass(frozen=True, slots=True)
class ChapterTown:
    id: str
    city: str
    state: str


@dataclass(frozen=True, slots=True)
class MeetingAmong:
    """When and where one chapter meets, None without a chapter; and the towns of all chapters."""

    meeting: ChapterMeeting | None
    towns: Sequence[ChapterTown]


class LeaderRead(Wire):
    """A leader. Email and phone are null for visitors."""

    title: str
    name: str
    email: str | None
    phone: str | None


class ChapterRead(Wire):
    """A chapter; `member_count` is counted, not stored."""

    id: str
    name: str
    city: str
    state: str
    location: str
    address: str | None
    latitude: Degrees | None
    longitude: Degrees | None
    member_count: int
    status: str
    contact_email: str | None
    meeting_day: str | None
    meeting_time: str | None
    practice_info: PracticeInfo
    leadership: list[LeaderRead]
    description: str | None
    created_at: InstantRead
    updated_at: InstantRead
    time_zone: str


class ChapterEdited(ChapterRead):
    """A chapter as administrators read it: also how its Discord channel stands."""

    has_discord: bool
    discord_result: str | None
    discord_result_at: InstantRead | None


class ChapterWrite(Wire):
    """A new chapter; without a zone it gets the organization's zone."""

    name: Annotated[Line, BeforeValidator(_named)]
    city: City
    state: Short
    location: Line
    address: OptionalProse = None
    latitude: Latitude | None = None
    longitude: Longitude | None = None
    time_zone: ZoneName | None = None
    status: ChapterStatus = ChapterStatus.ACTIVE
    contact_email: OptionalEmail = None
    meeting_day: OptionalShort = None
    meeting_time: OptionalShort = None
    practice_info: PracticeInfo = PracticeInfo()
    leadership: Annotated[Leaders, Field(default_factory=list)]
    description: OptionalProse = None

    @model_validator(mode="before")
    @classmethod
    def _missing_name_as_empty(cls, values: object) -> object:
        """A name that was not sent gets the sentence of an empty one, except in a change."""
        is_needed = cls.model_fields["name"].is_required()
        return {"name": None, **values} if is_needed and isinstance(values, Mapping) else values

    def columns(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in type(self).model_fields}


class ChapterPatch(ChapterWrite, Patch):
    """Changes to a chapter: only what is sent changes. Its zone cannot be taken away."""

    time_zone: ZoneName
    discord_webhook: Webhook | None = Field(
        default=None, description="Written only: nobody reads it again. Null disconnects."
    )

    def columns(self) -> dict[str, Any]:
        """The sent fields that are columns; the channel has a table of its own."""
        sent = self.model_fields_set - {"discord_webhook"}
        return {name: getattr(self, name) for name in sent}


Order = Literal["name", "city", "members", "newest"]


@dataclass(frozen=True, slots=True)
class ChapterSearch:
    """The wanted part of the console's list; None and the empty text mean all."""

    text: str = ""
    status: str | None = None
    order: Order = "name"
    window: Window = dataclass_field(default_factory=Window)


class ChapterSheetQuery(Wire):
    """The query of the download: the same as in the address of the list."""

    q: Searched = ""
    status: ChapterStatus | Literal[""] = ""
    sort: Order = "name"

    def wanted(self) -> ChapterSearch:
        return ChapterSearch(self.q, self.status or None, self.sort, Window(MOST_LINES))


class ChapterRequestWrite(Wire):
    """A request to start a chapter."""

    name: Line
    email: Email
    city: Line
    message: Paragraph


class RequestList(StrEnum):
    """The lists of requests. A suspicious one that was set aside counts as answered."""

    WAITING = "waiting"
    ANSWERED = "answered"
    SUSPICIOUS = "suspicious"


class RequestRead(Wire):
    """A request as administrators see it; `chapter_id` is the chapter that it became."""

    id: str
    user_id: str | None
    name: str
    email: str
    city: str
    message: str
    created_at: InstantRead
    answered_at: InstantRead | None
    chapter_id: str | None
