"""Turns the list of chapters into the view of `/chapters`. Pure."""

from dataclasses import dataclass

from rookiebattle import routes
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.chapters.wording import (
    meeting_words,
    members_words,
    place_words,
    status_badge,
)
from rookiebattle.core.pagination import Page
from rookiebattle.pages.chapters.view.pins import MapPin, pins_of
from rookiebattle.ui.paging import Pager, pager_of

SIZE = 50


@dataclass(frozen=True)
class ChapterCard:
    """The texts of a chapter's card."""

    id: str = ""
    href: str = ""
    name: str = ""
    place: str = ""
    member_count: int = 0
    members: str = ""
    status: str = ""
    tone: str = "neutral"
    meets: str = ""
    description: str = ""


@dataclass(frozen=True)
class ChaptersView:
    """The vars of the page: the chapters of one page of the list, and their pins."""

    cards: list[ChapterCard]
    pins: list[MapPin]
    pager: Pager
    loaded: bool = True


def view_of(found: Page[ChapterRead], page: int) -> ChaptersView:
    """The view of one page of the list."""
    return ChaptersView(
        cards=[card_of(chapter) for chapter in found.items],
        pins=pins_of(found.items),
        pager=pager_of(page, SIZE, found.total, _href),
    )


def card_of(chapter: ChapterRead) -> ChapterCard:
    """The card of one chapter."""
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
        description=chapter.description or "",
    )


def _href(page: int) -> str:
    return routes.asked(routes.CHAPTERS, page=str(page))
