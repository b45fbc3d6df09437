"""Statements about the ledger of perks."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.core import clock
from rookiebattle.events.models import Event
from rookiebattle.payments.models import PerkAct, PerkEntry
from rookiebattle.registrations.models import PaymentStatus, Registration


def entries_of(session: Session, user_ids: Collection[str]) -> Sequence[PerkEntry]:
    """All entries of these members, oldest first."""
    wanted = sa.select(PerkEntry).where(col(PerkEntry.user_id).in_(user_ids))
    return session.scalars(wanted.order_by(col(PerkEntry.number))).all()


def entries_of_seat(session: Session, registration_id: str) -> Sequence[PerkEntry]:
    """The entries about one seat, oldest first."""
    wanted = sa.select(PerkEntry).where(col(PerkEntry.registration_id) == registration_id)
    return session.scalars(wanted.order_by(col(PerkEntry.number))).all()


def entries_of_source(session: Session, source: str) -> Sequence[PerkEntry]:
    """The entries of the lots that a bill or a payment brought, oldest first."""
    lots = sa.select(col(PerkEntry.id)).where(col(PerkEntry.source) == source)
    wanted = sa.select(PerkEntry).where(col(PerkEntry.lot_id).in_(lots))
    return session.scalars(wanted.order_by(col(PerkEntry.number))).all()


def last_number(session: Session, user_id: str) -> int:
    """How many entries a member has: their numbers have no gaps."""
    last = sa.select(sa.func.max(col(PerkEntry.number))).where(col(PerkEntry.user_id) == user_id)
    return session.scalar(last) or 0


def add(session: Session, user_id: str, number: int, **columns: Any) -> bool:
    """Write a member's next entry; False when another transaction was faster."""
    try:
        with session.begin_nested():
            session.add(PerkEntry(user_id=user_id, number=number, at=clock.now(), **columns))
    except IntegrityError:
        return False
    return True


def returned_since(session: Session, event_id: str, since: datetime) -> list[str]:
    """The ids of the seats of an event whose perk went back since then."""
    wanted = (
        sa.select(col(PerkEntry.registration_id))
        .join(Registration, col(Registration.id) == col(PerkEntry.registration_id))
        .where(col(Registration.event_id) == event_id, col(PerkEntry.at) >= since)
        .where(col(PerkEntry.what) == PerkAct.GIVEN_BACK)
        .where(col(Registration.payment_amount_cents) == 0)
    )
    return [str(one) for one in session.scalars(wanted.distinct())]


def returned_to(
    session: Session, user_id: str, canceled: Collection[str]
) -> Sequence[tuple[str, str, datetime]]:
    """The events among these whose perks went back to a member: event, kind and when."""
    wanted = (
        sa.select(col(Registration.event_id), col(PerkEntry.kind), col(PerkEntry.at))
        .join(Registration, col(Registration.id) == col(PerkEntry.registration_id))
        .where(col(PerkEntry.user_id) == user_id, col(Registration.event_id).in_(canceled))
        .where(col(PerkEntry.what) == PerkAct.GIVEN_BACK)
    )
    return [(str(a), str(b), c) for a, b, c in session.execute(wanted)]


def seats_due(session: Session, event_id: str) -> Sequence[tuple[User, int]]:
    """The members whose seat at an event is due, with what it costs, where no perk pays yet."""
    wanted = (
        sa.select(User, col(Registration.payment_amount_cents))
        .join(Registration, col(Registration.user_id) == col(User.id))
        .where(
            col(Registration.event_id) == event_id,
            col(Registration.cancelled_at).is_(None),
            col(Registration.payment_status) == PaymentStatus.PENDING,
            col(Registration.payment_amount_cents) > 0,
            col(Registration.perk_cents) == 0,
        )
    )
    return [(user, cents) for user, cents in session.execute(wanted)]


def kind_in_use(session: Session, user_id: str, event_id: str) -> str | None:
    """The kind of the perk that paid last for a member's seat at an event."""
    wanted = (
        sa.select(col(PerkEntry.kind))
        .join(Registration, col(Registration.id) == col(PerkEntry.registration_id))
        .where(col(PerkEntry.user_id) == user_id, col(Registration.event_id) == event_id)
        .where(col(PerkEntry.what) == PerkAct.USED)
        .order_by(col(PerkEntry.number).desc())
    )
    return session.scalars(wanted.limit(1)).first()


def seat_of(session: Session, registration_id: str) -> Registration | None:
    """A seat as it is now; None for one that was removed."""
    wanted = sa.select(Registration).where(col(Registration.id) == registration_id)
    return session.scalars(wanted.execution_options(populate_existing=True)).first()


def event_of(session: Session, event_id: str) -> Event | None:
    return session.get(Event, event_id)
