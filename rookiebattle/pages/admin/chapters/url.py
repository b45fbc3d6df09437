"""The query of the chapters' list in the address. Pure."""

from typing import cast

from rookiebattle import routes
from rookiebattle.chapters.schemas import ChapterSearch, Order
from rookiebattle.chapters.wording import STATUS
from rookiebattle.ui.list_query import BY_NAME, NEWEST, Filter, ListQuery, ListShape

SHAPE = ListShape(
    routes.ADMIN_CHAPTERS,
    sorts=(
        ("name", BY_NAME),
        ("city", "City, A to Z"),
        ("members", "Most members first"),
        ("newest", NEWEST),
    ),
    filters=(
        Filter("status", "Status", tuple((one.value, words[0]) for one, words in STATUS.items())),
    ),
)
REQUESTS, ANSWERED, REQUEST_PAGE = "requests", "answered", "rpage"
"""The list of requests has parameters of its own: those that wait are shown without one."""


def wanted(query: ListQuery) -> ChapterSearch:
    return ChapterSearch(
        text=query.text,
        status=query.chosen.get("status"),
        order=cast("Order", query.sort),  # `read_query` lets only the sorts of the shape through
        window=query.window(SHAPE),
    )


def requests_href(*, is_answered: bool, page: int = 1) -> str:
    which = {REQUESTS: ANSWERED if is_answered else "", REQUEST_PAGE: str(page) if page > 1 else ""}
    return routes.asked(routes.ADMIN_CHAPTERS, **which)
