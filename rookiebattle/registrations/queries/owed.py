"""Selects of the seats that are still to be paid."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.queries.seats import events, is_held, seats

IS_OWED = (
    is_held,
    seats.c.payment_status == PaymentStatus.PENDING,
    seats.c.payment_amount_cents > 0,
    events.c.canceled_at.is_(None),
)
"""The conditions of a seat of which money is still owed: nothing is for a canceled event."""
_SEATS = seats.join(events, events.c.id == seats.c.event_id)


def unpaid(session: Session, since: datetime, until: datetime) -> tuple[int, str]:
    """The seats that are still to be paid at events of this time, and the first such event.

    One that is over comes last: who did not pay there may never do it.
    """
    in_time = events.c.start_at >= since, events.c.start_at <= until
    return _count_and_first(session, *in_time, *IS_OWED)


def returning(session: Session) -> tuple[int, str]:
    """The paid seats at canceled events, and the first such event."""
    is_paid = seats.c.payment_status == PaymentStatus.COMPLETED
    return _count_and_first(session, events.c.canceled_at.is_not(None), is_paid)


def _count_and_first(session: Session, *wanted: sa.ColumnElement[bool]) -> tuple[int, str]:
    """The number of these seats, and the first event with one of them, or ''."""
    counted = sa.select(sa.func.count()).select_from(_SEATS).where(*wanted)
    first = sa.select(events.c.id).select_from(_SEATS).where(*wanted)
    is_over = events.c.end_at < clock.now()
    by_start = first.order_by(is_over, events.c.start_at, events.c.id).limit(1)
    return session.execute(counted).scalar_one(), session.scalar(by_start) or ""
