"""Notifications on the wire."""

from dataclasses import dataclass, field
from typing import Literal

from pydantic import StrictBool

from rookiebattle.core.pagination import Window
from rookiebattle.core.schemas import Id, Instant, InstantRead, Wire
from rookiebattle.core.shapes import Patch
from rookiebattle.core.values.spreadsheet import MOST_LINES
from rookiebattle.core.values.text import Line, Prose, Searched
from rookiebattle.notifications.models import NotificationType, Target


class NotificationRead(Wire):
    """A notification; `type` is one of the four, or `other` for one that is none of them."""

    id: str
    title: str
    message: str
    type: str
    target_type: str
    chapter_id: str | None
    expires_at: InstantRead | None
    is_active: bool
    created_at: InstantRead


class NotificationRecord(NotificationRead):
    """A notification, who wrote it, and when its emails were queued: for administrators only."""

    created_by: str
    emailed_at: InstantRead | None


class NotificationSaved(NotificationRecord):
    """A notification after it was written, and how many emails about it that queued."""

    emails: int = 0


class NotificationWrite(Wire):
    """A new notification. Without `expiresAt` it stays until an administrator ends it.

    `alsoEmail` sends it to everybody whom it reaches, once for each notification.
    """

    title: Line
    message: Prose
    type: NotificationType = NotificationType.INFO
    target_type: Target = Target.ALL
    chapter_id: Id | None = None
    expires_at: Instant | None = None
    is_active: StrictBool = True
    also_email: StrictBool = False


class NotificationPatch(NotificationWrite, Patch):
    """Changes to a notification: only what is sent changes."""


Order = Literal["newest", "oldest", "title", "expiry"]
Standing = Literal["shown", "inactive", "expired"]
"""Whether members see it now, an administrator turned it off, or its time is over."""


@dataclass(frozen=True, slots=True)
class NotificationSearch:
    """The wanted part of the console's list; None and the empty text mean all."""

    text: str = ""
    standing: Standing | None = None
    target: Target | None = None
    type: NotificationType | None = None
    chapter_id: str | None = None
    order: Order = "newest"
    window: Window = field(default_factory=Window)


class NotificationSheetQuery(Wire):
    """The query of the download: the same as in the address of the list."""

    q: Searched = ""
    standing: Standing | Literal[""] = ""
    target: Target | Literal[""] = ""
    type: NotificationType | Literal[""] = ""
    chapter: Searched = ""
    sort: Order = "newest"

    def wanted(self) -> NotificationSearch:
        return NotificationSearch(
            text=self.q,
            standing=self.standing or None,
            target=self.target or None,
            type=self.type or None,
            chapter_id=self.chapter or None,
            order=self.sort,
            window=Window(MOST_LINES),
        )
