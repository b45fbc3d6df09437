"""Statements about who was there and who still has to pay, and the marks of the gate."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.events.when import is_future
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.queries.seats import (
    HOLD,
    events,
    is_listed,
    is_taken,
    is_unpaid,
    seats,
    users,
)
from rookiebattle.registrations.schemas import GateSeat

Row = sa.Row[Any]
ZERO: sa.ColumnElement[int] = sa.literal_column("0")
"""Not a bound value, of which no database knows that it is the 0 of an index."""
NO_SEATS = "0"
"""The text of a roster without any seat."""

_NAMES = (
    *("game_name", "first_name", "last_name", "email", "age_band", "shows_profile", "erased_at"),
    "said_minor",
)
_SEAT = (
    *("user_id", "registration_date", "payment_status", "cancelled_at"),
    *("checked_in_at", "checked_in_by"),
)
_ROSTER: sa.Select[Any] = sa.select(
    *(seats.c[name] for name in _SEAT),
    HOLD,
    seats.c.payment_amount_cents.label("amount_cents"),
    *(seats.c.overpaid_cents, seats.c.perk_cents),
    *(users.c[name] for name in (*_NAMES, "chapter_id")),
).select_from(seats.join(users, users.c.id == seats.c.user_id))
_ONE = sa.select(*(users.c[name] for name in _NAMES)).where(users.c.id == sa.bindparam("user"))
_SEEN = (
    *("event_id", "id", "payment_status", "cancelled_at", "checked_in_at", "hold_expires_at"),
    *("overpaid_cents", "perk_cents"),
)
_SEATS_SEEN: sa.Select[Any] = sa.select(*(seats.c[name] for name in _SEEN)).order_by(seats.c.id)
IS_OWED = (is_taken, is_unpaid, seats.c.payment_amount_cents > 0, events.c.canceled_at.is_(None))
"""The conditions of a seat of which money is still owed: nothing is for a canceled event."""
_SEATS = seats.join(events, events.c.id == seats.c.event_id)


def roster(session: Session, event_id: str) -> Sequence[Row]:
    """The seats of an event, by registration; those that were given up and are paid come last."""
    by_registration = (seats.c.cancelled_at.is_not(None), seats.c.registration_date, seats.c.id)
    wanted = _ROSTER.where(seats.c.event_id == event_id, is_listed)
    return session.execute(wanted.order_by(*by_registration)).all()


def at_gate(
    session: Session, event_id: str, user_ids: Collection[str] | None = None
) -> list[GateSeat]:
    """The members with a seat at an event, or these members with and without one."""
    own = (seats.c.user_id == users.c.id) & (seats.c.event_id == event_id) & is_taken
    named = {column.name: column for column in (*users.c, *seats.c)} | {
        "user_id": users.c.id,
        "registration_id": seats.c.id,
        "amount_cents": seats.c.payment_amount_cents,
    }
    everybody = users.join(seats, own) if user_ids is None else users.outerjoin(seats, own)
    wanted: sa.Select[Any] = sa.select(*(named[name] for name in GateSeat._fields))
    wanted = wanted.select_from(everybody)
    if user_ids is not None:
        wanted = wanted.where(users.c.id.in_(user_ids))
    return [GateSeat._make(row) for row in session.execute(wanted.order_by(users.c.id))]


def people(session: Session, user_ids: Collection[str]) -> dict[str, Row]:
    """The members with these ids, with the columns of their names, their membership and chapter."""
    shown = (*_NAMES, "membership_tier", "membership_status", "chapter_id")
    wanted: sa.Select[Any] = sa.select(users.c.id, *(users.c[name] for name in shown))
    return {row.id: row for row in session.execute(wanted.where(users.c.id.in_(user_ids)))}


def member(session: Session, user_id: str) -> Row:
    return session.connection().execute(_ONE, {"user": user_id}).one()


def seats_among(session: Session, event_id: str, user_ids: Collection[str]) -> dict[str, Row]:
    among = (seats.c.event_id == event_id, seats.c.user_id.in_(user_ids), is_taken)
    held: sa.Select[Any] = sa.select(seats.c.user_id, seats.c.checked_in_at).where(*among)
    return {row.user_id: row for row in session.execute(held)}


def checked_in(session: Session, event_id: str) -> list[str]:
    """The members who are checked in and whose accounts exist."""
    there = (seats.c.event_id == event_id, is_taken, seats.c.checked_in_at.is_not(None))
    living = sa.select(seats.c.user_id).join(users, users.c.id == seats.c.user_id)
    return list(session.scalars(living.where(*there, users.c.erased_at.is_(None))))


def has_come(user_id: str, now: datetime) -> sa.ColumnElement[bool]:
    """Whether a member had a seat at an event when it began, was checked in, or has organized one.

    A canceled event brought nobody anywhere.
    """
    mine = sa.select(seats.c.id).join_from(seats, events, events.c.id == seats.c.event_id)
    is_there = sa.not_(is_future(events.c.start_at, now)) | seats.c.checked_in_at.is_not(None)
    begun = mine.where(
        seats.c.user_id == user_id, is_taken, events.c.canceled_at.is_(None), is_there
    )
    runs = sa.select(events.c.id).where(events.c.organizer_id == user_id)
    return begun.correlate(None).exists() | runs.correlate(None).exists()


def own_history(session: Session, user_id: str, now: datetime) -> tuple[int, bool]:
    """The number of seats that a member holds, also of past events, and `has_come`."""
    own = sa.select(sa.func.count(), has_come(user_id, now)).select_from(seats)
    number, came = session.execute(own.where(seats.c.user_id == user_id, is_taken)).one()
    return number, bool(came)


def stamps(session: Session, event_ids: Collection[str]) -> dict[str, str]:
    """The gate's view of the seats of each event, as one text; an event without seats has none.

    The text differs after every seat, check-in, hold and change between paid and unpaid. How the
    money of a paid seat came is in the books, and not in it.
    """
    found: dict[str, list[str]] = {}
    for row in session.execute(_SEATS_SEEN.where(seats.c.event_id.in_(event_ids))):
        found.setdefault(row.event_id, []).append(" ".join(map(str, row[1:])))
    return {event_id: "\n".join(lines) for event_id, lines in found.items()}


def check_in(session: Session, row_id: str, *, at: datetime, by: str | None) -> None:
    """Mark a seat that `participant` locked. Its hold counts no longer."""
    marked = {"checked_in_at": at, "checked_in_by": by}
    session.execute(sa.update(seats).where(seats.c.id == row_id).values(marked))


def check_in_each(session: Session, marks: Mapping[str, tuple[datetime, str | None]]) -> None:
    """As `check_in`, for many seats: the row's id → when, and by whom."""
    if marks:
        marked = sa.update(seats).where(seats.c.id == sa.bindparam("row"))
        marked = marked.values(checked_in_at=sa.bindparam("at"), checked_in_by=sa.bindparam("by"))
        rows = [{"row": row_id, "at": at, "by": by} for row_id, (at, by) in marks.items()]
        session.connection().execute(marked, rows)


