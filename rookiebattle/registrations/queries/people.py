"""Selects about the seats of minors, for their guardians."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.events.when import is_before_notice
from rookiebattle.guardians.models import Guardianship
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.queries.seats import (
    HOLD,
    SeatStarting,
    events,
    is_taken,
    parties,
    seats,
    waiting,
)
from rookiebattle.registrations.schemas import PersonSeat
from rookiebattle.registrations.wording import first_name

_IS_GUARDED = (col(Guardianship.ended_at).is_(None), col(User.age_band) == AgeBand.MINOR)
"""A connection that holds with a minor, who is the `User` of the statement."""

# Each registration runs these statements, and building a select takes longer than running it.
_GUARDIANS = (
    sa.select(col(Guardianship.minor_id), col(Guardianship.guardian_id))
    .join(User, col(User.id) == col(Guardianship.minor_id))
    .where(col(Guardianship.minor_id).in_(sa.bindparam("minors", expanding=True)), *_IS_GUARDED)
    .order_by(col(Guardianship.began_at), col(Guardianship.id))
)

_SEATS = (
    sa.select(*(User, seats.c.event_id, seats.c.payment_status, seats.c.payment_amount_cents, HOLD))
    .join(Guardianship, col(Guardianship.minor_id) == col(User.id))
    .join(seats, seats.c.user_id == col(User.id))
    .where(col(Guardianship.guardian_id) == sa.bindparam("guardian"), *_IS_GUARDED, is_taken)
    .order_by(col(Guardianship.began_at), col(Guardianship.id))
)
_SEATS_AMONG = _SEATS.where(seats.c.event_id.in_(sa.bindparam("events", expanding=True)))


def guardian_ids(session: Session, user_ids: Collection[str]) -> Mapping[str, list[str]]:
    """Member id → the ids of the guardians; only for minors among these members who have one."""
    found: dict[str, list[str]] = defaultdict(list)
    if not user_ids:
        return found
    for minor_id, guardian_id in session.execute(_GUARDIANS, {"minors": list(user_ids)}):
        found[minor_id].append(guardian_id)
    return found


def with_guardians(session: Session, held: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Member id → the events that concern the member: by an own seat, or by that of a minor whose
    guardian the member is. `held` has the own seats."""
    concerned = {user_id: set(ids) for user_id, ids in held.items()}
    for minor_id, guardians in guardian_ids(session, list(held)).items():
        for one in guardians:
            concerned.setdefault(one, set()).update(held[minor_id])
    return concerned


def seats_of(
    session: Session, guardian_id: str, event_ids: Collection[str] | None = None
) -> list[PersonSeat]:
    """The seats that a guardian's minors hold, at these events or all."""
    if not guardian_id or (event_ids is not None and not event_ids):
        return []
    wanted, asked = (_SEATS, {}) if event_ids is None else (_SEATS_AMONG, {"events": [*event_ids]})
    return [
        PersonSeat(user.id, first_name(user), True, event_id, *seat)
        for user, event_id, *seat in session.execute(wanted, {"guardian": guardian_id, **asked})
    ]


def next_of(session: Session, guardian_id: str, now: datetime, most: int) -> Sequence[str]:
    """The ids of the next few upcoming events at which a guardian's minors hold a seat."""
    wanted = (
        sa.select(events.c.id)
        .join(seats, seats.c.event_id == events.c.id)
        .join(Guardianship, col(Guardianship.minor_id) == seats.c.user_id)
        .join(User, col(User.id) == col(Guardianship.minor_id))
        .where(col(Guardianship.guardian_id) == guardian_id, *_IS_GUARDED, is_taken)
        .where(is_before_notice(events.c.start_at, now))
        .group_by(events.c.id, events.c.start_at)
        .order_by(events.c.start_at, events.c.id)
    )
    return session.scalars(wanted.limit(most)).all()


def waited_for(session: Session, user_id: str, event_ids: Collection[str]) -> set[str]:
    """Those of these events at which a member waits, or one of the member's minors."""
    if not event_ids:
        return set()
    minors = sa.select(col(Guardianship.minor_id)).join(
        User, col(User.id) == col(Guardianship.minor_id)
    )
    own = minors.where(col(Guardianship.guardian_id) == user_id, *_IS_GUARDED)
    wanted = (
        sa.select(waiting.c.event_id)
        .join_from(waiting, parties, parties.c.id == waiting.c.party_id)
        .where(waiting.c.event_id.in_(event_ids), parties.c.offered_at.is_(None))
        .where((waiting.c.user_id == user_id) | waiting.c.user_id.in_(own))
    )
    return set(session.scalars(wanted))


def unpaid_seats(session: Session, user_ids: Collection[str]) -> list[tuple[str, PersonSeat]]:
    """The seats of these members that are to be paid, by the start of their events, each with the
    event's title."""
    wanted = (
        sa.select(events.c.title, User, seats.c.event_id)
        .add_columns(seats.c.payment_status, seats.c.payment_amount_cents, HOLD)
        .join_from(seats, events, events.c.id == seats.c.event_id)
        .join(User, col(User.id) == seats.c.user_id)
        .where(seats.c.user_id.in_(user_ids), is_taken, events.c.canceled_at.is_(None))
        .where(seats.c.payment_status == PaymentStatus.PENDING)
        .order_by(events.c.start_at, events.c.id, col(User.first_name), col(User.id))
    )
    return [
        (title, PersonSeat(user.id, first_name(user), True, *seat))
        for title, user, *seat in session.execute(wanted)
    ]


def seats_starting(session: Session, after: datetime, until: datetime) -> list[SeatStarting]:
    """The seats of minors whose guardians want reminders, at events that start in this time: each
    with the guardian in place of the member, by start."""
    guardian = aliased(User)
    columns: tuple[Any, ...] = (
        *(col(Guardianship.guardian_id), events.c.id, events.c.organizer_id),
        *(events.c.start_at, seats.c.registration_date),
    )
    wanted = (
        sa.select(*columns)
        .select_from(seats)
        .join(events, events.c.id == seats.c.event_id)
        .join(User, col(User.id) == seats.c.user_id)
        .join(Guardianship, col(Guardianship.minor_id) == col(User.id))
        .join(guardian, col(guardian.id) == col(Guardianship.guardian_id))
        .where(events.c.start_at > after, events.c.start_at <= until, is_taken, *_IS_GUARDED)
        .where(col(guardian.email).is_not(None), col(guardian.mail_reminders))
        .where(events.c.canceled_at.is_(None))
        .order_by(events.c.start_at, seats.c.id)
    )
    return [SeatStarting(*row) for row in session.execute(wanted)]
