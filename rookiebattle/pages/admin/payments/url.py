"""The query of the list of payments in the address. Pure."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import cast
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.payments.schemas import Order, PaymentSearch
from rookiebattle.payments.wording import KINDS, STATUSES, WAYS
from rookiebattle.settings import get_settings
from rookiebattle.ui.list_query import NEWEST, Filter, ListQuery, ListShape

WHEN: Mapping[str, str] = {
    "month": "This month",
    "last-month": "Last month",
    "year": "This year",
    "last-year": "Last year",
}


def span_of(when: str, now: datetime) -> tuple[datetime | None, datetime | None]:
    """The first moment of a time and the first one behind it, where the club's books are kept."""
    today = now.astimezone(ZoneInfo(get_settings().org_time_zone))
    month = today.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    year = month.replace(month=1)
    match when:
        case "month":
            return month, None
        case "last-month":
            return (month - timedelta(days=1)).replace(day=1), month
        case "year":
            return year, None
        case "last-year":
            return year.replace(year=year.year - 1), year
    return None, None


SHAPE = ListShape(
    routes.ADMIN_PAYMENTS,
    sorts=(("newest", NEWEST), ("oldest", "Oldest first")),
    filters=(
        Filter("kind", "For", tuple(KINDS.items())),
        Filter("method", "Method", tuple(WAYS.items())),
        Filter("status", "Status", tuple(STATUSES.items())),
        Filter("when", "When", tuple(WHEN.items())),
    ),
)


def wanted(query: ListQuery, now: datetime) -> PaymentSearch:
    """What the address asks for, as the verb takes it."""
    since, until = span_of(query.chosen.get("when", ""), now)
    return PaymentSearch(
        since=since,
        until=until,
        text=query.text,
        kind=query.chosen.get("kind", ""),
        method=query.chosen.get("method", ""),
        status=query.chosen.get("status", ""),
        order=cast("Order", query.sort),  # `read_query` lets only the sorts of the shape through
        window=query.window(SHAPE),
    )
