"""The library's query in the address: category, search and page. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rookiebattle import routes
from rookiebattle.core.values.text import as_searched
from rookiebattle.resources.models import Category
from rookiebattle.resources.schemas import ResourceFilter
from rookiebattle.ui.paging import page_number, window_of

PAGE_SIZE = 48
UNKNOWN = "We don’t have that category. Here’s everything."


@dataclass(frozen=True, slots=True)
class PageQuery:
    """The choices in the address; empty means all."""

    category: str = ""
    text: str = ""
    page: int = 1

    def wanted(self) -> ResourceFilter:
        return ResourceFilter(self.category or None, self.text, window_of(self.page, PAGE_SIZE))


def read_query(params: Mapping[str, str]) -> tuple[PageQuery, str]:
    """The choices in the address, and a sentence about an unknown category."""
    category = params.get("category", "")
    is_known = category in ("", "all", *Category)
    query = PageQuery(
        category=category if is_known and category != "all" else "",
        text=as_searched(params.get("q", "")),
        page=page_number(params.get("page", "")),
    )
    return query, "" if is_known else UNKNOWN


def href(query: PageQuery, **changes: Any) -> str:
    """The address of the list with these changes. Another list starts on page 1."""
    wanted = replace(query, **({"page": 1} | changes))
    parts = {
        "category": wanted.category,
        "q": wanted.text,
        "page": str(wanted.page) if wanted.page > 1 else "",
    }
    return routes.asked(routes.RESOURCES, **parts)
