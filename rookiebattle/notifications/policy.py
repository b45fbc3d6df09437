"""Whom a notification may be for, and as what its type is shown. Pure."""

from rookiebattle.notifications.models import NotificationType, Target

OTHER = "other"
KNOWN_TYPES = frozenset(one.value for one in NotificationType)


def needs_chapter(target_type: str, chapter_id: str | None) -> bool:
    """Whether the chapter that it is for is missing."""
    return target_type == Target.CHAPTER and chapter_id is None


def kept_chapter(target_type: str, chapter_id: str | None) -> str | None:
    """The chapter of a notification for one; what is for everybody has none."""
    return chapter_id if target_type == Target.CHAPTER else None


def shown_type(stored: str) -> str:
    """A type as it is read; 'other' for one that nobody can write any more."""
    return stored if stored in KNOWN_TYPES else OTHER
