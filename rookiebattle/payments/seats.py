"""Payments for seats: what a receipt does to a seat, and what happens to a seat's payments."""

from sqlalchemy.orm import Session

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.db import new_id
from rookiebattle.core.errors import Conflict
from rookiebattle.events.models import Event
from rookiebattle.integrations.stripe.cards import CardsOff
from rookiebattle.payments import ledger, orders, queries
from rookiebattle.payments.models import Kind, Method, Payment, Status, What
from rookiebattle.payments.wording import CARD_REFUND_ONLY, PAID_EVENT, REFUND_BEGUN
from rookiebattle.registrations import holds
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.settings import get_settings


def place(session: Session, payment: Payment) -> bool:
    """Let a payment that came settle its seat; False when the money must go back."""
    return holds.take_payment(
        session,
        event_id=payment.event_id or "",
        registration_id=payment.registration_id or "",
        cents=payment.received_cents,
    )


def cancel_open_payments(session: Session, *, registration_id: str) -> None:
    """Cancel what still waits for a seat that was given up. Subscribed to `seat_freed`."""
    for payment in queries.payments_of_seat(session, registration_id):
        orders.cancel_payment(session, payment)


def follow_settlement(
    session: Session,
    actor: Actor,
    *,
    event_id: str,
    user_id: str,
    registration_id: str,
    before: str,
    after: str,
    amount_cents: int,
) -> None:
    """Enter what an organizer recorded about a seat. Subscribed to `seat_settled`.

    Cash is a payment by hand. A payment by card goes back by card only: recording another end of it
    would leave the club with money that its books do not have.
    """
    payments = queries.payments_of_seat(session, registration_id)
    by_card = [one for one in payments if one.method == Method.CARD]
    for one in by_card:
        orders.cancel_payment(session, one)
    held = next((one for one in by_card if one.status == Status.COMPLETED), None)
    if held is not None:
        _give_back(session, actor, held, after)
        return
    by_hand = [one for one in payments if one.method == Method.HAND]
    if after == PaymentStatus.COMPLETED:
        _add_by_hand(session, actor, event_id, user_id, registration_id, amount_cents)
    elif before == PaymentStatus.COMPLETED:
        for one in by_hand:
            _take_back(session, actor, one, after)


def _give_back(session: Session, actor: Actor, payment: Payment, after: str) -> None:
    if after != PaymentStatus.REFUNDED:
        has_begun = orders.asked_back(session, payment) > 0
        raise Conflict(REFUND_BEGUN if has_begun else CARD_REFUND_ONLY)
    if not get_settings().takes_cards:
        raise CardsOff()
    if not orders.refund(session, actor, payment=payment):
        raise Conflict(REFUND_BEGUN)


def _add_by_hand(
    session: Session,
    actor: Actor,
    event_id: str,
    user_id: str,
    registration_id: str,
    cents: int,
) -> None:
    payment = queries.add_payment(
        session,
        user_id=user_id,
        payment_type=Kind.EVENT,
        method=Method.HAND,
        amount_cents=cents,
        currency=get_settings().currency,
        description=title_of(session, event_id),
        event_id=event_id,
        registration_id=registration_id,
        recorded_by=actor.user_id or None,
    )
    if payment is None:
        raise RuntimeError("a payment by hand has no unique value that could be taken")
    ledger.enter(
        session, actor, payment=payment, what=What.RECEIVED, cents=cents, provider_id=new_id()
    )


def _take_back(session: Session, actor: Actor, payment: Payment, after: str) -> None:
    """A refund in cash, or the correction of a wrong press: both leave the club without it."""
    left = payment.kept_cents
    what = What.REFUNDED if after == PaymentStatus.REFUNDED else What.CORRECTED
    if left > 0:
        ledger.enter(session, actor, payment=payment, what=what, cents=-left, provider_id=new_id())


def close_event(session: Session, _actor: Actor, *, event_id: str) -> None:
    """Refuse to remove an event that somebody paid for by card, and cancel what still waits.

    Subscribed to `event_removing`. A payment that comes after all finds no seat and goes back.
    """
    payments = queries.payments_of_event(session, event_id)
    if any(_is_kept(session, one) for one in payments):
        raise Conflict(PAID_EVENT)
    for one in payments:
        orders.cancel_payment(session, one)


def _is_kept(session: Session, payment: Payment) -> bool:
    if payment.method != Method.CARD:
        return False
    left = payment.kept_cents
    return left > orders.asked_back(session, payment)


def title_of(session: Session, event_id: str) -> str:
    """The name of an event as a payment keeps it."""
    event = session.get(Event, event_id)
    return (event.title if event else "")[:200]


def note_refund(session: Session, payment: Payment, *, failed: bool) -> None:
    """Let a seat follow when all the money for it went back, or did not after all."""
    if payment.payment_type != Kind.EVENT or not payment.registration_id:
        return
    event_id, seat = payment.event_id or "", payment.registration_id
    if failed:
        holds.payment_kept(session, event_id=event_id, registration_id=seat)
    elif payment.status == Status.REFUNDED and _paid_the_seat(session, payment):
        holds.payment_returned(session, event_id=event_id, registration_id=seat)


def _paid_the_seat(session: Session, payment: Payment) -> bool:
    """Whether no other payment stands for the seat: a duplicate that goes back leaves it paid."""
    others = queries.payments_of_seat(session, payment.registration_id or "")
    return not any(one.id != payment.id and one.status == Status.COMPLETED for one in others)


def lock_seat_of(session: Session, payment: Payment) -> None:
    """Lock a payment's event and seat, which every verb locks before the payment."""
    if payment.event_id and payment.registration_id:
        holds.lock(session, event_id=payment.event_id, registration_id=payment.registration_id)


SYSTEM = VISITOR
"""The actor of what the card service told: no person did it here."""