def add_seat(session: Session, event_id: str, *, price: int) -> bool:
    """Count one more participant, also over the maximum; False at a canceled event, and at one
    whose price has fallen below the one for which the seat was priced.

    Locks the event's row: call it last.
    """
    taken = events.c.current_participants + 1
    ceiling = sa.case((events.c.seat_ceiling < taken, taken), else_=events.c.seat_ceiling)
    takes_place = events.c.canceled_at.is_(None), events.c.price_cents >= price
    counted = sa.update(events).where(events.c.id == event_id, *takes_place).returning(events.c.id)
    added = counted.values(current_participants=taken, seat_ceiling=ceiling)
    return session.execute(added).first() is not None


def unpaid(session: Session, since: datetime, until: datetime) -> tuple[int, str]:
    """The seats that are still to be paid at events of this time, and the first such event.

    One that is over comes last: who did not pay there may never do it.
    """
    in_time = events.c.start_at >= since, events.c.start_at <= until
    return _count_and_first(session, *in_time, *IS_OWED)


def returning(session: Session) -> tuple[int, str]:
    """The paid seats at canceled events and those that were paid too much, and the first event."""
    # Each part has an index of its few rows; a condition about both tables would read all seats.
    off = sa.select(events.c.id).where(events.c.canceled_at.is_not(None))
    canceled = sa.select(seats.c.id).where(seats.c.event_id.in_(off))
    overpaid = sa.select(seats.c.id).where(seats.c.overpaid_cents > ZERO)
    is_paid = seats.c.payment_status == PaymentStatus.COMPLETED
    return _count_and_first(session, is_paid, seats.c.id.in_(canceled.union(overpaid)))


def _count_and_first(session: Session, *wanted: sa.ColumnElement[bool]) -> tuple[int, str]:
    """The number of these seats, and the first event with one of them, or ''."""
    counted = sa.select(sa.func.count()).select_from(_SEATS).where(*wanted)
    first = sa.select(events.c.id).select_from(_SEATS).where(*wanted)
    is_over = events.c.end_at < clock.now()
    by_start = first.order_by(is_over, events.c.start_at, events.c.id).limit(1)
    return session.execute(counted).scalar_one(), session.scalar(by_start) or ""
