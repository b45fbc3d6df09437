"""Opens payments: decides what somebody pays for and how much, before the card service is told."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.money import as_price
from rookiebattle.payments import ledger, orders
from rookiebattle.payments.models import Kind, Payment, Status, What
from rookiebattle.payments.plans import DEFAULT_DONATION_CENTS
from rookiebattle.payments.policy import is_donation
from rookiebattle.payments.queries import payments as payment_queries
from rookiebattle.payments.schemas import PaymentWrite
from rookiebattle.payments.seats import payments as seat_payments
from rookiebattle.payments.wording import (
    AT_THE_GATE,
    DONATION,
    DONATION_LIMITS,
    HOLD_ENDED,
    NO_OWN_SEAT,
    NO_PAYMENT,
    NOTHING_OWED,
    OTHER_PRICE,
    fee_words,
)
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.pricing import takes_card
from rookiebattle.registrations.schemas import SeatToPay
from rookiebattle.registrations.service import holds
from rookiebattle.registrations.wording import IS_CANCELED
from rookiebattle.settings import get_settings

MOST_OPEN_DONATIONS = 10
"""A member has no more donations that wait. The next one takes the place of the oldest."""


@dataclass(frozen=True, slots=True)
class Payer:
    """A member as the card service is told of them."""

    user_id: str
    email: str
    customer_id: str | None


@dataclass(frozen=True, slots=True)
class Opened:
    """A payment that waits, as it is before the card service is asked."""

    payment_id: str
    kind: Kind
    cents: int
    currency: str
    description: str
    intent_id: str | None
    payer: Payer
    event_id: str | None = None
    hold_expires_at: datetime | None = None


@writes
def open_donation(session: Session, actor: Actor, *, values: PaymentWrite) -> Opened:
    """Open a donation, or find the equal one that still waits: a double click gives once.

    Without an amount it is the usual one. Raises Invalid for an amount that is no donation.
    """
    actor.require(Permission.OWN_PAYMENT_CREATE)
    cents = DEFAULT_DONATION_CENTS if values.amount is None else values.amount
    if not is_donation(cents):
        raise Invalid(fields={"amount": DONATION_LIMITS})
    description = values.description or DONATION
    told = sha256(description.encode()).hexdigest()[:16]
    # Two tabs would lock their own donation each, and then all that wait.
    payment_queries.lock_member(session, actor.user_id)
    payment = _opened(
        session,
        actor,
        open_key=f"{Kind.DONATION}:{actor.user_id}:{cents}:{told}",
        payment_type=Kind.DONATION,
        amount_cents=cents,
        description=description,
    )
    _drop_oldest_donations(session, payment)
    return _as_opened(session, payment)


def _drop_oldest_donations(session: Session, newest: Payment) -> None:
    """Drop what waits beyond the limit, so that amounts that were only tried do not pile up."""
    waiting = [
        one
        for one in payment_queries.undecided_of(session, newest.user_id, [Kind.DONATION])
        if one.status == Status.PENDING
        # Those without the key are being dropped already.
        if one.open_key is not None and one.id != newest.id
    ]
    waiting.sort(key=lambda one: (one.created_at, one.id), reverse=True)
    for one in waiting[MOST_OPEN_DONATIONS - 1 :]:
        orders.cancel_payment(session, one)


@writes
def open_fee(session: Session, actor: Actor, *, event_id: str, sent_cents: int | None) -> Opened:
    """Open the payment for the actor's own seat, or find the one that still waits.

    The price is the seat's. Raises NotFound without a seat, Conflict when nothing is owed or the
    hold is over, and Invalid when another amount was sent.
    """
    actor.require(Permission.OWN_PAYMENT_CREATE)
    event_id = known_id(event_id, NO_OWN_SEAT)
    seat = _own_seat(session, actor, event_id)
    cents = seat.amount_cents
    if sent_cents is not None and sent_cents != cents:
        raise Invalid(fields={"amount": OTHER_PRICE.format(as_price(cents))})
    open_key = f"{Kind.EVENT}:{seat.id}"
    waiting = payment_queries.open_payment(session, open_key)
    if waiting is not None and waiting.amount_cents != cents:
        # The seat was taken again at another price: what waits is for the former one.
        orders.cancel_payment(session, waiting)
        session.flush()
    payment = _opened(
        session,
        actor,
        open_key=open_key,
        payment_type=Kind.EVENT,
        amount_cents=cents,
        description=fee_words(seat_payments.title_of(session, event_id), seat.perk_cents),
        event_id=event_id,
        registration_id=seat.id,
    )
    return _as_opened(session, payment, hold=seat.hold_expires_at)


def _own_seat(session: Session, actor: Actor, event_id: str) -> SeatToPay:
    seat = due_seat(session, actor, event_id=event_id)
    if not takes_card(seat.amount_cents):
        raise Conflict(AT_THE_GATE)
    return seat


def due_seat(session: Session, actor: Actor, *, event_id: str) -> SeatToPay:
    """The actor's own seat that is to be paid, locked with its event. Raises as `open_fee`."""
    seat = holds.own_seat(session, event_id=event_id, user_id=actor.user_id)
    if seat is None or (seat.cancelled_at is not None and not seat.was_lost):
        raise NotFound(NO_OWN_SEAT)
    if seat.canceled_at is not None:
        raise Conflict(IS_CANCELED)
    if seat.cancelled_at is not None or holds.is_over(seat.hold_expires_at, clock.now()):
        raise Conflict(HOLD_ENDED)
    if seat.payment_status != PaymentStatus.PENDING or not seat.amount_cents:
        raise Conflict(NOTHING_OWED)
    return seat


