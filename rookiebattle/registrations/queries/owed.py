"""Selects of the seats that are still to be paid."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core.pagination import Window
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.queries.seats import events, is_held, seats, users

IS_OWED = (
    is_held,
    seats.c.payment_status == PaymentStatus.PENDING,
    seats.c.payment_amount_cents > 0,
    events.c.canceled_at.is_(None),
)
"""The conditions of a seat of which money is still owed: nothing is for a canceled event."""
_UNPAID = seats.join(events, events.c.id == seats.c.event_id)
_MEMBERS_NAMES = ("game_name", "first_name", "last_name", "email")


def unpaid(
    session: Session, since: datetime, until: datetime, window: Window
) -> Sequence[sa.Row[Any]]:
    """The seats that are still to be paid at events that take place in this time, by start."""
    shown = (
        *(seats.c.event_id, seats.c.user_id, seats.c.payment_amount_cents, events.c.title),
        *(events.c.start_at, events.c.chapter_id, *(users.c[name] for name in _MEMBERS_NAMES)),
    )
    wanted = sa.select(*shown).select_from(_UNPAID.join(users, users.c.id == seats.c.user_id))
    by_start = wanted.where(*_is_unpaid(since, until)).order_by(events.c.start_at, seats.c.id)
    return session.execute(by_start.limit(window.limit).offset(window.offset)).all()


def unpaid_count(session: Session, since: datetime, until: datetime) -> int:
    """The number of `unpaid` on all pages."""
    counted = sa.select(sa.func.count()).select_from(_UNPAID).where(*_is_unpaid(since, until))
    return session.execute(counted).scalar_one()


def returning(session: Session) -> tuple[int, str]:
    """The paid seats at canceled events, and the event of one of them: the earliest to start."""
    is_off = events.c.canceled_at.is_not(None), seats.c.payment_status == PaymentStatus.COMPLETED
    counted = sa.select(sa.func.count()).select_from(_UNPAID).where(*is_off)
    first = sa.select(events.c.id).select_from(_UNPAID).where(*is_off)
    by_start = first.order_by(events.c.start_at, events.c.id).limit(1)
    return session.execute(counted).scalar_one(), session.scalar(by_start) or ""


def _is_unpaid(since: datetime, until: datetime) -> Sequence[sa.ColumnElement[bool]]:
    return events.c.start_at >= since, events.c.start_at <= until, *IS_OWED
