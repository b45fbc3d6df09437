"""Messages of the demo data: notifications of every type, and requests to start a chapter."""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from rookiebattle.chapters.schemas import ChapterRequestWrite
from rookiebattle.chapters.starting import ask_about_chapter
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.notifications.models import Notification, NotificationType, Target
from rookiebattle.notifications.schemas import NotificationWrite
from rookiebattle.notifications.service import create_notification

DAY = timedelta(days=1)
OF_OLD_TIMES = "announcement"
REQUESTS = (
    ChapterRequestWrite(
        name="Robin Thorne",
        email="robin.thorne@example.org",
        city="Ocala, Florida",
        message="Six of us drive to Tampa every Saturday. We have a park and two trunks of "
        "foam, and one of us has been a Marshal for three years.",
    ),
    ChapterRequestWrite(
        name="Sage Whitlock",
        email="sage.whitlock@example.org",
        city="Valdosta",
        message="Is there a way to start small? We are four, all new.",
    ),
)


def tell_people(session: Session, admin: Actor, now: datetime, chapter_id: str) -> None:
    """Create the notifications, dated over the last days.

    `chapter_id` is the demo member's chapter.
    """
    for age, values in _messages(now, chapter_id):
        with clock.at(now - age):
            create_notification(session, admin, values=values)
    # No door can write this type; an imported row may have it.
    session.add(
        Notification(
            title="Spring newsletter",
            message="Photographs of the winter feast, and who earned which beads.",
            type=OF_OLD_TIMES,
            created_by=admin.user_id,
            created_at=now - 9 * DAY,
            updated_at=now - 9 * DAY,
        )
    )


def ask_for_chapters(session: Session, now: datetime) -> None:
    """Ask to start chapters, as visitors did over the last days."""
    for age, values in enumerate(REQUESTS, start=1):
        with clock.at(now - age * DAY):
            ask_about_chapter(session, VISITOR, values=values)


def _messages(now: datetime, chapter_id: str) -> list[tuple[timedelta, NotificationWrite]]:
    return [
        (
            20 * DAY,
            NotificationWrite(
                title="Field closed last month",
                message="The meadow was under water.",
                type=NotificationType.ERROR,
                expires_at=now - 10 * DAY,
            ),
        ),
        (
            6 * DAY,
            NotificationWrite(
                title="Waivers renew soon",
                message="Sign the new form once and it counts for every park day this year.",
            ),
        ),
        (
            4 * DAY,
            NotificationWrite(
                title="Loaner gear is fully stocked again",
                message="Forty new shields, thanks to everyone who came to the building day.",
                type=NotificationType.SUCCESS,
            ),
        ),
        (
            2 * DAY,
            NotificationWrite(
                title="Don’t use batch 7 spears",
                message="Their tips come loose. Bring them to your Marshal for a replacement.",
                type=NotificationType.ERROR,
            ),
        ),
        (
            DAY,
            NotificationWrite(
                title="Park change this Saturday",
                message="The north field is closed. Meet at the south pavilion.",
                type=NotificationType.WARNING,
                target_type=Target.CHAPTER,
                chapter_id=chapter_id,
                expires_at=now + 5 * DAY,
            ),
        ),
        (
            timedelta(),
            NotificationWrite(title="Summer camp", message="Not decided yet.", is_active=False),
        ),
    ]
