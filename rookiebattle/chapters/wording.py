"""Chapters in the words people use. Pure."""

from rookiebattle.chapters.models import ChapterStatus
from rookiebattle.chapters.schemas import ChapterChoice

NO_SUCH_CHAPTER = "This chapter does not exist"

STATUS = {
    ChapterStatus.ACTIVE: ("Active", "success"),
    ChapterStatus.FORMING: ("Forming", "info"),
    ChapterStatus.INACTIVE: ("Inactive", "neutral"),
}


def members_words(count: int) -> str:
    """'1 member', '1,204 members'."""
    return f"{count:,} {'member' if count == 1 else 'members'}"


def meeting_words(day: str | None, time: str | None) -> str:
    """'Saturday, 6:00 PM', or the part that is known."""
    return ", ".join(part for part in (day, time) if part)


def place_words(city: str, state: str) -> str:
    """'Tampa, Florida'."""
    return f"{city}, {state}"


def choice_words(chapter: ChapterChoice) -> str:
    """'Tampa Bay - Tampa, Florida', as a form offers it."""
    return f"{chapter.name} - {place_words(chapter.city, chapter.state)}"


def status_badge(status: str) -> tuple[str, str]:
    """The word and the tone of a status; an unknown one is shown as it was written."""
    known = status in STATUS
    return STATUS[ChapterStatus(status)] if known else (status.title(), "neutral")
