"""What other slices hear about chapters, in the same transaction."""

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook


@Hook
def chapter_requested(session: Session, actor: Actor, /, *, request_id: str) -> None:
    """Somebody asks about starting a chapter.

    The organization is written to at `org_contact_email`; an answer goes to the email address that
    the request holds.
    """
