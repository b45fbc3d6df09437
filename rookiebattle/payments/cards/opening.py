"""Opens payments: decides what somebody pays for and how much, before the card service is told."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import AppError, Conflict, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.money import as_price
from rookiebattle.guardians import service as guardians
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
    seats_words,
)
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.policy import cents_owed
from rookiebattle.registrations.pricing import takes_card
from rookiebattle.registrations.schemas import SeatToPay
from rookiebattle.registrations.service import holds, people
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
        # A donation without the key is being dropped already.
        if one.open_key is not None and one.id != newest.id
    ]
    waiting.sort(key=lambda one: (one.created_at, one.id), reverse=True)
    for one in waiting[MOST_OPEN_DONATIONS - 1 :]:
        orders.cancel_payment(session, one)


@writes
def open_fee(
    session: Session, actor: Actor, *, event_id: str, sent_cents: int | None, for_id: str = ""
) -> Opened:
    """Open the payment for the seats of the actor and the actor's minors, or find the one that
    still waits: one charge, and a payment for each seat. With `for_id` they are those of an adult
    of the household.

    The prices are the seats'. Raises NotFound without a seat or household, Conflict when nothing is
    owed or the hold is over, and Invalid when another amount was sent.
    """
    actor.require(Permission.OWN_PAYMENT_CREATE)
    event_id = known_id(event_id, NO_OWN_SEAT)
    payee_id = people.payee(session, actor, user_id=for_id) if for_id else actor.user_id
    due = _seats_by_card(session, payee_id, event_id)
    cents = sum(seat.amount_cents for seat in due)
    if sent_cents is not None and sent_cents != cents:
        raise Invalid(fields={"amount": OTHER_PRICE.format(as_price(cents))})
    _cancel_others(session, actor, due)
    title, first = seat_payments.title_of(session, event_id), ""
    for seat in due:
        payment = _opened(
            session,
            actor,
            open_key=_key_of(seat),
            payment_type=Kind.EVENT,
            amount_cents=seat.amount_cents,
            description=fee_words(title, seat.perk_cents),
            event_id=event_id,
            registration_id=seat.id,
            paid_with=first or None,
        )
        first = first or payment.id
    charge, ends = session.get_one(Payment, first), [seat.hold_expires_at for seat in due]
    opened = _as_opened(session, charge, hold=min(filter(None, ends), default=None))
    if len(due) == 1:
        return opened
    return replace(opened, cents=cents, description=seats_words(title, len(due)))


def _key_of(seat: SeatToPay) -> str:
    return f"{Kind.EVENT}:{seat.id}"


def _cancel_others(session: Session, actor: Actor, due: Sequence[SeatToPay]) -> None:
    """Cancel what waits for other prices than these, or for other seats with one of these, or for
    somebody else who would pay."""
    waiting = [payment_queries.open_payment(session, _key_of(seat)) for seat in due]
    known = [one for one in waiting if one is not None]
    if not known:
        return
    charged = {one.id for one in payment_queries.charged_with(session, known[0])}
    wanted = [(actor.user_id, seat.amount_cents) for seat in due]
    is_same = [one and (one.user_id, one.amount_cents) for one in waiting] == wanted
    if is_same and charged == {one.id for one in known} and known[0].paid_with is None:
        return
    for one in known:
        orders.cancel_payment(session, one)
    session.flush()


def _seats_by_card(session: Session, payee_id: str, event_id: str) -> list[SeatToPay]:
    """The seats of somebody and their minors for which a card may pay now, the adult's own first.
    Raises about that one when there is none."""
    minors = [one.id for one in guardians.minors_of(session, payee_id)]
    due: list[SeatToPay] = []
    refused: list[AppError] = []
    for user_id in (payee_id, *sorted(minors)):
        try:
            due.append(_seat_by_card(session, user_id, event_id))
        except AppError as why:
            refused.append(why)
    if not due:
        raise refused[0]
    return due


def has_more_to_pay(session: Session, actor: Actor, *, event_id: str) -> bool:
    """Whether one of the actor's minors has a seat that is to be paid by card."""
    found = people.people_at(session, actor, event_id=event_id)
    return any(takes_card(cents_owed(one.payment_status, one.amount_cents)) for one in found)


def _seat_by_card(session: Session, user_id: str, event_id: str) -> SeatToPay:
    seat = due_seat(session, user_id, event_id=event_id)
    if not takes_card(seat.amount_cents):
        raise Conflict(AT_THE_GATE)
    return seat


def due_seat(session: Session, user_id: str, *, event_id: str) -> SeatToPay:
    """A member's seat that is to be paid, locked with its event. Raises as `open_fee`."""
    seat = holds.own_seat(session, event_id=event_id, user_id=user_id)
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
            # The open payment was paid or given up between the two statements.
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


def charge_of(session: Session, actor: Actor, *, payment_id: str) -> Payment:
    """As `orders.charge_of`. Raises NotFound for an unknown payment."""
    return orders.charge_of(session, payment_of(session, actor, payment_id=payment_id))


def payment_of(session: Session, _actor: Actor, *, payment_id: str) -> Payment:
    """The payment with this id. Raises NotFound for an unknown one."""
    payment = payment_queries.payment(session, payment_id)
    if payment is None:
        raise NotFound(NO_PAYMENT)
    return payment
