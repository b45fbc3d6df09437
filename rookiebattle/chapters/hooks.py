"""The hooks by which other slices hear about chapters, in the same transaction."""

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook


@Hook
def chapter_requested(session: Session, actor: Actor, /, *, request_id: str) -> None:
    """Somebody asks to start a chapter.

    A subscriber writes to the organization at `org_contact_email`. The request has the address to
    answer to.
    """


@Hook
def chapter_started(session: Session, actor: Actor, /, *, request_id: str) -> None:
    """An administrator made a chapter of a request, which has the chapter's id.

    A subscriber writes to the person who asked.
    """


@Hook
def channel_switched(session: Session, /, *, chapter_id: str, is_on: bool) -> None:
    """A chapter's Discord channel was connected or disconnected.

    A subscriber begins or ends to tell it of events.
    """


@Hook
def channel_lost(session: Session, /, *, chapter_id: str) -> None:
    """Discord ended the connection. A subscriber writes to the administrator who made it."""


@Hook
def chapter_removing(session: Session, actor: Actor, /, *, chapter_id: str) -> None:
    """A chapter is about to be deleted; its row is locked."""
