"""Statements about seats that are held until they are paid, or that go with their event."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.policy import PAID
from rookiebattle.registrations.queries import (
    OWN,
    OwnSeat,
    events,
    is_held,
    own_by_event,
    seats,
    users,
)
from rookiebattle.registrations.schemas import SeatToPay


class RemovedSeat(NamedTuple):
    """A registration that was removed with its event."""

    registration_id: str
    user_id: str
    payment_status: str
    amount_cents: int


def _is_over(now: datetime) -> Sequence[sa.ColumnElement[bool]]:
    unpaid = seats.c.payment_status == PaymentStatus.PENDING
    # A member who is checked in is there, paid or not.
    return is_held, unpaid, seats.c.hold_expires_at <= now, seats.c.checked_in_at.is_(None)


def has_ended_holds(session: Session, event_id: str, now: datetime) -> bool:
    """Whether an event has seats whose hold is over."""
    wanted = sa.select(seats.c.id).where(seats.c.event_id == event_id, *_is_over(now)).limit(1)
    return session.execute(wanted).first() is not None


def events_with_ended_holds(session: Session, now: datetime, most: int) -> Sequence[str]:
    """Events that have seats whose hold is over, in the order in which their rows are locked."""
    wanted = sa.select(seats.c.event_id).where(*_is_over(now)).distinct()
    return session.scalars(wanted.order_by(seats.c.event_id).limit(most)).all()


def held_until_paid(session: Session, event_id: str, now: datetime, *, but: str) -> int:
    """How many seats of an event, except those of one member, are held until they are paid."""
    unpaid = (is_held, seats.c.payment_status == PaymentStatus.PENDING)
    others = (seats.c.event_id == event_id, seats.c.user_id != but, seats.c.hold_expires_at > now)
    counted = sa.select(sa.func.count()).select_from(seats).where(*unpaid, *others)
    return session.execute(counted).scalar_one()


def free_ended(session: Session, event_id: str, now: datetime) -> list[str]:
    """Give up the seats whose hold is over. The caller has locked the event's row."""
    freed = session.execute(
        sa.update(seats)
        .where(seats.c.event_id == event_id, *_is_over(now))
        .values(cancelled_at=now)
        .returning(seats.c.id)
    )
    return [str(row.id) for row in freed]


def count_freed(session: Session, event_id: str, freed: int) -> None:
    """Count so many participants less."""
    less = events.c.current_participants - freed
    counted = sa.update(events).where(events.c.id == event_id)
    session.execute(counted.values(current_participants=less))


def seat(session: Session, registration_id: str) -> SeatToPay | None:
    """A seat with its event's start and its member, locked; None when it was removed."""
    columns = (
        *(seats.c.id, seats.c.event_id, seats.c.user_id, seats.c.payment_status),
        *(seats.c.payment_amount_cents, seats.c.hold_expires_at, seats.c.cancelled_at),
        *(events.c.start_at, users.c.erased_at, events.c.canceled_at),
    )
    wanted: sa.Select[Any] = (
        sa.select(*columns)
        .join_from(seats, events, events.c.id == seats.c.event_id)
        .join(users, users.c.id == seats.c.user_id)
        .where(seats.c.id == registration_id)
        .with_for_update(of=seats)
    )
    found = session.execute(wanted).first()
    return SeatToPay._make(found) if found else None


def own_canceled(session: Session, user_id: str, now: datetime) -> dict[str, OwnSeat]:
    """Event id → the seat that a member holds, of canceled events that would not be over."""
    off = OWN.join_from(seats, events, events.c.id == seats.c.event_id).where(
        events.c.canceled_at.is_not(None), events.c.end_at >= now
    )
    rows = session.execute(off, {"user": user_id})
    return own_by_event(rows)


def is_canceled(session: Session, event_id: str) -> bool:
    """Whether an event is canceled. An event that is gone is not."""
    off = sa.select(events.c.id).where(events.c.id == event_id, events.c.canceled_at.is_not(None))
    return session.execute(off).first() is not None


def paid_seats(session: Session, event_ids: Sequence[str]) -> int:
    """How many seats of these events are paid for, also seats that were given up."""
    paid = sa.select(sa.func.count()).select_from(seats).where(seats.c.event_id.in_(event_ids))
    return session.execute(paid.where(seats.c.payment_status.in_(PAID))).scalar_one()


def remove_seats(session: Session, event_id: str) -> list[RemovedSeat]:
    """Delete the registrations of an event, given-up ones too, and return them."""
    removed = session.execute(
        sa.delete(seats)
        .where(seats.c.event_id == event_id)
        .returning(
            seats.c.id, seats.c.user_id, seats.c.payment_status, seats.c.payment_amount_cents
        )
    )
    return [RemovedSeat(*row) for row in removed]
