"""The tables of resources and of the words by which a search finds them."""

from datetime import datetime
from enum import StrEnum

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database import topics
from rookiebattle.core.database.db import UtcDateTime, new_id
from rookiebattle.core.database.freshness import RESOURCES
from rookiebattle.core.values.words import LONGEST_WORD, by_bytes


class Category(StrEnum):
    RULES = "rules"
    BEAD_SYSTEM = "bead-system"
    TRAINING = "training"
    TEMPLATES = "templates"
    GAMES = "games"
    FORMS = "forms"


class Resource(SQLModel, table=True):
    """A link to a document elsewhere. `sort_title` is the title as lists are ordered by it.

    A search also finds it by its `keywords`, which no page shows: words that the document has and
    its description lacks.
    """

    __tablename__ = "resources"
    __table_args__ = (
        sa.Index("ix_resources_sort_title_id", "sort_title", "id"),
        sa.Index("ix_resources_category_sort_title_id", "category", "sort_title", "id"),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    title: str = Field(max_length=255)
    sort_title: str = Field(sa_column=sa.Column(by_bytes(), nullable=False))
    description: str | None = None
    keywords: str | None = None
    category: str = Field(default=Category.TRAINING, max_length=100)
    external_url: str = Field(max_length=2048)
    is_public: bool = True
    created_by: str = Field(foreign_key="users.id", index=True, max_length=36)
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)


class ResourceWord(SQLModel, table=True):
    """A word of a resource's title, description or keywords, folded. Searching reads a range.

    `category` is the resource's: a search within one reads a range as well.
    """

    __tablename__ = "resource_words"
    __table_args__ = (
        sa.Index("ix_resource_words_word_resource_id", "word", "resource_id"),
        sa.Index("ix_resource_words_category_word_resource_id", "category", "word", "resource_id"),
    )

    resource_id: str = Field(
        foreign_key="resources.id", ondelete="CASCADE", primary_key=True, max_length=36
    )
    word: str = Field(sa_column=sa.Column(by_bytes(LONGEST_WORD), primary_key=True))
    category: str = Field(max_length=100)


privacy.label(
    Resource,
    about="The Library: titles, descriptions and addresses of documents. The address of a private "
    "document is for members.",
    kept="until an administrator deletes it",
    public="id title sort_title description keywords category is_public created_at updated_at",
    # Public only while `is_public` is true: the address of a private resource is for members.
    member="external_url",
    admin="created_by",
)
privacy.label(
    ResourceWord,
    about="Words of the Library: what a search finds documents by.",
    kept="as long as its resource",
    public="resource_id word category",
)
topics.declare(Resource, RESOURCES)
topics.declare(ResourceWord, RESOURCES)
