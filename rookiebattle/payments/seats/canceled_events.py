"""Money for seats goes back because their event is canceled: to cards at once, by hand as somebody
hands it back. A seat by hand stays paid until then, so the roster of a canceled event lists it."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict
from rookiebattle.core.permissions import Permission
from rookiebattle.events.schemas import MoneyBack
from rookiebattle.payments import orders
from rookiebattle.payments.models import Method, Payment, What
from rookiebattle.payments.queries import payments
from rookiebattle.payments.schemas import HowPaid
from rookiebattle.payments.view import as_how_paid
from rookiebattle.payments.wording import NO_REFUNDS
from rookiebattle.registrations.policy import holds_money
from rookiebattle.registrations.service import holds, settling
from rookiebattle.registrations.wording import goes_to_card_words, hands_back_words
from rookiebattle.settings import get_settings


def weigh_cancellation(
    session: Session, *, event_ids: Sequence[str], obstacles: list[str], back: list[MoneyBack]
) -> None:
    """Say what canceling would refund, and how. Subscribed to `cancellation_weighed`."""
    seats = holds.paid_seats(session, event_ids=event_ids)
    paid = [one for one in seats if holds_money(one.payment_status)]
    if not paid:
        return
    kept = payments.kept_by_card(session, event_ids)
    by_card = sum(kept.get(one.registration_id, 0) for one in paid)
    by_hand = sum(one.paid_cents for one in paid if one.registration_id not in kept)
    if by_card and not get_settings().takes_cards:
        obstacles.append(NO_REFUNDS)
    back.append(MoneyBack(len({one.user_id for one in paid}), by_card, by_hand))


def refund(session: Session, actor: Actor, *, event_id: str) -> None:
    """Order the refund of all seats of an event that were paid by card; cancel what still waits.

    Subscribed to `event_canceling`, with the event locked. A payment that comes after all finds a
    canceled event and goes back. Raises Conflict where no refund can be ordered.
    """
    paid = holds.paid_seats(session, event_ids=[event_id], lock=True)
    by_id = {one.registration_id: one for one in paid}
    going = set()
    for payment in payments.payments_of_event(session, event_id):
        orders.cancel_payment(session, payment)
        if payment.registration_id in by_id and _is_refunded(session, actor, payment):
            going.add(payment.registration_id)
    if going:
        refunded = [by_id[id_] for id_ in sorted(going)]
        holds.refund_seats(session, actor, event_id=event_id, paid=refunded)


def _is_refunded(session: Session, actor: Actor, payment: Payment) -> bool:
    """Order the refund of a payment by card; False when nothing of it is left to refund."""
    if payment.method != Method.CARD or payment.kept_cents <= orders.asked_back(session, payment):
        return False
    if not get_settings().takes_cards:
        raise Conflict(NO_REFUNDS)
    return orders.refund(session, actor, payment=payment) > 0


def let_pay_again(session: Session, actor: Actor, *, event_id: str, canceled_at: datetime) -> None:
    """Let the seats be due again whose money went back because their event was canceled.

    Subscribed to `event_reinstating`.
    """
    if ids := payments.seats_refunded(session, event_id, canceled_at):
        holds.due_again(session, actor, event_id=event_id, registration_ids=ids)


def tell_back(
    session: Session, *, user_id: str, canceled: Mapping[str, datetime], back: dict[str, str]
) -> None:
    """Say what a member gets back for seats at canceled events. Subscribed to `seat_told_of`."""
    for event_id, at in canceled.items():
        payment = payments.received_for(session, user_id, event_id)
        if payment is not None and (words := _words(session, payment, at)):
            back[event_id] = words


def _words(session: Session, payment: Payment, canceled_at: datetime) -> str:
    """The fate of a payment; empty for money that went back before the event was canceled."""
    left = payment.kept_cents - orders.asked_back(session, payment)
    if left > 0:
        return hands_back_words(left)
    asked = [
        one
        for one in payments.entries(session, payment.id)
        if one.what == What.REFUND_ASKED and one.at >= canceled_at
    ]
    return goes_to_card_words(payment.received_cents) if asked else ""


def how_paid(session: Session, actor: Actor, *, event_id: str) -> dict[str, HowPaid]:
    """Member id → how the money came that the club keeps for the member's seat; for who sees the
    roster. Where both came, the money by hand counts: the card's was ordered back, and is stuck.

    Raises NotFound and Forbidden.
    """
    event_id = settling.organized(
        session, actor, event_id=event_id, permission=Permission.ALL_REGISTRATION_READ
    ).event_id
    on_cards = payments.kept_by_card(session, [event_id])
    by_hand, by_card = [], []
    for one in payments.kept_for_seats(session, event_id):
        if one.method == Method.HAND:
            by_hand.append(one)
        elif one.registration_id in on_cards:
            by_card.append(one)
    members = payments.members_of_seats(session, event_id)
    found = {one.registration_id or "": as_how_paid(one) for one in (*by_card, *by_hand)}
    return {members[seat]: how for seat, how in found.items() if seat in members}
