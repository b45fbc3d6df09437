"""The query of the list of payments in the address. Pure."""

from typing import cast

from rookiebattle import routes
from rookiebattle.payments.schemas import Order, PaymentSearch
from rookiebattle.payments.wording import KINDS, METHODS, STATUSES
from rookiebattle.ui.list_query import NEWEST, Filter, ListQuery, ListShape

SHAPE = ListShape(
    routes.ADMIN_PAYMENTS,
    sorts=(("newest", NEWEST), ("oldest", "Oldest first")),
    filters=(
        Filter("kind", "For", tuple(KINDS.items())),
        Filter("method", "Method", tuple(METHODS.items())),
        Filter("status", "Status", tuple(STATUSES.items())),
    ),
)


def wanted(query: ListQuery) -> PaymentSearch:
    """What the address asks for, as the verb takes it."""
    return PaymentSearch(
        text=query.text,
        kind=query.chosen.get("kind", ""),
        method=query.chosen.get("method", ""),
        status=query.chosen.get("status", ""),
        order=cast("Order", query.sort),  # `read_query` lets only the sorts of the shape through
        window=query.window(SHAPE),
    )
