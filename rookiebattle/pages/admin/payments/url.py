"""The query of the list of payments in the address. Pure."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import cast

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


ABOUT, FIRST, LAST = "about", "from", "to"
Span = tuple[datetime | None, datetime | None]


def span_of(query: ListQuery, now: datetime) -> Span:
    """The first moment of what is asked for and the first one behind it. Typed days narrow it."""
    since, until = _span_of_choice(query.chosen.get("when", ""), now)
    first, behind = _day(query.chosen.get(FIRST, "")), _day(query.chosen.get(LAST, ""), later=1)
    return (
        max(filter(None, (since, first)), default=None),
        min(filter(None, (until, behind)), default=None),
    )


def _day(text: str, later: int = 0) -> datetime | None:
    """The first moment of a day such as 2026-11-21; anything else counts as not asked."""
    try:
        day = date.fromisoformat(text) + timedelta(days=later)
    except (ValueError, OverflowError):
        return None
    return datetime.combine(day, time(), get_settings().org_zone)


def _span_of_choice(when: str, now: datetime) -> Span:
    """The span of a choice of `WHEN`, where the club's books are kept."""
    today = now.astimezone(get_settings().org_zone)
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
    typed=(ABOUT, FIRST, LAST),
)


def wanted(query: ListQuery, now: datetime) -> PaymentSearch:
    since, until = span_of(query, now)
    return PaymentSearch(
        since=since,
        until=until,
        text=query.text,
        about=query.chosen.get(ABOUT, ""),
        kind=query.chosen.get("kind", ""),
        method=query.chosen.get("method", ""),
        status=query.chosen.get("status", ""),
        order=cast("Order", query.sort),  # `read_query` lets only the sorts of the shape through
        window=query.window(SHAPE),
    )


def file_href(query: ListQuery, now: datetime) -> str:
    """The treasurer's file of what the list is about: its lines add up to the sums of the list."""
    since, until = span_of(query, now)
    told = {"since": since, "until": until}
    days = {name: at.isoformat() if at else "" for name, at in told.items()}
    chosen = {name: query.chosen.get(name, "") for name in (ABOUT, "kind", "method", "status")}
    return routes.asked(routes.PAYMENTS_CSV, q=query.text, **chosen, **days)
