"""Resources on the wire: reads, writes and filters."""

from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field, StrictBool

from rookiebattle.core.pagination import PartCounted, Window
from rookiebattle.core.schemas import InstantRead, PageQuery, Wire
from rookiebattle.core.shapes import Patch
from rookiebattle.core.values.spreadsheet import MOST_LINES
from rookiebattle.core.values.text import Line, OptionalProse, Searched
from rookiebattle.core.values.web_address import WebAddress
from rookiebattle.resources.models import Category

# The default is never used: `model_fields_set` tells which fields were sent.
_UNCHANGED: Any = Field(default=None)


class ResourceRead(Wire):
    """A resource. `external_url` is null for readers who may not open it. Of `keywords` only the
    search makes use."""

    id: str
    title: str
    description: str | None
    keywords: str | None
    category: str
    external_url: str | None
    is_public: bool
    created_at: InstantRead
    updated_at: InstantRead


class ResourceRecord(ResourceRead):
    """A resource and who added it: for administrators, in the answers to their writes."""

    created_by: str


class ResourceWrite(Wire):
    """A new resource."""

    title: Line
    description: OptionalProse = None
    keywords: OptionalProse = None
    category: Category = Category.TRAINING
    external_url: WebAddress
    is_public: StrictBool = True

    def columns(self) -> dict[str, Any]:
        return self.model_dump(mode="json", by_alias=False)


class ResourcePut(ResourceWrite):
    """A resource's new values. Category and `is_public` stay as they are when they are left out:
    a private resource must not become public because somebody forgot to say so."""

    category: Category = _UNCHANGED
    is_public: StrictBool = _UNCHANGED

    def columns(self) -> dict[str, Any]:
        """All columns but those that stay as they are."""
        kept = {"category", "is_public"} - self.model_fields_set
        return self.model_dump(mode="json", by_alias=False, exclude=kept)


class ResourcePatch(ResourceWrite, Patch):
    """Changes to a resource: only what is sent changes."""

    def columns(self) -> dict[str, Any]:
        return self.model_dump(mode="json", by_alias=False, include=self.model_fields_set)


@dataclass(frozen=True, slots=True)
class ResourceFilter:
    """The resources of a category or of all, with words that begin with those of `text`."""

    category: str | None = None
    text: str = ""
    window: Window = field(default_factory=Window)


Order = Literal["title", "last-title", "newest", "changed"]


@dataclass(frozen=True, slots=True)
class ResourceSearch:
    """The wanted part of the console's list; None and the empty text mean all."""

    text: str = ""
    category: str | None = None
    is_public: bool | None = None
    order: Order = "title"
    window: Window = field(default_factory=Window)


class ResourceSheetQuery(Wire):
    """The query of the download: the same as in the address of the list."""

    q: Searched = ""
    category: Category | Literal[""] = ""
    visibility: Literal["", "public", "members"] = ""
    sort: Order = "title"

    def wanted(self) -> ResourceSearch:
        is_public = None if not self.visibility else self.visibility == "public"
        category = self.category or None
        return ResourceSearch(self.q, category, is_public, self.sort, Window(MOST_LINES))


class ResourceQuery(PageQuery):
    """The query of the list. The category `all` is the same as none."""

    category: Category | Literal["all"] | None = None

    def wanted(self) -> ResourceFilter:
        category = self.category.value if isinstance(self.category, Category) else None
        return ResourceFilter(category, window=self.window())


ResourceList = PartCounted[ResourceRead]
