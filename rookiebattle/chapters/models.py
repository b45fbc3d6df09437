"""Table of chapters."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum

import sqlalchemy as sa
from pydantic import BaseModel
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock
from rookiebattle.core.db import TypedJson, UtcDateTime, new_id


class ChapterStatus(StrEnum):
    ACTIVE = "active"
    FORMING = "forming"
    INACTIVE = "inactive"


class PracticeInfo(BaseModel):
    """When and where a chapter practises, in its own words."""

    times: list[str] = []
    locations: list[str] = []


class Leader(BaseModel):
    """A chapter's leader; e-mail and phone are not sent to visitors."""

    title: str = ""
    name: str = ""
    email: str = ""
    phone: str = ""


class Chapter(SQLModel, table=True):
    """A local group. The time zone is an IANA name; its events happen in it."""

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
        default_factory=PracticeInfo,
        sa_column=sa.Column(TypedJson(PracticeInfo), nullable=False),
    )
    leadership: list[Leader] = Field(
        default_factory=list,
        sa_column=sa.Column(TypedJson(list[Leader]), nullable=False),
    )
    description: str | None = None
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
