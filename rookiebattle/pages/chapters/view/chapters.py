"""Turns the list of chapters into the view of `/chapters`. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.chapters.wording import meeting_words, members_words, place_words, status_badge
from rookiebattle.events.schemas import Span
from rookiebattle.events.wording import time_on
from rookiebattle.pages.chapters.read import ChaptersShown
from rookiebattle.pages.chapters.view.pins import MapPin, pins_of
from rookiebattle.ui.paging import Pager, pager_of

SIZE = 50
BY_STATE = "state"
SORTED_BY_STATE = routes.asked(routes.CHAPTERS, sort=BY_STATE)


@dataclass(frozen=True)
class ChapterCard:
    """The texts of a chapter's card. `today` says when it meets today, such as 'Today, 6:00 PM'."""

    id: str = ""
    href: str = ""
    name: str = ""
    place: str = ""
    member_count: int = 0
    members: str = ""
    status: str = ""
    tone: str = "neutral"
    meets: str = ""
    today: str = ""
    description: str = ""


@dataclass(frozen=True)
class ChaptersView:
    """The vars of the page: the chapters of one page of the list, and their pins."""

    cards: Sequence[ChapterCard] = ()
    pins: Sequence[MapPin] = ()
    pager: Pager = field(default_factory=Pager)
    by_state: bool = False
    is_on_today: bool = False


def view_of(
    shown: ChaptersShown, page: int, now: datetime, *, by_state: bool = False
) -> ChaptersView:
    items, total = shown.found.items, shown.found.total
    today = {id_: _today(span, now) for id_, span in shown.today.items()}
    pins = pins_of(items, today)
    return ChaptersView(
        cards=[card_of(chapter, today.get(chapter.id, "")) for chapter in items],
        pins=pins,
        pager=pager_of(page, SIZE, total, lambda number: _href(number, by_state=by_state)),
        by_state=by_state,
        is_on_today=any(pin.today for pin in pins),
    )


def _today(span: Span, now: datetime) -> str:
    here = now.astimezone(ZoneInfo(span.time_zone)).date()
    return f"Today, {time_on(here, span.start, span.end, span.time_zone)}"


def card_of(chapter: ChapterRead, today: str = "") -> ChapterCard:
    status, tone = status_badge(chapter.status)
    return ChapterCard(
        id=chapter.id,
        href=routes.chapter(chapter.id),
        name=chapter.name,
        place=place_words(chapter.city, chapter.state),
        member_count=chapter.member_count,
        members=members_words(chapter.member_count),
        status=status,
        tone=tone,
        meets=meeting_words(chapter.meeting_day, chapter.meeting_time),
        today=today,
        description=chapter.description or "",
    )


def _href(page: int, *, by_state: bool) -> str:
    sort = {"sort": BY_STATE} if by_state else {}
    return routes.asked(routes.CHAPTERS, **sort, page=str(page))
