"""The query of the log in the address. Pure."""

from datetime import date
from typing import cast

from rookiebattle import routes
from rookiebattle.console.schemas import LogSearch, Order
from rookiebattle.console.wording import KINDS
from rookiebattle.ui.list_query import NEWEST, Filter, ListQuery, ListShape

SHAPE = ListShape(
    routes.ADMIN_LOG,
    sorts=(("newest", NEWEST), ("oldest", "Oldest first")),
    filters=(
        Filter("kind", "Kind", tuple((one, noun.capitalize()) for one, noun in KINDS.items())),
    ),
    typed=("person", "day"),
)


def wanted(query: ListQuery) -> LogSearch:
    return LogSearch(
        thing=query.text,
        person=query.chosen.get("person", ""),
        day=_day(query.chosen.get("day", "")),
        kind=query.chosen.get("kind", ""),
        order=cast("Order", query.sort),  # `read_query` lets only the sorts of the shape through
        window=query.window(SHAPE),
    )


def _day(text: str) -> date | None:
    """A day such as 2026-11-21; anything else counts as not asked."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
