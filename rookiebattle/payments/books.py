"""The books for the treasurer: the payments of all members, and every movement of money."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import FORMER_MEMBER, known_name
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Invalid
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.spreadsheet import MOST_LINES
from rookiebattle.members import administration
from rookiebattle.members.users import UserFilter
from rookiebattle.payments.models import Payment, PaymentEntry, Status
from rookiebattle.payments.schemas import BookedPage, BookedPayment, PaymentSearch

MOST_PEOPLE = 100
TOO_LONG = (
    f"There are more than {MOST_LINES:,} lines. Please ask for a shorter time: since and until."
)
MOST_COUNTED = 1_000
"""Longer lists say 'more than': counting every payment of many years would take too long."""


@dataclass(frozen=True, slots=True)
class Movement:
    """Money that came (cents above zero) or went. Nobody recorded what the card service told."""

    at: datetime
    what: str
    cents: int
    currency: str
    kind: str
    method: str
    description: str
    member: str
    payment_id: str
    recorded_by: str


def movements(
    session: Session, actor: Actor, *, since: datetime | None, until: datetime | None
) -> list[Movement]:
    """Every movement in a time, oldest first; administrators only. Their sum is what the club has.

    `until` is left out. Raises Invalid for more than a file holds: the sum of a part is wrong.
    """
    actor.require(Permission.ALL_PAYMENT_READ)
    found = list(_moved(session, since, until))
    if len(found) > MOST_LINES:
        raise Invalid(TOO_LONG)
    return found


def _moved(session: Session, since: datetime | None, until: datetime | None) -> Iterator[Movement]:
    recorder = aliased(User)
    wanted = (
        sa.select(PaymentEntry, Payment, User, recorder)
        .join(Payment, col(Payment.id) == col(PaymentEntry.payment_id))
        .join(User, col(User.id) == col(Payment.user_id))
        .outerjoin(recorder, col(recorder.id) == col(PaymentEntry.actor_id))
        .where(col(PaymentEntry.cents) != 0)
        .order_by(col(PaymentEntry.at), col(PaymentEntry.payment_id), col(PaymentEntry.number))
        .limit(MOST_LINES + 1)
    )
    if since:
        wanted = wanted.where(col(PaymentEntry.at) >= since)
    if until:
        wanted = wanted.where(col(PaymentEntry.at) < until)
    for entry, payment, member, by in session.execute(wanted):
        yield Movement(
            at=entry.at,
            what=entry.what,
            cents=entry.cents,
            currency=payment.currency,
            kind=payment.payment_type,
            method=payment.method,
            description=payment.description,
            member=known_name(member),
            payment_id=payment.id,
            recorded_by=known_name(by) if by else "",
        )


def search_payments(session: Session, actor: Actor, *, wanted: PaymentSearch) -> BookedPage:
    """The payments of all members, newest first unless asked otherwise; administrators only."""
    actor.require(Permission.ALL_PAYMENT_READ)
    having, has_more_people = _asked(session, actor, wanted)
    counted = sa.select(col(Payment.id)).where(*having).limit(MOST_COUNTED + 1).subquery()
    total = session.scalar(sa.select(sa.func.count()).select_from(counted)) or 0
    by_time = (col(Payment.created_at), col(Payment.id))
    found = (
        sa.select(Payment, User)
        .join(User, col(User.id) == col(Payment.user_id))
        .where(*having)
        .order_by(*(one.desc() if wanted.order == "newest" else one for one in by_time))
        .limit(wanted.window.limit)
        .offset(wanted.window.offset)
    )
    items = [_booked(payment, member) for payment, member in session.execute(found)]
    has_more = has_more_people or total > MOST_COUNTED
    return BookedPage(items, min(total, MOST_COUNTED), has_more=has_more)


def _asked(
    session: Session, actor: Actor, wanted: PaymentSearch
) -> tuple[list[sa.ColumnElement[bool]], bool]:
    """The conditions, and whether more members are meant than are looked at."""
    asked = {"payment_type": wanted.kind, "method": wanted.method, "status": wanted.status}
    having = [col(getattr(Payment, name)) == value for name, value in asked.items() if value]
    if wanted.text:
        people = UserFilter(text=wanted.text, window=Window(MOST_PEOPLE))
        found = administration.list_users(session, actor, wanted=people)
        having.append(col(Payment.user_id).in_([one.id for one in found.items]))
        return having, found.has_more or found.total > MOST_PEOPLE
    return having, False


def _booked(payment: Payment, member: User) -> BookedPayment:
    return BookedPayment(
        id=payment.id,
        at=payment.created_at,
        member_id=member.id,
        member=FORMER_MEMBER if member.erased_at else known_name(member),
        kind=payment.payment_type,
        method=payment.method,
        status=payment.status,
        description=payment.description,
        amount_cents=payment.amount_cents,
        returned_cents=payment.returned_cents,
        may_correct=payment.is_own_entry and payment.status == Status.COMPLETED,
    )