def _opened(session: Session, actor: Actor, *, open_key: str, **columns: Any) -> Payment:
    added = payment_queries.add_payment(
        session,
        user_id=actor.user_id,
        open_key=open_key,
        currency=get_settings().currency,
        **columns,
    )
    if added is None:
        waiting = payment_queries.open_payment(session, open_key)
        if waiting is None:
            # It was paid or given up between the two statements.
            raise Conflict()
        return waiting
    ledger.enter(session, actor, payment=added, what=What.STARTED)
    return added


def _as_opened(session: Session, payment: Payment, *, hold: datetime | None = None) -> Opened:
    return Opened(
        payment_id=payment.id,
        kind=Kind(payment.payment_type),
        cents=payment.amount_cents,
        currency=payment.currency,
        description=payment.description,
        intent_id=payment.stripe_payment_intent_id,
        payer=payer_of(session, payment.user_id),
        event_id=payment.event_id,
        hold_expires_at=hold,
    )


def payer_of(session: Session, user_id: str) -> Payer:
    """A member as the card service is told of them."""
    user = session.get_one(User, user_id)
    return Payer(user.id, user.email or "", user.stripe_customer_id)


@writes
def keep_customer(
    session: Session, _actor: Actor, *, user_id: str, customer_id: str, instead_of: str | None
) -> str | None:
    """Keep the customer that the card service made; returns the one that the member has now.

    An account that was erased meanwhile keeps none: the customer is deleted again.
    """
    user = payment_queries.lock_member(session, user_id)
    if user is None or user.erased_at is not None:
        orders.forget_customer(session, customer_id)
        return None
    if user.stripe_customer_id == instead_of:
        user.stripe_customer_id = customer_id
        audit.record(session, VISITOR, "payment.customer_added", user_id)
    return user.stripe_customer_id


def payment_of(session: Session, _actor: Actor, *, payment_id: str) -> Payment:
    """A payment as it is. Raises NotFound for an unknown one."""
    payment = payment_queries.payment(session, payment_id)
    if payment is None:
        raise NotFound(NO_PAYMENT)
    return payment
