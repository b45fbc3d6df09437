"""Tables of chapters and of the requests to start one."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

import sqlalchemy as sa
from pydantic import AfterValidator, BeforeValidator, StringConstraints
from pydantic import Field as Limited
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database import topics
from rookiebattle.core.database.db import TypedJson, UtcDateTime, new_id
from rookiebattle.core.database.freshness import CHAPTERS
from rookiebattle.core.schemas import Wire
from rookiebattle.core.values.text import lines_seen, printable
from rookiebattle.core.values.words import found_column

MOST_LINES = 20
Words = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=255),
    AfterValidator(printable),
    BeforeValidator(lines_seen),
]
Lines = Annotated[list[Words], Limited(max_length=MOST_LINES)]


class ChapterStatus(StrEnum):
    ACTIVE = "active"
    FORMING = "forming"
    INACTIVE = "inactive"


class PracticeInfo(Wire):
    """The times and places of a chapter's practice, as the chapter writes them."""

    times: Lines = Limited(default_factory=list)
    locations: Lines = Limited(default_factory=list)


class Leader(Wire):
    """A leader of a chapter. Email address and phone are not sent to visitors."""

    title: Words = ""
    name: Words = ""
    email: Words = ""
    phone: Words = ""


FOUND_BY = ("name", "city", "state", "location")
"""The columns whose words find a chapter."""


class Chapter(SQLModel, table=True):
    """A local group. The time zone is an IANA name; its events happen in it.

    `sought` holds the words of `FOUND_BY` without strokes and accents, the name first.
    """

    __tablename__ = "chapters"

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    name: str = Field(max_length=255, index=True)
    city: str = Field(max_length=100)
    state: str = Field(max_length=50)
    location: str = Field(max_length=255)
    address: str | None = None
    latitude: Decimal | None = Field(default=None, max_digits=10, decimal_places=8)
    longitude: Decimal | None = Field(default=None, max_digits=11, decimal_places=8)
    time_zone: str = Field(max_length=64)
    status: str = Field(default=ChapterStatus.ACTIVE, max_length=50)
    contact_email: str | None = Field(default=None, max_length=320)
    meeting_day: str | None = Field(default=None, max_length=50)
    meeting_time: str | None = Field(default=None, max_length=50)
    practice_info: PracticeInfo = Field(
        default_factory=PracticeInfo, sa_column=sa.Column(TypedJson(PracticeInfo), nullable=False)
    )
    leadership: list[Leader] = Field(
        default_factory=list, sa_column=sa.Column(TypedJson(list[Leader]), nullable=False)
    )
    description: str | None = None
    sought: str = Field(default=None, sa_column=found_column(*FOUND_BY))
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)


privacy.label(
    Chapter,
    about="Chapters: where a group meets, and its leaders with the contact that they gave for it, "
    "which members see.",
    kept="while the chapter exists",
    public="id name city state location address latitude longitude time_zone status contact_email "
    "meeting_day meeting_time practice_info description created_at updated_at",
    member="leadership",
    nobody="sought",
)
topics.declare(Chapter, CHAPTERS)


class ChapterChannel(SQLModel, table=True):
    """The Discord channel of a chapter. `address` has the secret: who knows it writes there.

    NULL: Discord ended the connection, and `result` says so. `result` is how the last message went,
    in a sentence; empty before the first one.
    """

    __tablename__ = "chapter_channels"

    chapter_id: str = Field(
        primary_key=True, foreign_key="chapters.id", ondelete="CASCADE", max_length=36
    )
    address: str | None = Field(default=None, max_length=255)
    set_by: str | None = Field(default=None, max_length=36)
    set_at: datetime = Field(sa_type=UtcDateTime)
    result: str = Field(default="", max_length=255)
    result_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


privacy.label(
    ChapterChannel,
    about="Discord Channels: which chapter posts its events on Discord, and who connected it.",
    kept="while the chapter exists",
    of="set_by",
    erased="set_by",
    owner="chapter_id set_by set_at",
    admin="result result_at",
    nobody="address",
)


class ChapterRequest(SQLModel, table=True):
    """A request to start a chapter. `user_id` is set when the sender was signed in.

    It may have personal data of people who are no members. It is kept for a year and deleted with
    the sender's account. `asked_from` is a hash of a visitor's network address and email. It is
    kept for a day, for the limit of requests. `is_suspicious`: it filled in the trap of its form,
    so it waits apart until an administrator has looked. `answered_at` is when an administrator
    worked it off, `chapter_id` the chapter that it became; that id may outlive the chapter.
    """

    __tablename__ = "chapter_requests"

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    user_id: str | None = Field(
        default=None, foreign_key="users.id", index=True, ondelete="SET NULL", max_length=36
    )
    name: str = Field(max_length=255)
    email: str = Field(max_length=320, index=True)
    city: str = Field(max_length=255)
    message: str
    asked_from: str = Field(default="", max_length=64)
    is_suspicious: bool = Field(default=False, sa_column_kwargs={"server_default": sa.false()})
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, index=True)
    answered_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    chapter_id: str | None = Field(default=None, max_length=36)


privacy.label(
    ChapterRequest,
    about="Requests to Start a Chapter: the name, email address, city and words of whoever sent "
    "one. Administrators read them.",
    kept="a year",
    of="user_id",
    goes=True,
    owner="id user_id name email city message created_at answered_at chapter_id",
    admin="is_suspicious",
    nobody="asked_from",
)
