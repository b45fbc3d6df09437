"""Notifications on the wire."""

from typing import Annotated

from pydantic import Field

from rookiebattle.core.schemas import Id, Instant, InstantRead, Wire
from rookiebattle.core.shapes import Patch
from rookiebattle.core.text import Line, Prose
from rookiebattle.notifications.models import NotificationType, Target

Flag = Annotated[bool, Field(strict=True)]


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
    """A notification and who wrote it: for administrators only."""

    created_by: str


class NotificationWrite(Wire):
    """A new notification. Without `expiresAt` it stays until an administrator ends it."""

    title: Line
    message: Prose
    type: NotificationType = NotificationType.INFO
    target_type: Target = Target.ALL
    chapter_id: Id | None = None
    expires_at: Instant | None = None
    is_active: Flag = True


class NotificationPatch(NotificationWrite, Patch):
    """Changes to a notification: only what is sent changes."""
