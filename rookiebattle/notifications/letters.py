"""The letter that says what a notification says."""

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.letters import letter_to, reader
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.chapters import service as chapters
from rookiebattle.core import clock
from rookiebattle.core.mail.layout import Content
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.notifications import queries
from rookiebattle.notifications.models import Notification
from rookiebattle.notifications.service import POSTED


def posted(session: Session, user_id: str, notification_id: str) -> Letter | None:
    """The notification as it is now; None when it no longer reaches the member."""
    to, one = (
        reader(session, user_id, Mailing.NOTICES),
        session.get(Notification, notification_id),
    )
    is_told = queries.reaches(session, notification_id, user_id, clock.now())
    if not to or not one or not is_told:
        return None
    content = Content(title=one.title, opening=[one.message])
    if one.chapter_id is None:
        content.link = ("Open your dashboard", routes.absolute(routes.HOME))
        return letter_to(to, POSTED, one.title, content, mailing=Mailing.NOTICES)
    content.link = ("See your chapter", routes.chapter_url(one.chapter_id))
    subject = f"{chapters.name_of(session, one.chapter_id)}: {one.title}"
    return letter_to(to, POSTED, subject, content, mailing=Mailing.NOTICES)
