"""The data of a member's dashboard, and of the next park days. One unit of work each."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.schemas import UserRead
from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice, ChapterMeeting, ChapterTown
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.events import service as events
from rookiebattle.events.models import EventType
from rookiebattle.events.schemas import EventFilter
from rookiebattle.notifications import service as notifications
from rookiebattle.notifications.schemas import NotificationRead
from rookiebattle.payments import service as payments
from rookiebattle.payments.plans import plan_of_tier
from rookiebattle.payments.schemas import Perks
from rookiebattle.progression import service as progression
from rookiebattle.progression.schemas import TimelineEntry
from rookiebattle.progression.view import has_progress
from rookiebattle.registrations.policy import is_new_here
from rookiebattle.registrations.schemas import NextEvents, OwnEvent
from rookiebattle.registrations.service import agenda
from rookiebattle.registrations.service import registering as registrations
from rookiebattle.registrations.service.agenda import FirstDay, NearEvent, RunEvents

MOST_EVENTS = 3
MOST_NOTICES = 20
MOST_ACTIVITY = 3
KINDS = (EventType.TRAINING, EventType.DAYBATTLE)
MOST_DAYS = 3
# A park day that is further away is no "next" one for somebody who wants to try.
SOON = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class DashboardShown:
    """A member with the chapter, the newest progress, the notifications and the next events.

    `towns` are those of all chapters, because a seat may be at another chapter's event.
    `to_look_at` are the events at which the member has a seat and that do not take place, or at
    which the seat is lost unless it is paid.
    `perks` are the tokens and the credit of the member's plan.
    `near` are the events that run now or begin within a day, `run` those that the member organizes.
    `first_day` is for somebody who has never come; None for all others.
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
    perks: Perks = field(default_factory=Perks)
    first_day: FirstDay | None = None


def show_dashboard(session: Session, actor: Actor) -> DashboardShown:
    """The data of the actor's dashboard. The number of queries depends on the plan alone."""
    actor.require(Permission.OWN_ACCOUNT_READ)
    member = accounts.current_user(session, actor)
    told = notifications.news_for_me(session, actor, window=Window(MOST_NOTICES))
    plan = plan_of_tier(member.membership_tier)
    among = chapters.meeting_among(session, actor, chapter_id=member.chapter_id)
    coming = registrations.my_next(session, actor, most=MOST_EVENTS)
    near = agenda.next_up(session, actor, among=among.towns)
    is_new = is_new_here(
        has_come=coming.has_come, is_admin=member.is_admin, has_progress=has_progress(member)
    )
    seats = [*(one.event for one in near), *coming.items]
    return DashboardShown(
        member=member,
        chapter=among.meeting,
        towns=among.towns,
        latest=progression.own_latest(session, actor, most=MOST_ACTIVITY),
        notices=told,
        events=coming,
        to_look_at=registrations.seats_to_look_at(session, actor),
        near=near,
        # A member who organizes an event is not new.
        run=RunEvents() if is_new else agenda.run_soonest(session, actor, most=MOST_EVENTS),
        perks=payments.own_perks(session, actor) if plan and plan.tokens else Perks(),
        first_day=agenda.first_day(session, actor, ahead=seats) if is_new else None,
    )


def older_notices(session: Session, actor: Actor, *, after: int) -> Page[NotificationRead]:
    """The next notifications behind the first `after`."""
    return notifications.news_for_me(session, actor, window=Window(MOST_NOTICES, after))


@dataclass(frozen=True, slots=True)
class ParkDays:
    """The next park days and day battles. `chapter` is the chosen chapter's id, empty for all.

    `is_planned` says that there is a park day, `is_soon` that one is near; it may stand behind the
    `days` that are shown.
    """

    chapter: str
    days: Sequence[OwnEvent]
    chapters: Sequence[ChapterChoice]
    is_soon: bool = True
    is_planned: bool = True


def next_park_days(session: Session, actor: Actor, *, chapter: str, now: datetime) -> ParkDays:
    """Park days for everybody, by start. An unknown chapter is ignored."""
    choices = chapters.choices(session, actor)
    known = chapter if chapter in {choice.id for choice in choices} else ""
    ids = [
        id_
        for kind in KINDS
        for id_ in events.next_ids(
            session, actor, after=now, wanted=_wanted(kind, known), count=MOST_DAYS
        )
    ]
    found = registrations.list_chosen(session, actor, event_ids=ids)
    days = sorted(found, key=lambda one: (one.start_date, one.id))[:MOST_DAYS]
    is_soon = any(_is_park_day_soon(one, now) for one in found)
    is_planned = any(one.event_type == EventType.TRAINING for one in found)
    return ParkDays(known, days, choices, is_soon, is_planned)


def _is_park_day_soon(event: OwnEvent, now: datetime) -> bool:
    return event.event_type == EventType.TRAINING and event.start_date <= now + SOON


def _wanted(kind: EventType, chapter: str) -> EventFilter:
    return EventFilter(
        chapter_id=chapter or None, event_type=kind, for_everybody=True, is_hosted=True
    )
