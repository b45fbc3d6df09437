"""The people of an event whom its organizer may write to, and who reads for each of them."""

from collections.abc import Collection, Mapping

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.registrations.queries import people, roster
from rookiebattle.registrations.queries.seats import EventAndSeat, events, is_taken, seats
from rookiebattle.registrations.schemas import Audience
from rookiebattle.registrations.service import waiting
from rookiebattle.registrations.service.people import people_at


def members_of(session: Session, event_id: str, audience: Audience) -> list[str]:
    """The ids of these people, in order."""
    if audience is Audience.WAITING:
        return sorted(waiting.who_waits(session, event_id=event_id))
    wanted = sa.select(seats.c.user_id).where(seats.c.event_id == event_id, is_taken)
    if audience is Audience.CHECKED_IN:
        wanted = wanted.where(seats.c.checked_in_at.is_not(None))
    if audience is Audience.UNPAID:
        wanted = wanted.join(events, events.c.id == seats.c.event_id).where(*roster.IS_OWED)
    return sorted(session.scalars(wanted))


def readers_for(session: Session, user_ids: Collection[str]) -> Mapping[str, list[str]]:
    """Member id → who reads a letter to this member: the guardians first, and the member."""
    guardians = people.guardian_ids(session, user_ids)
    return {one: [*guardians.get(one, ()), one] for one in user_ids}


def concerns(session: Session, actor: Actor, *, event: EventAndSeat) -> bool:
    """Whether the actor, or one of the actor's people, has a seat at this event or waits for one.

    `event` is with the actor's own seat.
    """
    if event.has_seat or waiting.own_party(session, actor, event_id=event.event_id):
        return True
    return any(one.is_registered for one in people_at(session, actor, event_id=event.event_id))


def owes(session: Session, user_id: str, event_id: str) -> bool:
    """Whether somebody, or one of their people, has a seat there that is not paid."""
    people_ids = {user_id, *(one.user_id for one in people.seats_of(session, user_id, [event_id]))}
    return not people_ids.isdisjoint(members_of(session, event_id, Audience.UNPAID))
