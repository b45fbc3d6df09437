"""The table of uploads: one row for every file that somebody sends, until the file is deleted."""

from datetime import datetime
from enum import StrEnum

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database import topics
from rookiebattle.core.database.db import TypedJson, UtcDateTime, new_id
from rookiebattle.core.database.freshness import UPLOADS

PRIVATE, PUBLIC = "private", "public"
"""The places of stored files. Only a bucket with a public address uses the second one."""


class UploadState(StrEnum):
    """`begun`: the file may be sent. `claimed`: examined and stored. `attached`: belongs to an
    item. `released`: its stored file will be deleted. `deleted`: it was; the row stays a day."""

    BEGUN = "begun"
    CLAIMED = "claimed"
    ATTACHED = "attached"
    RELEASED = "released"
    DELETED = "deleted"


GONE = (UploadState.RELEASED, UploadState.DELETED)


class Upload(SQLModel, table=True):
    """A file. `mime_type` and `size` are what was promised, and after the claim what is stored.

    A sealed file is shown to nobody by its path: only a signed address opens it.
    `place` is where visitors' browsers find the stored file: `private`, where it always is, or
    `public`, where it has a copy. Keys begin with it. `parts_id` is the storage's id while the file
    is sent in parts. `copies` are the widths of smaller pictures.
    """

    __tablename__ = "uploads"
    __table_args__ = (sa.Index("ix_uploads_state_changed_at", "state", "changed_at"),)

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    user_id: str = Field(foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36)
    state: str = Field(default=UploadState.BEGUN, max_length=10)
    file_name: str = Field(max_length=255)
    mime_type: str = Field(max_length=50)
    size: int = Field(default=0, sa_type=sa.BigInteger)
    is_public: bool = False
    is_sealed: bool = Field(default=False, sa_column_kwargs={"server_default": sa.false()})
    place: str = Field(default=PRIVATE, max_length=10)
    parts_id: str | None = Field(default=None, max_length=1024)
    width: int | None = None
    height: int | None = None
    placeholder: str | None = Field(default=None, max_length=1000)
    copies: list[int] = Field(
        default_factory=list, sa_column=sa.Column(TypedJson(list[int]), nullable=False)
    )
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    changed_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)


# A file that belongs to an item of the club stays when the account of the sender is erased: then
# the row names nobody, because the account has no name anymore.
privacy.label(
    Upload,
    about="Files: pictures and videos for the gallery, and photographs of waivers, with the places "
    "and dates that cameras write into them taken out.",
    kept="while the file is used; a file that nothing uses for a day at most",
    of="user_id",
    # Public only while it belongs to a public item: its name is in the headers of the file.
    public="id file_name mime_type size width height placeholder copies",
    owner="user_id state is_public is_sealed created_at changed_at",
    nobody="place parts_id",
)
topics.declare(Upload, UPLOADS)
