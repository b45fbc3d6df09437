"""The requests to start a chapter as the console shows them. Pure."""

from dataclasses import dataclass
from datetime import datetime

from rookiebattle import routes
from rookiebattle.chapters.schemas import RequestRead
from rookiebattle.core.pagination import Page
from rookiebattle.events.wording import day_at
from rookiebattle.pages.admin.chapters.url import requests_href
from rookiebattle.settings import get_settings
from rookiebattle.ui.paging import Pager, pager_of

SIZE = 10


@dataclass(frozen=True)
class RequestRow:
    """A request. `chapter` is the page of the chapter that it became, if it did."""

    id: str = ""
    city: str = ""
    name: str = ""
    email: str = ""
    write: str = ""
    message: str = ""
    since: str = ""
    chapter: str = ""


@dataclass(frozen=True)
class RequestsView:
    """The vars of the list: those that wait, or those that were answered."""

    rows: list[RequestRow]
    pager: Pager
    is_answered: bool
    loaded: bool = True


def view_of(
    found: Page[RequestRead], *, is_answered: bool, page: int, now: datetime
) -> RequestsView:
    pager = pager_of(
        page, SIZE, found.total, lambda number: requests_href(is_answered=is_answered, page=number)
    )
    return RequestsView([_row(one, now) for one in found.items], pager, is_answered)


def _row(one: RequestRead, now: datetime) -> RequestRow:
    zone = get_settings().org_time_zone
    return RequestRow(
        id=one.id,
        city=one.city,
        name=one.name,
        email=one.email,
        write=routes.write_to(one.email, f"Your chapter in {one.city}"),
        message=one.message,
        since=day_at(one.created_at, zone, now),
        chapter=routes.chapter(one.chapter_id) if one.chapter_id else "",
    )
