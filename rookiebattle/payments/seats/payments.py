"""Payments for seats: what a receipt does to a seat, and what happens to a seat's payments."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import Conflict
from rookiebattle.events.models import Event
from rookiebattle.events.when import is_before_notice
from rookiebattle.integrations.stripe.cards import CardsOff
from rookiebattle.payments import orders, promises
from rookiebattle.payments.by_hand import entries
from rookiebattle.payments.models import Kind, Method, Payment, Status, What
from rookiebattle.payments.queries import payments as payment_queries
from rookiebattle.payments.wording import CARD_REFUND_ONLY, NOT_NOTED, PAID_EVENT, REFUND_BEGUN
from rookiebattle.registrations.models import PaymentStatus, Registration
from rookiebattle.registrations.schemas import HowReceived, SettledSeat
from rookiebattle.registrations.service import holds
from rookiebattle.settings import get_settings


def pay_seat(session: Session, payment: Payment) -> bool:
    """Let a payment that came settle its seat; False when the money must go back."""
    return holds.take_payment(
        session,
        event_id=payment.event_id or "",
        registration_id=payment.registration_id or "",
        cents=payment.received_cents,
    )


def follow_freed(session: Session, *, registration_id: str) -> None:
    """Cancel what still waits for a seat that was given up. Where its event promises that, a card
    is refunded; of other money that the club still has for it, the organizer is told.

    Subscribed to `seat_freed`.
    """
    payments = payment_queries.payments_of_seat(session, registration_id)
    for payment in payments:
        orders.cancel_payment(session, payment)
    kept = next((one for one in payments if _is_kept(session, one)), None)
    event = session.get(Event, kept.event_id) if kept else None
    # The money for a canceled event is on its way back, and its roster says so.
    if kept is None or event is None or event.canceled_at is not None:
        return
    if event.is_refundable and _is_refunded(session, registration_id, payments):
        return
    if event.organizer_id != kept.user_id:
        promises.promise_left(session, event.organizer_id, kept)


def _is_refunded(session: Session, registration_id: str, payments: Sequence[Payment]) -> bool:
    """Refund the card that paid for a seat that its member gave up in time; False where no card
    can get the money back.

    The moment at which the seat was given up decides, which the member was told: not this one.
    """
    seat = session.get_one(Registration, registration_id, populate_existing=True)
    event = session.get_one(Event, seat.event_id)
    in_time = seat.cancelled_at is not None and is_before_notice(event.start_at, seat.cancelled_at)
    if not in_time or not get_settings().takes_cards:
        return False
    if any(one.method == Method.HAND and one.kept_cents > 0 for one in payments):
        return False
    came = _paying(session, [one for one in payments if one.method == Method.CARD])
    if came is None or not orders.refund(session, VISITOR, payment=came):
        return False
    holds.note_refund(session, event_id=event.id, registration_id=registration_id)
    return True


def follow_settlement(session: Session, actor: Actor, *, seat: SettledSeat) -> None:
    """Enter what an organizer recorded about a seat. Subscribed to `seat_settled`.

    Cash is a payment by hand. A payment by card goes back by card only: recording another end of it
    would leave the club with money that its books do not have. Without a change of the settlement,
    the payment by hand is amended.
    """
    payments = payment_queries.payments_of_seat(session, seat.registration_id)
    by_card = [one for one in payments if one.method == Method.CARD]
    for one in by_card:
        orders.cancel_payment(session, one)
    by_hand = [one for one in payments if one.method == Method.HAND]
    last = next(reversed(by_hand), None)
    came = _paying(session, by_card)
    # Beside money by hand a card's is a duplicate, which was ordered back when it came.
    held = None if last is not None and last.status == Status.COMPLETED else came
    if seat.after == seat.before:
        _amend(session, actor, None if held else last, seat.how)
    elif held is not None:
        _refund(session, actor, held, seat.after)
    elif seat.after == PaymentStatus.COMPLETED:
        if last and _comes_back(session, actor, last, seat):
            holds.note_kept(
                session,
                event_id=seat.event_id,
                registration_id=seat.registration_id,
                cents=last.kept_cents,
            )
            return
        if seat.is_undo and seat.before == PaymentStatus.REFUNDED:
            raise Conflict(REFUND_BEGUN)
        entries.receive(
            session,
            actor,
            cents=seat.amount_cents,
            how=seat.how,
            user_id=seat.user_id,
            payment_type=Kind.EVENT,
            description=title_of(session, seat.event_id),
            event_id=seat.event_id,
            registration_id=seat.registration_id,
        )
    elif seat.before == PaymentStatus.COMPLETED:
        # A refund in cash, or the correction of a wrong press: both leave the club without it.
        what = What.REFUNDED if seat.after == PaymentStatus.REFUNDED else What.CORRECTED
        for one in by_hand:
            entries.reverse(session, actor, payment=one, what=what)
        if seat.after == PaymentStatus.PENDING and any(one.received_cents for one in by_card):
            _keep_with_card(session, came, seat.registration_id)


def refund_overpaid(session: Session, actor: Actor, *, registration_id: str, cents: int) -> None:
    """Give back what was paid beyond the price of a seat. Subscribed to `seat_overpaid`.

    A seat without a payment was settled before there was a ledger: its money is not in the books.
    """
    payments = payment_queries.payments_of_seat(session, registration_id)
    came = _paying(session, [one for one in payments if one.method == Method.CARD])
    by_hand = [one for one in payments if one.method == Method.HAND and one.kept_cents > 0]
    if by_hand:
        entries.reverse(session, actor, payment=by_hand[-1], what=What.REFUNDED, most=cents)
    elif came is not None:
        if not get_settings().takes_cards:
            raise CardsOff()
        if not orders.refund(session, actor, payment=came, most=cents):
            raise Conflict(REFUND_BEGUN)


def follow_price(session: Session, *, registration_id: str) -> None:
    """Cancel what waits for the former price of a seat. Subscribed to `seat_became_cheaper`.

    A card that pays it all the same has paid too much.
    """
    for one in payment_queries.payments_of_seat(session, registration_id):
        orders.cancel_payment(session, one)


def _keep_with_card(session: Session, payment: Payment | None, registration_id: str) -> None:
    """Let a seat be paid by a card after all whose bank did not take the money back.

    A member whose card paid while the seat was marked by mistake does not lose it, although that
    money goes back: the seat waits for no other card, and is due at the gate.
    """
    if payment and _is_kept(session, payment):
        note_failed_refund(session, payment)
    else:
        holds.wait_for_no_card(session, registration_id)


def _comes_back(session: Session, actor: Actor, last: Payment, seat: SettledSeat) -> bool:
    """Restore the earlier payment by hand, after an undo or when a wrong tap is corrected.

    Nobody has told the member of a wrong tap yet, so the earlier receipt stays valid.
    """
    # A seat that was taken again at a higher price was not paid by what came before.
    if last.status != Status.REFUNDED or last.received_cents < seat.amount_cents:
        return False
    if not seat.is_undo and not promises.is_void_waiting(session, last):
        return False
    entries.keep_after_all(session, actor, payment=last)
    if not seat.is_undo:
        entries.amend(session, actor, payment=last, how=seat.how)
    return True


def _paying(session: Session, by_card: Sequence[Payment]) -> Payment | None:
    """The payment by card that pays a seat. A duplicate that goes back, or whose refund failed,
    comes last: the newest one counts of which nobody tried to give anything back."""
    came = [one for one in by_card if one.status == Status.COMPLETED]
    stuck = payment_queries.with_failed_refund(session, [one.id for one in came])
    return min(
        reversed(came),
        key=lambda one: (one.id in stuck, one.kept_cents <= orders.asked_back(session, one)),
        default=None,
    )


def _amend(session: Session, actor: Actor, payment: Payment | None, how: HowReceived) -> None:
    if payment is None or payment.status != Status.COMPLETED:
        raise Conflict(NOT_NOTED)
    entries.amend(session, actor, payment=payment, how=how)


def _refund(session: Session, actor: Actor, payment: Payment, after: str) -> None:
    if after != PaymentStatus.REFUNDED:
        has_begun = orders.asked_back(session, payment) > 0
        raise Conflict(REFUND_BEGUN if has_begun else CARD_REFUND_ONLY)
    if not get_settings().takes_cards:
        raise CardsOff()
    if not orders.refund(session, actor, payment=payment):
        raise Conflict(REFUND_BEGUN)


def close_event(session: Session, _actor: Actor, *, event_id: str) -> None:
    """Refuse to remove an event that somebody paid for by card, and cancel what still waits.

    Subscribed to `event_removing`. A payment that comes after all finds no seat and goes back.
    """
    payments = payment_queries.payments_of_event(session, event_id)
    if any(one.method == Method.CARD and _is_kept(session, one) for one in payments):
        raise Conflict(PAID_EVENT)
    for one in payments:
        orders.cancel_payment(session, one)


def _is_kept(session: Session, payment: Payment) -> bool:
    """Whether the club has money of a payment that nobody has ordered back."""
    left = payment.kept_cents
    return left > 0 and left > orders.asked_back(session, payment)


def title_of(session: Session, event_id: str) -> str:
    """The name of an event as a payment keeps it."""
    event = session.get(Event, event_id)
    return (event.title if event else "")[:200]


def note_refund(session: Session, payment: Payment) -> None:
    """Let a seat follow when the money for it went back, or a part of it."""
    event_id, seat = payment.event_id or "", payment.registration_id
    if not seat or not _paid_the_seat(session, payment):
        return
    if payment.status == Status.REFUNDED:
        holds.note_refund(session, event_id=event_id, registration_id=seat)
    else:
        cents = payment.kept_cents
        holds.note_kept(session, event_id=event_id, registration_id=seat, cents=cents)


def note_failed_refund(session: Session, payment: Payment) -> None:
    """Let a seat follow when the money for it did not go back after all."""
    event_id, seat = payment.event_id or "", payment.registration_id
    if seat:
        cents = payment.kept_cents
        holds.note_failed_refund(session, event_id=event_id, registration_id=seat, cents=cents)


def _paid_the_seat(session: Session, payment: Payment) -> bool:
    """Whether no other payment stands for the seat: a duplicate that goes back leaves it paid."""
    others = payment_queries.payments_of_seat(session, payment.registration_id or "")
    return not any(one.id != payment.id and one.status == Status.COMPLETED for one in others)


def lock_before(session: Session, payment: Payment) -> None:
    """Lock what verbs lock before a payment: its seat, or else its member."""
    if payment.payment_type == Kind.EVENT:
        lock_seat_of(session, payment)
    else:
        payment_queries.lock_member(session, payment.user_id)


def lock_seat_of(session: Session, payment: Payment) -> None:
    """Lock a payment's event and the seats that its charge pays, which every verb locks before the
    payment."""
    charged = payment_queries.charged_with(session, payment)
    for seat in sorted(one.registration_id for one in charged if one.registration_id):
        holds.lock(session, event_id=payment.event_id or "", registration_id=seat)
