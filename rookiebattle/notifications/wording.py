"""Notifications in words: the icon and the word of each type, the last day, the log. Pure."""

from datetime import UTC, date, datetime, time
from typing import NamedTuple
from zoneinfo import ZoneInfo

from rookiebattle.notifications.models import Target
from rookiebattle.notifications.policy import OTHER
from rookiebattle.notifications.schemas import NotificationRead
from rookiebattle.settings import get_settings

END_OF_DAY = time(23, 59, 59)
ACTIVE, INACTIVE, ENDED = "Active", "Inactive", "Ended"
TARGETS = {Target.ALL: "System-wide", Target.CHAPTER: "Chapter-specific"}
UNKNOWN_CHAPTER = "Unknown Chapter"
CHAPTER_NEWS = "News of the chapter"
EMAILED_BEFORE = "Members already got this by email. Add another notification to email them again."


class Manner(NamedTuple):
    """The icon (`symbol`, from the sprite) and the word of a type."""

    symbol: str
    word: str


MANNERS = {
    "info": Manner("info", "Info"),
    "success": Manner("check", "Good news"),
    "warning": Manner("warning", "Warning"),
    "error": Manner("alert", "Urgent"),
    OTHER: Manner("bell", "Notice"),
}


def manner_of(type_: str) -> Manner:
    """The icon and the word of a type; an unknown type has those of `other`."""
    return MANNERS.get(type_, MANNERS[OTHER])


def _zone() -> ZoneInfo:
    return get_settings().org_zone


def last_day(expires_at: datetime | None) -> date | None:
    """The day in the organization's zone on which a notification is shown for the last time."""
    return expires_at.astimezone(_zone()).date() if expires_at else None


def end_of(day: date) -> datetime:
    """The end of a day in the organization's zone."""
    return datetime.combine(day, END_OF_DAY, _zone()).astimezone(UTC)


def target_words(target_type: str) -> str:
    """'System-wide' or 'Chapter-specific'."""
    return TARGETS[Target.CHAPTER if target_type == Target.CHAPTER else Target.ALL]


def told_of(notification: NotificationRead, chapter: str) -> dict[str, str]:
    """The notification in the words of the audit log; `chapter` is its chapter's name."""
    last = last_day(notification.expires_at)
    return {
        "Title": notification.title,
        "Message": notification.message,
        "Type": manner_of(notification.type).word,
        "Target": target_words(notification.target_type),
        "Chapter": chapter,
        "Expires": last.isoformat() if last else "",
        "Status": ACTIVE if notification.is_active else INACTIVE,
    }
