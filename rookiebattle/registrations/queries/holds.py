"""Statements about seats that are held until they are paid, or that go with their event."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.events.when import is_current_or_future
from rookiebattle.registrations import policy
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.policy import PAID
from rookiebattle.registrations.queries.seats import (
    HOLD,
    OWN,
    OWN_BY_START,
    OwnSeat,
    events,
    is_absent,
    is_taken,
    is_unpaid,
    own_by_event,
    seats,
    users,
)
from rookiebattle.registrations.queries.waiting import is_offered
from rookiebattle.registrations.schemas import SeatToPay

_HELD_UNTIL_PAID = (
    sa.select(sa.func.count())
    .select_from(seats)
    .where(
        *(is_taken, is_unpaid),
        *(seats.c.event_id == sa.bindparam("event"), seats.c.user_id != sa.bindparam("but")),
        *(seats.c.hold_expires_at > sa.bindparam("now"), is_absent),
    )
)
WHOLE: Mapping[str, object] = {
    "payment_amount_cents": seats.c.payment_amount_cents + seats.c.perk_cents,
    "perk_cents": 0,
}
"""The values of a seat whose price no perk pays a part of anymore."""


class ReturnedSeat(NamedTuple):
    """A registration that was removed with its event, or whose money is given back."""

    registration_id: str
    user_id: str
    payment_status: str
    amount_cents: int
    overpaid_cents: int = 0
    perk_cents: int = 0

    @property
    def paid_cents(self) -> int:
        return self.amount_cents + self.overpaid_cents


_RETURNED = (
    *(seats.c.id, seats.c.user_id, seats.c.payment_status),
    *(seats.c.payment_amount_cents, seats.c.overpaid_cents, seats.c.perk_cents),
)


def _is_over(now: datetime) -> Sequence[sa.ColumnElement[bool]]:
    # Holds of a canceled event do not end. Their members are told of the cancellation, and have
    # the seat if the event is on again.
    this = events.c.id == seats.c.event_id
    is_off = sa.exists().where(this, events.c.canceled_at.is_not(None))
    # A member who is checked in is there, paid or not.
    return is_taken, is_unpaid, seats.c.hold_expires_at <= now, is_absent, ~is_off


def _is_endless(now: datetime) -> Sequence[sa.ColumnElement[bool]]:
    is_longer = seats.c.hold_expires_at > now + policy.HOLD + clock.TOLERANCE
    return is_taken, is_unpaid, is_longer, ~is_offered(now)


def has_endless_holds(session: Session, now: datetime) -> bool:
    """Whether a hold ends later than a hold that begins now. Asked before a writer's turn."""
    found = sa.select(seats.c.id).where(*_is_endless(now)).limit(1)
    return session.execute(found).first() is not None


def shorten_endless(session: Session, now: datetime) -> None:
    these = sa.update(seats).where(*_is_endless(now))
    session.execute(these.values(hold_expires_at=now + policy.HOLD))


def held_among(session: Session, asked: Collection[tuple[str, str]]) -> Collection[tuple[str, str]]:
    """Which of these pairs of a member and an event have a seat. Without pairs nothing is asked."""
    if not asked:
        return ()
    members, places = {user for user, _ in asked}, {event for _, event in asked}
    theirs = seats.c.user_id.in_(members), seats.c.event_id.in_(places)
    rows = session.execute(sa.select(seats.c.user_id, seats.c.event_id).where(*theirs, is_taken))
    return {(row.user_id, row.event_id) for row in rows}


def has_ended_holds(session: Session, event_id: str, now: datetime) -> bool:
    wanted = sa.select(seats.c.id).where(seats.c.event_id == event_id, *_is_over(now)).limit(1)
    return session.execute(wanted).first() is not None


def events_with_ended_holds(session: Session, now: datetime, most: int) -> Sequence[str]:
    """Events that have seats whose hold is over, in the order in which their rows are locked."""
    wanted = sa.select(seats.c.event_id).where(*_is_over(now)).distinct()
    return session.scalars(wanted.order_by(seats.c.event_id).limit(most)).all()


def held_until_paid(session: Session, event_id: str, now: datetime, *, but: str) -> int:
    """How many seats of an event, except those of one member, are held until they are paid."""
    values = {"event": event_id, "now": now, "but": but}
    return session.connection().execute(_HELD_UNTIL_PAID, values).scalar_one()


