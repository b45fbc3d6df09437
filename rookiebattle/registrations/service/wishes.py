"""Verbs of members who want a seat at a full event: one letter comes when a seat opens."""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Forbidden
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.outbox import Promised
from rookiebattle.events.when import is_future
from rookiebattle.events.wording import HAS_STARTED
from rookiebattle.registrations.models import SeatWish
from rookiebattle.registrations.policy import is_full, meets_membership
from rookiebattle.registrations.queries import holds
from rookiebattle.registrations.queries import seats as seat_queries
from rookiebattle.registrations.service import registering
from rookiebattle.registrations.service.holds import expire
from rookiebattle.registrations.wording import (
    HAS_SEAT,
    IS_CANCELED,
    NEEDS_MEMBERSHIP,
    SEATS_ARE_FREE,
)

OPENED = "seat.opened"
wishes = SQLModel.metadata.tables[str(SeatWish.__tablename__)]
_OWN = sa.select(wishes.c.event_id).where(
    wishes.c.event_id == sa.bindparam("event"), wishes.c.user_id == sa.bindparam("user")
)
_ADD = {
    dialect.dialect.name: dialect.insert(wishes)
    .on_conflict_do_nothing()
    .returning(wishes.c.event_id)
    for dialect in (postgresql, sqlite)
}


@writes
def wish(session: Session, actor: Actor, *, event_id: str) -> None:
    """Ask for one letter when a seat opens; again is the same.

    Raises NotFound, Forbidden (membership), and Conflict while the event takes registrations or no
    longer can.
    """
    seen = registering.status_of(session, actor, event_id=event_id)
    # A seat that is freed at this moment would not find the wish, and nobody would be told of it.
    seat_queries.lock_event(session, seen.id)
    # A seat whose hold has ended is free, also before the task has come to it.
    expire(session, event_id=seen.id)
    event, now = registering.status_of(session, actor, event_id=seen.id), clock.now()
    if event.canceled_at or not is_future(event.start_date, now):
        raise Conflict(IS_CANCELED if event.canceled_at else HAS_STARTED)
    if event.is_registered:
        raise Conflict(HAS_SEAT)
    if not is_full(event.current_participants, event.max_participants):
        pause = registering.pause_of(session, actor, event=event)
        raise Conflict(pause.words if pause else SEATS_ARE_FREE)
    if not meets_membership(actor, event.requires_membership):
        raise Forbidden(NEEDS_MEMBERSHIP)
    if _add(session, event.id, actor.user_id):
        audit.record(session, actor, "seat.wished", event.id)


def give_back(session: Session, *, event_id: str, user_id: str) -> None:
    """Let a member wait again whose letter was withdrawn. The caller has locked the event.

    A seat that opened meanwhile is told at once. A seat that is given up and taken again without
    end leaves one row of a letter.
    """
    outbox.forget_withdrawn(session, OPENED, about=event_id, members=[user_id])
    _add(session, event_id, user_id)
    tell_of_free_seats(session, event_id=event_id)


def _add(session: Session, event_id: str, user_id: str) -> bool:
    """Add a wish; False for one that is there already."""
    row = {"event_id": event_id, "user_id": user_id, "created_at": clock.now()}
    return session.execute(_ADD[session.get_bind().dialect.name], row).first() is not None


@writes
def drop_wish(session: Session, actor: Actor, *, event_id: str) -> None:
    """Ask for no letter anymore; again is the same."""
    event = registering.status_of(session, actor, event_id=event_id)
    own = sa.delete(wishes).where(_of(event.id), wishes.c.user_id == actor.user_id)
    if session.scalar(own.returning(wishes.c.event_id)):
        audit.record(session, actor, "seat.wish_dropped", event.id)


def is_wished(session: Session, actor: Actor, *, event_id: str) -> bool:
    """Whether the actor waits for a letter about a seat at this event."""
    if not actor.is_member:
        return False
    own = {"event": event_id, "user": actor.user_id}
    return session.connection().execute(_OWN, own).first() is not None


def forget_wishes(session: Session, _actor: Actor, *, user_id: str) -> None:
    """Delete the wishes of a member whose account is erased."""
    session.execute(sa.delete(wishes).where(wishes.c.user_id == user_id))


def forget_old(session: Session) -> None:
    """Delete the wishes for events that are over; called every hour."""
    of_this = seat_queries.events.c.id == wishes.c.event_id
    is_over = sa.exists().where(of_this, seat_queries.events.c.end_at < clock.now())
    session.execute(sa.delete(wishes).where(is_over))


def tell_of_freed_seat(session: Session, *, registration_id: str) -> None:
    """Promise the letters when a seat was given up. Subscribed to `seat_freed`."""
    event_of = sa.select(seat_queries.seats.c.event_id).where(
        seat_queries.seats.c.id == registration_id
    )
    if event_id := session.scalar(event_of):
        tell_of_free_seats(session, event_id=event_id)


def tell_of_free_seats(session: Session, *, event_id: str) -> None:
    """Promise one letter to everybody who waits, if a seat is free. Their wishes end.

    Subscribed to `event_changed`, because an organizer may raise the maximum.
    """
    somebody = sa.select(wishes.c.event_id).where(_of(event_id)).limit(1)
    if session.execute(somebody).first() is None or not _is_open(session, event_id):
        return
    ended = sa.delete(wishes).where(_of(event_id)).returning(wishes.c.created_at, wishes.c.user_id)
    waiting = sorted((at, user_id) for at, user_id in session.execute(ended))
    outbox.promise_each(session, OPENED, *(Promised(user_id, event_id) for _, user_id in waiting))


def _is_open(session: Session, event_id: str) -> bool:
    """Whether somebody could register now. A canceled event may lose seats, and opens none."""
    if holds.is_canceled(session, event_id):
        return False
    seats = seat_queries.seats_of(session, [event_id]).get(event_id)
    return seats is not None and not is_full(seats.taken, seats.maximum)


def _of(event_id: str) -> sa.ColumnElement[bool]:
    return wishes.c.event_id == event_id
