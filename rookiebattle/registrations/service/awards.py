"""Awards at events: to one member, or to everybody who was there."""

from collections.abc import Collection
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.accounts.wording import NO_MEMBER
from rookiebattle.chapters.models import Chapter
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Invalid
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Scope
from rookiebattle.core.values.ids import known_id
from rookiebattle.events.policy import sees_waiting
from rookiebattle.events.service import get_event
from rookiebattle.progression import service as progression
from rookiebattle.progression.schemas import MOST_PEOPLE, Awarded
from rookiebattle.progression.service import AtEvent
from rookiebattle.registrations.queries import roster
from rookiebattle.registrations.queries.seats import events, is_taken, seats, users
from rookiebattle.registrations.schemas import (
    AwardWrite,
    EventToAward,
    MembersAwardWrite,
    RosterAwardWrite,
)
from rookiebattle.registrations.service.roster import names_of
from rookiebattle.settings import get_settings

chapters = SQLModel.metadata.tables[str(Chapter.__tablename__)]

NOT_THERE = "You can only select members with a seat at this event"
NOBODY_THERE = "No one has a seat at this event."
MOST_OFFERED = 20
TOO_MANY = f"At most {MOST_PEOPLE} members get beads at once. Choose some of them."


@writes
def award(session: Session, actor: Actor, *, user_id: str, values: AwardWrite) -> Awarded:
    """Give beads to a member, who need not have a seat at the event; for administrators, and leads
    of the member's chapter.

    Raises NotFound, Forbidden without the authority, and Invalid for what the bead lacks.
    """
    return _award(session, actor, [user_id], values)


@writes
def award_members(session: Session, actor: Actor, *, values: MembersAwardWrite) -> Awarded:
    """Give beads to several members, who need not have seats at the event; as `award`.

    All get the beads or none. Raises like `award`.
    """
    return _award(session, actor, values.user_ids, values)


@writes
def award_roster(
    session: Session, actor: Actor, *, event_id: str, values: RosterAwardWrite
) -> Awarded:
    """Give beads to everybody who was there, or to chosen ones; for administrators, and leads at
    the event or of its chapter.

    Whoever is checked in was there. When nobody was checked in, it is everybody with a seat. All
    get the beads or none. Raises NotFound, Forbidden, Invalid, and Conflict for an empty event.
    """
    event = _led(session, actor, event_id)
    members = _receivers(session, event.id, values.user_ids)
    return progression.award(
        session, actor, user_ids=members, values=values, event=event, is_reached=True
    )


def receivers(
    session: Session, actor: Actor, *, event_id: str, user_ids: Collection[str] | None
) -> tuple[str, ...]:
    """The names of those to whom `award_roster` would give beads. Raises as `award_roster`."""
    event = _led(session, actor, event_id)
    return names_of(session, actor, user_ids=_receivers(session, event.id, user_ids))


def find_events(session: Session, actor: Actor, *, text: str) -> list[EventToAward]:
    """The latest events that have begun or begin within a day, and have this text in their title.

    For administrators, and for leads those of their chapter.
    """
    reach = actor.require_reach(Permission.ALL_PROGRESS_AWARD)
    begun = events.c.start_at <= clock.now() + timedelta(days=1)
    begun &= reach.within(events.c.chapter_id, events.c.id)
    if not sees_waiting(actor):
        begun &= events.c.waits_for.is_(None)
    wanted = sa.select(events.c.id, events.c.title, events.c.start_at, chapters.c.time_zone)
    joined = wanted.outerjoin(chapters, chapters.c.id == events.c.chapter_id).where(begun)
    if words := text.strip():
        joined = joined.where(events.c.title.icontains(words, autoescape=True))
    newest = joined.order_by(events.c.start_at.desc(), events.c.id).limit(MOST_OFFERED)
    zone = get_settings().org_time_zone
    return [
        EventToAward(
            id=row.id, title=row.title, start_date=row.start_at, time_zone=row.time_zone or zone
        )
        for row in session.execute(newest)
    ]


def _led(session: Session, actor: Actor, event_id: str) -> AtEvent:
    """The event at which the actor may award beads. Raises NotFound and Forbidden."""
    shown = get_event(session, actor, event_id=event_id)
    actor.require(Permission.ALL_PROGRESS_AWARD, at=Scope(shown.chapter_id, shown.id))
    return AtEvent(shown.id, shown.title)


def _award(
    session: Session, actor: Actor, user_ids: Collection[str], values: AwardWrite
) -> Awarded:
    actor.require_reach(Permission.ALL_PROGRESS_AWARD)
    event = _event(session, actor, values.event_id) if values.event_id else None
    members = [known_id(one, NO_MEMBER) for one in user_ids]
    return progression.award(session, actor, user_ids=members, values=values, event=event)


def _event(session: Session, actor: Actor, event_id: str) -> AtEvent:
    """The event, which a lead only has to see: a member may earn a bead as a guest."""
    event = get_event(session, actor, event_id=event_id)
    return AtEvent(event.id, event.title)


def _holders(session: Session, event_id: str) -> list[str]:
    """The members who hold a seat at the event and whose accounts exist."""
    holders = sa.select(seats.c.user_id).join(users, users.c.id == seats.c.user_id)
    living = holders.where(seats.c.event_id == event_id, is_taken, users.c.erased_at.is_(None))
    return list(session.scalars(living))


def _receivers(session: Session, event_id: str, chosen: Collection[str] | None) -> Collection[str]:
    """The members who get beads: all who were there, or the chosen ones of all seats."""
    holders = _holders(session, event_id)
    if chosen is None:
        chosen = roster.checked_in(session, event_id) or holders
    if set(chosen) - set(holders):
        raise Invalid(fields={"userIds": NOT_THERE})
    if not chosen:
        raise Conflict(NOBODY_THERE)
    if len(chosen) > MOST_PEOPLE:
        raise Conflict(TOO_MANY)
    return chosen
