"""Statements about what seats cost once the price of their event has fallen."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.queries.seats import HOLD, is_taken, seats, users

Row = sa.Row[Any]


def priced_seats(session: Session, event_id: str) -> Sequence[Row]:
    """The seats of an event that cost something, given-up ones too, with the membership of their
    members; locked."""
    wanted: sa.Select[Any] = (
        sa.select(
            *(seats.c.id, seats.c.user_id, seats.c.payment_status, seats.c.payment_amount_cents),
            *(HOLD, is_taken.label("is_taken"), seats.c.overpaid_cents, seats.c.perk_cents),
            *(users.c.membership_tier, users.c.membership_status),
        )
        .join_from(seats, users, users.c.id == seats.c.user_id)
        .where(seats.c.event_id == event_id)
        .where(seats.c.payment_amount_cents + seats.c.perk_cents > 0)
        .order_by(seats.c.id)
        .with_for_update(of=seats)
    )
    return session.execute(wanted).all()


def set_price(session: Session, row_id: str, **columns: object) -> None:
    """Change what a seat costs, and what follows from it. The caller has locked the seat."""
    session.execute(sa.update(seats).where(seats.c.id == row_id).values(columns))


def note_overpaid(session: Session, row_id: str, kept_cents: int) -> bool:
    """Note how much more than its price the club keeps for a paid seat that the caller has locked;
    returns whether that was news."""
    cost = seats.c.payment_amount_cents
    more = sa.case((cost < kept_cents, kept_cents - cost), else_=0)
    noted = (
        sa.update(seats)
        .where(seats.c.id == row_id, seats.c.payment_status == PaymentStatus.COMPLETED)
        .where(seats.c.overpaid_cents != more)
        .values(overpaid_cents=more)
        .returning(seats.c.id)
    )
    return session.execute(noted).first() is not None
