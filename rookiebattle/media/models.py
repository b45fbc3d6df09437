"""The tables of media and of the tags by which visitors narrow the gallery."""

from datetime import datetime
from enum import StrEnum

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database import topics
from rookiebattle.core.database.db import TypedJson, UtcDateTime, new_id
from rookiebattle.core.database.freshness import MEDIA, VIEWS
from rookiebattle.core.values.words import by_bytes

LONGEST_TAG = 50
OF_YOUTUBE = "video/youtube"
"""The `mime_type` of a video that stays at YouTube: only its address is stored."""


class MediaType(StrEnum):
    PHOTO = "photo"
    VIDEO = "video"


class Category(StrEnum):
    GENERAL = "general"
    TRAINING = "training"
    EVENTS = "events"
    TOURNAMENTS = "tournaments"


class Media(SQLModel, table=True):
    """A picture or a video. `file_url` is the path of a stored file, or a YouTube address.

    Lists are ordered by `place` and id. `place` is `order_position`, moved to the front for pinned
    items (`policy.place_of`), so that one index serves the order.
    """

    __tablename__ = "media"
    __table_args__ = (
        sa.Index("ix_media_place_id", "place", "id"),
        sa.Index("ix_media_media_type_place_id", "media_type", "place", "id"),
        sa.Index("ix_media_category_place_id", "category", "place", "id"),
        sa.Index("ix_media_event_id_place_id", "event_id", "place", "id"),
        sa.Index("ix_media_created_at_id", "created_at", "id"),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    title: str = Field(max_length=255)
    description: str | None = None
    alt_text: str | None = None
    media_type: str = Field(max_length=50)
    category: str = Field(default=Category.GENERAL, max_length=100)
    tags: list[str] = Field(
        default_factory=list, sa_column=sa.Column(TypedJson(list[str]), nullable=False)
    )
    file_url: str = Field(max_length=2048)
    thumbnail_url: str | None = Field(default=None, max_length=2048)
    file_name: str = Field(max_length=255)
    file_size: int | None = None
    mime_type: str | None = Field(default=None, max_length=100)
    youtube_url: str | None = Field(default=None, max_length=2048)
    is_public: bool = True
    is_pinned: bool = False
    order_position: int = 0
    place: int = 0
    view_count: int = 0
    event_id: str | None = Field(
        default=None, foreign_key="events.id", ondelete="SET NULL", max_length=36
    )
    uploaded_by: str = Field(foreign_key="users.id", index=True, max_length=36)
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)


class MediaTag(SQLModel, table=True):
    """A tag of an item, folded. `place` is the item's: a tag's list reads one range of an index."""

    __tablename__ = "media_tags"
    __table_args__ = (sa.Index("ix_media_tags_tag_place_media_id", "tag", "place", "media_id"),)

    media_id: str = Field(
        foreign_key="media.id", ondelete="CASCADE", primary_key=True, max_length=36
    )
    tag: str = Field(sa_column=sa.Column(by_bytes(LONGEST_TAG), primary_key=True))
    place: int = 0


privacy.label(
    Media,
    about="The Gallery: pictures, videos and what is written about them. Private items are for "
    "members.",
    kept="until an administrator deletes it",
    # Public only while `is_public` is true: members alone see private items.
    public="id title description alt_text media_type category tags file_url thumbnail_url "
    "file_name file_size mime_type youtube_url is_public is_pinned order_position place "
    "view_count event_id created_at updated_at",
    admin="uploaded_by",
)
privacy.label(
    MediaTag,
    about="Tags of the Gallery: the words that items are filtered by.",
    kept="as long as its item",
    public="media_id tag place",
)
# A view changes one number. Visitors see it when their copy has expired by age.
topics.declare(Media, MEDIA, view_count=VIEWS)
topics.declare(MediaTag, MEDIA)
