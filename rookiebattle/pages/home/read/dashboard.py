"""What the dashboard needs, read in one go."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.schemas import UserRead
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.notifications import service as notifications
from rookiebattle.notifications.schemas import NotificationRead
from rookiebattle.registrations import service as registrations
from rookiebattle.registrations.schemas import NextEvents

MOST_EVENTS = 3
MOST_NOTICES = 20


@dataclass(frozen=True, slots=True)
class HomeChapter:
    """The member's chapter, as far as the dashboard tells of it; its members are not counted."""

    id: str
    name: str
    location: str
    meeting_day: str | None
    meeting_time: str | None


@dataclass(frozen=True, slots=True)
class DashboardShown:
    """A member with their chapter, what they are told and where they have a seat."""

    member: UserRead
    chapter: HomeChapter | None
    notices: Page[NotificationRead]
    events: NextEvents


def show_dashboard(session: Session, actor: Actor) -> DashboardShown:
    """Everything that the actor's dashboard shows; as many queries for much as for little."""
    actor.require(Permission.OWN_ACCOUNT_READ)
    member = accounts.current_user(session, actor)
    told = notifications.list_for_me(session, actor, window=Window(MOST_NOTICES))
    return DashboardShown(
        member=member,
        chapter=_home(session, member.chapter_id),
        notices=told,
        events=registrations.my_next(session, actor, most=MOST_EVENTS),
    )


def older_notices(session: Session, actor: Actor, *, after: int) -> Page[NotificationRead]:
    """As many again of what the actor is told, behind the newest `after`."""
    return notifications.list_for_me(session, actor, window=Window(MOST_NOTICES, after))


def _home(session: Session, chapter_id: str | None) -> HomeChapter | None:
    row = session.get(Chapter, chapter_id) if chapter_id else None
    if row is None:
        return None
    return HomeChapter(row.id, row.name, row.location, row.meeting_day, row.meeting_time)
