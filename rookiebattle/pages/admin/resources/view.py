"""The resources as the console shows them, their query and their blank form. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from rookiebattle import routes
from rookiebattle.core.pagination import Page
from rookiebattle.events.wording import counted
from rookiebattle.resources.models import Category
from rookiebattle.resources.schemas import Order, ResourceRecord, ResourceSearch
from rookiebattle.resources.wording import HIDDEN, OPEN, SHELVES, VISIBILITY, shelf_of
from rookiebattle.ui.list_query import (
    BY_TITLE,
    LAST_CHANGED,
    NEWEST,
    Filter,
    ListFrame,
    ListQuery,
    ListShape,
    frame_of,
)

PUBLIC = "public"
KINDS = ((PUBLIC, OPEN), ("members", HIDDEN))
SHAPE = ListShape(
    routes.ADMIN_RESOURCES,
    sorts=(
        ("title", BY_TITLE),
        ("last-title", "Title, Z to A"),
        ("newest", NEWEST),
        ("changed", LAST_CHANGED),
    ),
    filters=(
        Filter("category", "Category", tuple((one.value, one.label) for one in SHELVES[1:])),
        Filter("visibility", VISIBILITY, KINDS),
    ),
)


def wanted(query: ListQuery) -> ResourceSearch:
    visibility = query.chosen.get("visibility")
    return ResourceSearch(
        text=query.text,
        category=query.chosen.get("category"),
        is_public=None if visibility is None else visibility == PUBLIC,
        order=cast("Order", query.sort),  # `read_query` lets only the sorts of the shape through
        window=query.window(SHAPE),
    )


BLANK = {
    "title": "",
    "description": "",
    "keywords": "",
    "category": Category.TRAINING.value,
    "externalUrl": "",
    "isPublic": True,
}
"""The form of a new resource."""


@dataclass(frozen=True)
class ResourceRow:
    id: str = ""
    title: str = ""
    description: str = ""
    category: str = ""
    is_public: bool = True
    href: str = ""


@dataclass(frozen=True)
class ResourcesView:
    frame: ListFrame = field(default_factory=ListFrame)
    rows: Sequence[ResourceRow] = ()
    loaded: bool = True


def view_of(query: ListQuery, found: Page[ResourceRecord]) -> ResourcesView:
    count = counted(found.total, "resource")
    frame = frame_of(SHAPE, query, found.total, count=count, csv=routes.RESOURCES_CSV)
    return ResourcesView(frame, [_row(one) for one in found.items])


def _row(one: ResourceRecord) -> ResourceRow:
    return ResourceRow(
        id=one.id,
        title=one.title,
        description=one.description or "",
        category=shelf_of(one.category).label,
        is_public=one.is_public,
        href=one.external_url or "",
    )
