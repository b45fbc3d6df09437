"""Chapters in the words people use. Pure."""

from collections.abc import Iterable

from rookiebattle.chapters.models import ChapterStatus
from rookiebattle.chapters.schemas import ChapterChoice, ChapterMeeting, ChapterRead
from rookiebattle.core.changes import Unsaid
from rookiebattle.core.values.text import folded
from rookiebattle.integrations.discord import Answer

NO_SUCH_CHAPTER = "This chapter doesn’t exist"
NO_CHAPTERS = "No chapters found"
NOT_KNOWN, ALL_OVER = "To be announced", "All cities"

DISCORD, NO_DISCORD = "Discord channel", "This chapter has no Discord channel."
TEST = "Test from {club}"
DISCORD_GONE = "Discord no longer takes this address, so the channel was disconnected."

STATUS = {
    ChapterStatus.ACTIVE: ("Active", "success"),
    ChapterStatus.FORMING: ("Forming", "info"),
    ChapterStatus.INACTIVE: ("Inactive", "neutral"),
}

ABOUT_STATUS = {
    ChapterStatus.FORMING: "This chapter is just starting. Write to us and be one of the first.",
    ChapterStatus.INACTIVE: "This chapter is taking a break. Write to us to hear when it’s back.",
}


def posted_words(answer: Answer) -> str:
    if answer.is_taken:
        return "Posted."
    if answer.is_gone:
        return DISCORD_GONE
    if answer.status == 429:
        return "Discord asks us to slow down."
    if answer.is_for_later:
        return "Discord didn’t answer."
    return f"Discord refused the message ({answer.status})."


def members_words(count: int) -> str:
    """'1 member', '1,204 members'."""
    return f"{count:,} {'member' if count == 1 else 'members'}"


def meeting_words(day: str | None, time: str | None) -> str:
    """'Saturday, 6:00 PM', or the part that is known."""
    return ", ".join(part for part in (day, time) if part)


def leader_words(chapter: ChapterMeeting) -> str:
    """'Rika Mori of Tidewall Dojo'; empty without a named leader."""
    leader = next((one.name for one in chapter.leadership if one.name), "")
    return f"{leader} of {chapter.name}" if leader else ""


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


def about_status(status: str) -> str:
    """A sentence about the status for somebody who wants to come; empty for an active chapter."""
    return ABOUT_STATUS.get(ChapterStatus(status), "") if status in STATUS else ""


def told_of(chapter: ChapterRead) -> dict[str, str]:
    """The chapter in the words of the audit log. Addresses and phones of people are left out."""
    leaders = [" ".join(filter(None, (one.title, one.name))) for one in chapter.leadership]
    reached = [f"{one.email or ''} {one.phone or ''}" for one in chapter.leadership]
    at = [str(one) for one in (chapter.latitude, chapter.longitude) if one is not None]
    return {
        "Name": chapter.name,
        "Status": status_badge(chapter.status)[0],
        "Location": chapter.location,
        "City": chapter.city,
        "State": chapter.state,
        "Description": chapter.description or "",
        "Contact email": Unsaid(chapter.contact_email or ""),
        "Meeting day": chapter.meeting_day or "",
        "Meeting time": chapter.meeting_time or "",
        "Practice times": "; ".join(chapter.practice_info.times),
        "Practice places": "; ".join(chapter.practice_info.locations),
        "Leaders": "; ".join(leaders),
        "How to reach the leaders": Unsaid("; ".join(reached).strip("; ")),
        "Address": chapter.address or "",
        "Place on the map": ", ".join(at),
        "Time zone": chapter.time_zone,
    }


def by_city(chapters: Iterable[ChapterChoice]) -> list[tuple[str, str]]:
    """Each chapter's id and 'Tampa, Florida · Tidewall Dojo', by state and city.

    A visitor knows the city, not the name.
    """
    ordered = sorted(chapters, key=lambda one: (folded(one.state), folded(one.city)))
    return [(one.id, f"{place_words(one.city, one.state)} · {one.name}") for one in ordered]
