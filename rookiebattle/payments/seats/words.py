"""The money for a member's seat, in words. Pure."""

from zoneinfo import ZoneInfo

from rookiebattle.core.values.dates import date_words
from rookiebattle.core.values.money import as_price
from rookiebattle.payments.schemas import SeatMoney
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.policy import owes
from rookiebattle.registrations.pricing import takes_card
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.wording import (
    PAY_TO_KEEP,
    SEAT_BY_PLAN,
    SEAT_IS_CREDITED,
    SEAT_IS_PAID,
    SEAT_IS_WAIVED,
    STILL_YOURS,
    due_either_way,
    due_words,
    going_back_words,
    hands_back_words,
    own_overpaid,
    paid_and_gone,
)

PAID_WORDS = {
    PaymentStatus.COMPLETED: SEAT_IS_PAID,
    PaymentStatus.CREDIT: SEAT_IS_CREDITED,
    PaymentStatus.WAIVED: SEAT_IS_WAIVED,
}


def seat_words(event: OwnEvent, money: SeatMoney | None) -> str:
    """Sentences about the money for a member's seat; empty when there is nothing to say."""
    back = _back(event, money)
    if event.canceled_at is not None:
        return _joined(back, _left(money))
    if not event.is_registered:
        return back or (_gone(event, money.paid_cents) if money else "")
    if owes(event.payment_status, event.seat_cents):
        return _due(event, back)
    if event.payment_status == PaymentStatus.REFUNDED:
        return _joined(back, STILL_YOURS)
    paid = PAID_WORDS.get(PaymentStatus(event.payment_status or PaymentStatus.NOT_REQUIRED), "")
    if event.seat_perk and not event.seat_cents:
        paid = SEAT_BY_PLAN
    said = _joined(STILL_YOURS, back) if back else paid
    return _joined(said, own_overpaid(event.seat_overpaid)) if event.seat_overpaid else said


def _gone(event: OwnEvent, cents: int) -> str:
    """The money that the club still has for a seat that was given up."""
    return paid_and_gone(cents, is_refundable=event.is_refundable)


def keeps_paid_seat(event: OwnEvent, money: SeatMoney | None) -> bool:
    """Whether the member unregistered and was not refunded: the seat, taken again, is paid."""
    return not event.is_registered and _cents_left(money) > 0


def _left(money: SeatMoney | None) -> str:
    """How much the organizer still has to hand back for a seat at a canceled event."""
    left = _cents_left(money)
    return hands_back_words(left) if left > 0 else ""


def _cents_left(money: SeatMoney | None) -> int:
    return money.paid_cents - money.returned_cents - money.coming_cents if money else 0


def _due(event: OwnEvent, back: str) -> str:
    """An unpaid seat. Where the gate takes the money, the button says so already."""
    due = due_words(event.seat_cents)
    if back:
        return _joined(back, STILL_YOURS, due)
    if event.seat_hold is not None:
        return PAY_TO_KEEP
    return due_either_way(event.seat_cents) if takes_card(event.seat_cents) else ""


def _back(event: OwnEvent, money: SeatMoney | None) -> str:
    if money is None:
        return ""
    coming = going_back_words(money.coming_cents) if money.coming_cents else ""
    if money.returned_at is None:
        return coming
    day = date_words(money.returned_at.astimezone(ZoneInfo(event.time_zone)))
    return _joined(f"You were refunded {as_price(money.returned_cents)} on {day}.", coming)


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))
