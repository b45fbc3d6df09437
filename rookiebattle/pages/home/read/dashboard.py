"""Reads the data of the dashboard, in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.schemas import UserRead
from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterMeeting, ChapterTown
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.notifications import service as notifications
from rookiebattle.notifications.schemas import NotificationRead
from rookiebattle.progression import service as progression
from rookiebattle.progression.schemas import TimelineEntry
from rookiebattle.registrations.schemas import NextEvents, OwnEvent
from rookiebattle.registrations.service import agenda
from rookiebattle.registrations.service import registering as registrations
from rookiebattle.registrations.service.agenda import NearEvent, RunEvents

MOST_EVENTS = 3
MOST_NOTICES = 20
MOST_ACTIVITY = 3


@dataclass(frozen=True, slots=True)
class DashboardShown:
    """A member with the chapter, the newest progress, the notifications and the next events.

    `towns` are those of all chapters, because a seat may be at another chapter's event.
    `to_look_at` are the events at which the member has a seat and that do not take place, or at
    which the seat is lost unless it is paid.
    `near` are the events that run now or begin within a day, `run` those that the member organizes.
    """

    member: UserRead
    chapter: ChapterMeeting | None
    latest: Sequence[TimelineEntry]
    notices: Page[NotificationRead]
    events: NextEvents
    to_look_at: Sequence[OwnEvent] = ()
    near: Sequence[NearEvent] = ()
    towns: Sequence[ChapterTown] = ()
    run: RunEvents = field(default_factory=RunEvents)


def show_dashboard(session: Session, actor: Actor) -> DashboardShown:
    """The data of the actor's dashboard; the number of queries is always the same."""
    actor.require(Permission.OWN_ACCOUNT_READ)
    member = accounts.current_user(session, actor)
    told = notifications.news_for_me(session, actor, window=Window(MOST_NOTICES))
    among = chapters.meeting_among(session, actor, chapter_id=member.chapter_id)
    return DashboardShown(
        member=member,
        chapter=among.meeting,
        towns=among.towns,
        latest=progression.own_latest(session, actor, most=MOST_ACTIVITY),
        notices=told,
        events=registrations.my_next(session, actor, most=MOST_EVENTS),
        to_look_at=registrations.seats_to_look_at(session, actor),
        near=agenda.next_up(session, actor, among=among.towns),
        run=agenda.run_soonest(session, actor, most=MOST_EVENTS),
    )


def older_notices(session: Session, actor: Actor, *, after: int) -> Page[NotificationRead]:
    """The next notifications behind the first `after`."""
    return notifications.news_for_me(session, actor, window=Window(MOST_NOTICES, after))
