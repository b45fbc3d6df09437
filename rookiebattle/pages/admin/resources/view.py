"""The resources as the console shows them, and their blank form. Pure."""

from dataclasses import dataclass

from rookiebattle import routes
from rookiebattle.core.pagination import Page
from rookiebattle.events.wording import counted
from rookiebattle.pages.admin.resources.url import SHAPE
from rookiebattle.resources.models import Category
from rookiebattle.resources.schemas import ResourceRecord
from rookiebattle.resources.wording import shelf_of
from rookiebattle.ui.list_query import ListFrame, ListQuery, frame_of

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
    frame: ListFrame
    rows: list[ResourceRow]
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
