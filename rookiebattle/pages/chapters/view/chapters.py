"""What `/chapters` shows of each chapter. Pure."""

from dataclasses import dataclass

from rookiebattle import routes
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.chapters.wording import (
    meeting_words,
    members_words,
    place_words,
    status_badge,
)

SIZE = 50
LAST_PAGE = 1000


@dataclass(frozen=True)
class ChapterCard:
    """A chapter as its card says it."""

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
class Pages:
    """'1 – 50 of 120' and the addresses beside; empty where one page holds all."""

    words: str = ""
    before: str = ""
    after: str = ""


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


def page_number(text: str) -> int:
    """The page that the URL asks for; junk is the first."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 1
    return min(max(number, 1), LAST_PAGE)


def pages_of(page: int, total: int) -> Pages:
    """Where this page of the list stands."""
    start, end = (page - 1) * SIZE, min(page * SIZE, total)
    if total <= SIZE:
        return Pages()
    return Pages(
        words=f"{start + 1:,} – {end:,} of {total:,}" if start < end else "",
        before=routes.asked(routes.CHAPTERS, page=str(page - 1)) if page > 1 else "",
        after=routes.asked(routes.CHAPTERS, page=str(page + 1)) if end < total else "",
    )
