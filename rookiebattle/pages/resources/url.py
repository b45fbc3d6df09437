"""The page's part of the URL: category, search and page. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypedDict

from typing_extensions import Unpack

from rookiebattle import routes
from rookiebattle.resources.models import Category
from rookiebattle.resources.schemas import ResourceFilter
from rookiebattle.ui.paging import page_number, window_of

PAGE_SIZE = 24
LONGEST_SEARCH = 100
UNKNOWN = "That category is not one we know, so all resources are shown."


@dataclass(frozen=True, slots=True)
class PageQuery:
    """What is shown; empty means all."""

    category: str = ""
    text: str = ""
    page: int = 1

    def wanted(self) -> ResourceFilter:
        return ResourceFilter(self.category or None, self.text, window_of(self.page, PAGE_SIZE))


class Change(TypedDict, total=False):
    """What a link changes."""

    category: str
    text: str
    page: int


def read_query(params: Mapping[str, str]) -> tuple[PageQuery, str]:
    """What the URL asks for, and a sentence about a category that we do not know."""
    category = params.get("category", "")
    is_known = category in ("", "all", *Category)
    query = PageQuery(
        category=category if is_known and category != "all" else "",
        text=as_typed(params.get("q", "")),
        page=page_number(params.get("page", "")),
    )
    return query, "" if is_known else UNKNOWN


def as_typed(text: str) -> str:
    """A search on one line, no longer than anybody means."""
    return " ".join(text.split())[:LONGEST_SEARCH].rstrip()


def href(query: PageQuery, **changes: Unpack[Change]) -> str:
    """The address of the list with something changed; another list starts on page 1."""
    wanted = replace(query, **({"page": 1} | changes))
    parts = {
        "category": wanted.category,
        "q": wanted.text,
        "page": str(wanted.page) if wanted.page > 1 else "",
    }
    return routes.asked(routes.RESOURCES, **parts)
