"""Table of notifications."""

from datetime import datetime
from enum import StrEnum

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database.db import UtcDateTime, new_id


class NotificationType(StrEnum):
    """The types that can be written. A row with any other type is shown as 'other'."""

    INFO = "info"
    SUCCESS = "success"
    WARNING = "warning"
    ERROR = "error"


class Target(StrEnum):
    ALL = "all"
    CHAPTER = "chapter"


class Notification(SQLModel, table=True):
    """A message to all members or to one chapter's members.

    When the chapter is deleted, the message stays but reaches nobody: its target is `chapter`,
    without a `chapter_id`.
    """

    __tablename__ = "notifications"
    __table_args__ = (
        sa.Index("ix_notifications_is_active_created_at_id", "is_active", "created_at", "id"),
        sa.Index("ix_notifications_created_at_id", "created_at", "id"),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    title: str = Field(max_length=255)
    message: str
    type: str = Field(default=NotificationType.INFO, max_length=50)
    target_type: str = Field(default=Target.ALL, max_length=50)
    chapter_id: str | None = Field(
        default=None, foreign_key="chapters.id", index=True, ondelete="SET NULL", max_length=36
    )
    expires_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    is_active: bool = True
    emailed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    created_by: str = Field(foreign_key="users.id", index=True, max_length=36)
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)


privacy.label(
    Notification,
    about="Announcements: what administrators tell all members, and leads those of their chapter.",
    kept="until an administrator or a lead deletes it",
    member="id title message type target_type chapter_id expires_at is_active created_at "
    "updated_at",
    admin="created_by emailed_at",
)
