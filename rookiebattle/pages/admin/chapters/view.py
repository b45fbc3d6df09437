"""The chapters' list and its query, the form's values and errors, and the requests. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.chapters.models import MOST_LINES, ChapterStatus
from rookiebattle.chapters.schemas import (
    ChapterEdited,
    ChapterRead,
    ChapterSearch,
    Order,
    RequestList,
    RequestRead,
)
from rookiebattle.chapters.wording import (
    NOT_KNOWN,
    STATUS,
    members_words,
    place_words,
    status_badge,
)
from rookiebattle.core.pagination import Page
from rookiebattle.core.values.text import made_visible
from rookiebattle.events.wording import counted, day_at, near_day, time_words
from rookiebattle.settings import get_settings
from rookiebattle.ui.list_query import (
    BY_NAME,
    NEWEST,
    Filter,
    ListFrame,
    ListQuery,
    ListShape,
    frame_of,
)
from rookiebattle.ui.paging import Pager, pager_of
from rookiebattle.ui.records import draft_of as stored_draft

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


PLAIN = ("name", "status", "location", "city", "state", "description", "contactEmail")
FOLDED = (
    *("meetingDay", "meetingTime", "practiceTimes", "practiceLocations"),
    *("address", "latitude", "longitude", "timeZone"),
)
PRACTICE = ("practiceTimes", "practiceLocations")
LEADER = ("title", "name", "email", "phone")
WEBHOOK = "discordWebhook"
BLANK = dict.fromkeys((*PLAIN, *FOLDED, WEBHOOK), "")
LEADERS = "leaders"
# The controls that show the errors of fields without a control of their own.
CONTROL_OF = {"practiceInfo": "practiceTimes", "leadership": LEADERS}
SIZE = 10


@dataclass(frozen=True)
class ChapterRow:
    id: str = ""
    name: str = ""
    href: str = ""
    location: str = ""
    place: str = ""
    status: str = ""
    tone: str = "neutral"
    members: str = ""
    email: str = ""


@dataclass(frozen=True)
class ChaptersView:
    frame: ListFrame = field(default_factory=ListFrame)
    rows: Sequence[ChapterRow] = ()
    loaded: bool = True


def view_of(query: ListQuery, found: Page[ChapterRead]) -> ChaptersView:
    count = counted(found.total, "chapter")
    frame = frame_of(SHAPE, query, found.total, count=count, csv=routes.CHAPTERS_CSV)
    return ChaptersView(frame, [_row(one) for one in found.items])


def _row(one: ChapterRead) -> ChapterRow:
    status, tone = status_badge(one.status)
    return ChapterRow(
        id=one.id,
        name=one.name,
        href=routes.chapter(one.id),
        location=one.location,
        place=place_words(one.city, one.state),
        status=status,
        tone=tone,
        members=members_words(one.member_count),
        email=one.contact_email or "",
    )


def requested_draft(asked: RequestRead) -> dict[str, Any]:
    """The form's values for the chapter of a request, of which only the place is known.

    Such as 'Ocala, Florida'. Without its state the field stays empty, so that it asks: clubs cross
    the borders of states. The name and address of the person who asked are not for publishing.
    """
    city, _, state = (part.strip() for part in asked.city.partition(","))
    # A part of what a visitor wrote may show nothing although the whole does.
    name = made_visible(city) or asked.city
    known = {"name": name, "city": name[:100], "state": state[:50], "location": NOT_KNOWN}
    return draft_of(None) | known | {"status": ChapterStatus.FORMING.value}


def draft_of(found: ChapterRead | None) -> dict[str, Any]:
    """The form's values for a chapter or a new one, by the names of its controls."""
    if found is None:
        zone = get_settings().org_time_zone
        return BLANK | {"status": ChapterStatus.ACTIVE.value, "timeZone": zone}
    return stored_draft(found, BLANK) | {
        "practiceTimes": "\n".join(found.practice_info.times),
        "practiceLocations": "\n".join(found.practice_info.locations),
        "latitude": _number(found.latitude),
        "longitude": _number(found.longitude),
        **{
            f"leader-{place}-{name}": getattr(lead, name) or ""
            for place, lead in enumerate(found.leadership)
            for name in LEADER
        },
    }


def _number(value: object) -> str:
    return "" if value is None else f"{value:f}".rstrip("0").rstrip(".")


def written(form: Mapping[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {
        name: form[name] for name in (*PLAIN, *FOLDED) if name in form and name not in PRACTICE
    }
    values |= {name: values[name] or None for name in ("latitude", "longitude") if name in values}
    if set(PRACTICE) <= form.keys():
        times, places = (_lines(form[name]) for name in PRACTICE)
        values["practiceInfo"] = {"times": times, "locations": places}
    # The address is never shown, so an empty control leaves it as it is.
    channel = {WEBHOOK: form[WEBHOOK]} if form.get(WEBHOOK) else {}
    return values | channel | {"leadership": _leaders(form)}


def _lines(text: Any) -> list[str]:
    return [line.strip() for line in str(text or "").splitlines() if line.strip()]


def _leaders(form: Mapping[str, Any]) -> list[dict[str, str]]:
    """The leaders in their order; a line without any text is left out."""
    every = [
        {name: str(form.get(f"leader-{key}-{name}") or "").strip() for name in LEADER}
        for key in range(MOST_LINES)
    ]
    return [one for one in every if any(one.values())]


def errors_of(refused: Mapping[str, str]) -> dict[str, str]:
    return {CONTROL_OF.get(name, name): sentence for name, sentence in refused.items()}


def are_folded(errors: Mapping[str, str]) -> bool:
    """Whether a wrong control is in the folded part of the form."""
    return bool(set(errors) - {*PLAIN, WEBHOOK})


@dataclass(frozen=True)
class ChannelView:
    """A chapter's Discord channel: whether it is connected, and how the last message went."""

    is_on: bool = False
    result: str = ""


def channel_of(found: ChapterEdited | None, now: datetime) -> ChannelView:
    if found is None:
        return ChannelView()
    at, zone = found.discord_result_at, found.time_zone
    said = found.discord_result or ""
    when = f"{near_day(at, zone, now)}, {time_words(at.astimezone(ZoneInfo(zone)))}: " if at else ""
    return ChannelView(found.has_discord, when + said)


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
    """The vars of the list; `which` is that of `RequestList`."""

    rows: Sequence[RequestRow] = ()
    pager: Pager = field(default_factory=Pager)
    which: str = RequestList.WAITING.value
    loaded: bool = True


def requests_of(
    found: Page[RequestRead], which: RequestList, *, page: int, now: datetime
) -> RequestsView:
    pager = pager_of(page, SIZE, found.total, lambda number: requests_href(which, page=number))
    return RequestsView([_request(one, now) for one in found.items], pager, which.value)


def _request(one: RequestRead, now: datetime) -> RequestRow:
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