def free_ended(session: Session, event_id: str, now: datetime) -> list[str]:
    """Give up the seats whose hold is over. The caller has locked the event's row."""
    freed = session.execute(
        sa.update(seats)
        .where(seats.c.event_id == event_id, *_is_over(now))
        .values(cancelled_at=now)
        .returning(seats.c.id)
    )
    return [str(row.id) for row in freed]


def keep_interrupted(session: Session, event_id: str, since: datetime) -> None:
    """Let the seats of an event have no hold anymore that were held at this moment."""
    theirs = seats.c.event_id == event_id, seats.c.hold_expires_at > since
    session.execute(
        sa.update(seats).where(*theirs, is_taken, is_unpaid).values(hold_expires_at=None)
    )


def count_freed(session: Session, event_id: str, freed: int) -> None:
    less = events.c.current_participants - freed
    counted = sa.update(events).where(events.c.id == event_id)
    session.execute(counted.values(current_participants=less))


def seat(session: Session, registration_id: str) -> SeatToPay | None:
    """A seat with its event's start and its member, locked; None when it was removed."""
    columns = (
        *(seats.c.id, seats.c.event_id, seats.c.user_id, seats.c.payment_status),
        *(seats.c.payment_amount_cents, HOLD, seats.c.cancelled_at),
        *(events.c.start_at, users.c.erased_at, events.c.canceled_at),
        seats.c.perk_cents,
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


def has_lost_seat(session: Session, event_id: str, user_id: str, now: datetime) -> bool:
    """`was_lost` of a member's seat at an event, without a lock."""
    was_freed = ~is_taken & (seats.c.hold_expires_at <= seats.c.cancelled_at)
    # The task that gives up held seats may not have come to this one yet.
    is_over = is_taken & is_unpaid & is_absent & (seats.c.hold_expires_at <= now)
    mine = (seats.c.event_id == event_id, seats.c.user_id == user_id)
    return session.scalar(sa.select(sa.exists().where(*mine, was_freed | is_over))) is True


def settle_seat(
    session: Session, row_id: str, status: PaymentStatus, *, now: datetime | None = None
) -> bool:
    """Settle a seat that the caller has locked. It is held no longer: it is the member's.

    With `now` its row keeps its hold, which counts for nothing while the seat is settled. Taken
    back, the settlement leaves the seat as it was: held until the same moment, or due at the gate
    when that has passed. Returns whether it had passed.
    """
    this = sa.update(seats).where(seats.c.id == row_id)
    if status != PaymentStatus.COMPLETED:
        this = this.values(overpaid_cents=0)
    if now is None:
        session.execute(this.values(payment_status=status, hold_expires_at=None))
        return False
    session.execute(this.values(payment_status=status))
    return status == PaymentStatus.PENDING and _drop_ended(session, row_id, now)


def take_perk(session: Session, row_id: str, cents: int) -> None:
    """Let a perk pay a part of the price of a seat that is due and that the caller has locked. A
    seat of which nothing is left to pay is settled, and held no longer."""
    rest = seats.c.payment_amount_cents - cents
    taken = {"payment_amount_cents": rest, "perk_cents": seats.c.perk_cents + cents}
    settled = sa.case((rest <= 0, PaymentStatus.CREDIT.value), else_=seats.c.payment_status)
    this = sa.update(seats).where(seats.c.id == row_id)
    session.execute(this.values(**taken, payment_status=settled))


def drop_hold(session: Session, row_id: str) -> None:
    """Let a seat that the caller has locked be its member's, paid or not."""
    session.execute(sa.update(seats).where(seats.c.id == row_id).values(hold_expires_at=None))


def return_perk(session: Session, row_id: str) -> None:
    """Let a seat that the caller has locked cost its whole price. It is due if only the perk had
    paid it."""
    was_perk = (seats.c.payment_status == PaymentStatus.CREDIT) & (
        seats.c.payment_amount_cents == 0
    )
    due = sa.case((was_perk, PaymentStatus.PENDING.value), else_=seats.c.payment_status)
    this = sa.update(seats).where(seats.c.id == row_id, seats.c.perk_cents > 0)
    session.execute(this.values(**WHOLE, payment_status=due))


def forget_perk(session: Session, row_id: str) -> None:
    """Let a seat that the caller has locked cost no more than its money."""
    session.execute(sa.update(seats).where(seats.c.id == row_id).values(perk_cents=0))


def seats_with_perk(session: Session, event_id: str) -> Sequence[ReturnedSeat]:
    """The seats of an event of whose price a perk pays a part, locked."""
    wanted = sa.select(*_RETURNED).where(seats.c.event_id == event_id, seats.c.perk_cents > 0)
    rows = session.execute(wanted.order_by(seats.c.id).with_for_update())
    return [ReturnedSeat(*row) for row in rows]


def uncheck(session: Session, row_id: str, *, now: datetime) -> bool:
    """Take the mark of the gate from a seat that the caller has locked.

    A hold that still runs is there again. One that has ended meanwhile does not count anymore: the
    seat stays, and is due at the gate. Returns whether one had ended.
    """
    this = sa.update(seats).where(seats.c.id == row_id)
    session.execute(this.values(checked_in_at=None, checked_in_by=None))
    return _drop_ended(session, row_id, now)


def _drop_ended(session: Session, row_id: str, now: datetime) -> bool:
    ended = sa.update(seats).where(seats.c.id == row_id, seats.c.hold_expires_at <= now)
    dropped = ended.values(hold_expires_at=None).returning(seats.c.id)
    return session.execute(dropped).first() is not None


def own_next(session: Session, user_id: str, now: datetime, most: int) -> dict[str, OwnSeat]:
    """Event id → the seat that a member holds, of the next few events that take place or run."""
    takes_place = (events.c.canceled_at.is_(None), is_current_or_future(events.c.end_at, now))
    rows = session.execute(OWN_BY_START.where(*takes_place).limit(most), {"user": user_id})
    return own_by_event(rows)


def own_to_look_at(session: Session, user_id: str, now: datetime) -> dict[str, OwnSeat]:
    """Event id → the seat that a member holds, of canceled events that would not be over, and of
    those at which it is lost unless it is paid."""
    is_off = events.c.canceled_at.is_not(None) & (events.c.end_at >= now)
    is_on_hold = is_unpaid & is_absent & (seats.c.hold_expires_at > now)
    is_kept_for_pay = events.c.canceled_at.is_(None) & is_on_hold
    wanted = OWN.join_from(seats, events, events.c.id == seats.c.event_id)
    rows = session.execute(wanted.where(is_off | is_kept_for_pay), {"user": user_id})
    return own_by_event(rows)


def is_canceled(session: Session, event_id: str) -> bool:
    """Whether an event is canceled. An event that is gone is not."""
    off = sa.select(events.c.id).where(events.c.id == event_id, events.c.canceled_at.is_not(None))
    return session.execute(off).first() is not None


def paid_seats(
    session: Session, event_ids: Sequence[str], *, lock: bool = False
) -> list[ReturnedSeat]:
    """The seats of these events that are paid for, also seats that were given up."""
    paid = (
        sa.select(*_RETURNED)
        .where(seats.c.event_id.in_(event_ids), seats.c.payment_status.in_(PAID))
        .order_by(seats.c.id)
    )
    return [ReturnedSeat(*row) for row in session.execute(paid.with_for_update() if lock else paid)]


def due_again(session: Session, registration_ids: Collection[str]) -> list[str]:
    """Let those of these seats be paid again that are held and refunded; returns their ids."""
    was_refunded = seats.c.payment_status == PaymentStatus.REFUNDED
    changed = session.execute(
        sa.update(seats)
        .where(seats.c.id.in_(registration_ids), is_taken, was_refunded)
        .values(payment_status=PaymentStatus.PENDING, hold_expires_at=None, **WHOLE)
        .returning(seats.c.id)
    )
    return sorted(row.id for row in changed)


def remove_seats(session: Session, event_id: str) -> list[ReturnedSeat]:
    """Delete the registrations of an event, given-up ones too, and return them."""
    removed = session.execute(
        sa.delete(seats).where(seats.c.event_id == event_id).returning(*_RETURNED)
    )
    return [ReturnedSeat(*row) for row in removed]
