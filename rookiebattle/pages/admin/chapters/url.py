"""The query of the chapters' list in the address. Pure."""

from typing import cast

from rookiebattle import routes
from rookiebattle.chapters.schemas import ChapterSearch, Order, RequestList
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
REQUESTS, REQUEST_PAGE = "requests", "rpage"
"""The list of requests has parameters of its own: those that wait are shown without one."""


def wanted(query: ListQuery) -> ChapterSearch:
    return ChapterSearch(
        text=query.text,
        status=query.chosen.get("status"),
        order=cast("Order", query.sort),  # `read_query` lets only the sorts of the shape through
        window=query.window(SHAPE),
    )


def requests_of_address(text: str) -> RequestList:
    """The list of requests that the address asks for; those that wait for any other."""
    return RequestList(text) if text in {*RequestList} else RequestList.WAITING


def requests_href(which: RequestList, *, page: int = 1) -> str:
    named = "" if which is RequestList.WAITING else which.value
    asked = {REQUESTS: named, REQUEST_PAGE: str(page) if page > 1 else ""}
    return routes.asked(routes.ADMIN_CHAPTERS, **asked)
