"""Rules of a notification's target and type. Pure."""

from rookiebattle.notifications.models import NotificationType, Target

OTHER = "other"
KNOWN_TYPES = frozenset(one.value for one in NotificationType)


def needs_chapter(target_type: str, chapter_id: str | None) -> bool:
    """Whether a notification for a chapter lacks the chapter."""
    return target_type == Target.CHAPTER and chapter_id is None


def kept_chapter(target_type: str, chapter_id: str | None) -> str | None:
    """The chapter to store; None when the target is everybody."""
    return chapter_id if target_type == Target.CHAPTER else None


def shown_type(stored: str) -> str:
    """The type that is shown; 'other' for a type that cannot be written."""
    return stored if stored in KNOWN_TYPES else OTHER
