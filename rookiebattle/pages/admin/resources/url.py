"""The query of the resources' list in the address. Pure."""

from typing import cast

from rookiebattle import routes
from rookiebattle.resources.schemas import Order, ResourceSearch
from rookiebattle.resources.wording import HIDDEN, OPEN, SHELVES, VISIBILITY
from rookiebattle.ui.list_query import BY_TITLE, LAST_CHANGED, NEWEST, Filter, ListQuery, ListShape

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
