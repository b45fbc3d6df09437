"""A refund that a treasurer or an administrator begins at the payment itself."""

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Invalid
from rookiebattle.core.values.money import as_price
from rookiebattle.guardians import service as guardians
from rookiebattle.integrations.stripe.cards import CardsOff
from rookiebattle.payments import orders
from rookiebattle.payments.by_hand import refunds
from rookiebattle.payments.models import Kind, Method, Payment, Status
from rookiebattle.payments.queries import payments
from rookiebattle.payments.schemas import PaymentRead
from rookiebattle.payments.view import as_read
from rookiebattle.payments.wording import LEFT_TO_REFUND, NOT_BY_CARD, REFUND_BEGUN
from rookiebattle.registrations.service import settling
from rookiebattle.settings import get_settings


def may_refund(payment: Payment) -> bool:
    """Whether something of a payment can be given back here, as far as the payment itself tells."""
    is_kept = payment.status == Status.COMPLETED and payment.kept_cents > 0
    if payment.method == Method.CARD:
        return is_kept and get_settings().takes_cards
    return is_kept and payment.payment_type == Kind.EVENT


@writes
def refund(
    session: Session, actor: Actor, *, payment_id: str, cents: int | None = None
) -> PaymentRead:
    """Give back what is left of a payment, or `cents` of one by card; for treasurers and
    administrators.

    A card gets it back, or it is noted as handed back. Once nothing is left, a seat counts as
    refunded, as by the roster, and a plan ends. Raises NotFound, Invalid for more than is left, and
    Conflict when nothing is left, or a refund has begun; another payment by hand is taken back
    instead.
    """
    known = refunds.known_payment(session, actor, payment_id=payment_id)
    if known.payment_type == Kind.EVENT and cents in (None, known.kept_cents):
        event_id = known.event_id or ""
        guardians.refuse_own_money(session, actor, user_id=known.user_id)
        members = payments.members_of_seats(session, event_id)
        who = members.get(known.registration_id or "", known.user_id)
        settling.settle(session, actor, event_id=event_id, user_id=who, status="refunded")
        return as_read(known)
    payment = refunds.locked(session, actor, payment_id=payment_id)
    if payment.method != Method.CARD:
        raise Conflict(NOT_BY_CARD)
    if not get_settings().takes_cards:
        raise CardsOff()
    left = payment.kept_cents - orders.asked_back(session, payment)
    if left > 0 and cents is not None and not 0 < cents <= left:
        raise Invalid(fields={"amount": LEFT_TO_REFUND.format(as_price(left))})
    if not (back := orders.refund(session, actor, payment=payment, most=cents)):
        raise Conflict(REFUND_BEGUN)
    refunds.record(session, actor, payment=payment, cents=-back, act="payment.refund_begun")
    return as_read(payment)
