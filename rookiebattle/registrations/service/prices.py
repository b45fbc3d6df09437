"""A seat follows a price of its event that falls, and no price that rises. The rest that was paid
goes back when the organizer says so: the lower price may be a slip."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from rookiebattle.accounts.policy import is_supporter
from rookiebattle.core import audit
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict
from rookiebattle.core.permissions import Permission
from rookiebattle.events.schemas import EventRead, Reach, Revision
from rookiebattle.guardians import service as guardians
from rookiebattle.registrations import announcements
from rookiebattle.registrations.hooks import seat_became_cheaper, seat_overpaid, seat_perk_moved
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.pricing import seat_price, takes_card
from rookiebattle.registrations.queries import prices
from rookiebattle.registrations.queries.prices import Row
from rookiebattle.registrations.schemas import Attendee
from rookiebattle.registrations.service import settling
from rookiebattle.registrations.service.holds import confirm
from rookiebattle.registrations.wording import NOT_OVERPAID, REFUND_PROMISED


def follow_prices(
    session: Session,
    actor: Actor,
    *,
    lineage: str,  # noqa: ARG001  # the hook’s
    revisions: Sequence[Revision],
    reach: list[Reach],  # noqa: ARG001  # the hook’s
) -> None:
    """Let the seats of events that became cheaper cost less.

    Subscribed to `events_revised`, with the events locked.
    """
    for one in revisions:
        if one.after.price_cents < one.before.price_cents:
            for seat in prices.priced_seats(session, one.after.id):
                _follow(session, actor, one.after, seat)


def keep_refunds(
    session: Session,
    actor: Actor,  # noqa: ARG001  # the hook’s
    *,
    lineage: str,  # noqa: ARG001  # the hook’s
    revisions: Sequence[Revision],
    reach: list[Reach],  # noqa: ARG001  # the hook’s
) -> None:
    """Refuse to take a full refund away from people who have a seat that costs something.

    Subscribed to `events_revised`, with the events locked. Raises Conflict.
    """
    for one in revisions:
        ends = one.before.is_refundable and not one.after.is_refundable
        if ends and any(seat.is_taken for seat in prices.priced_seats(session, one.after.id)):
            raise Conflict(REFUND_PROMISED)


def _follow(session: Session, actor: Actor, event: EventRead, seat: Row) -> None:
    supports = is_supporter(seat.membership_tier, seat.membership_status)
    before = seat.payment_amount_cents + seat.perk_cents
    price = seat_price(event.price_cents, is_supporter=supports)
    if price >= before:
        return
    status, hold = seat.payment_status, seat.hold_expires_at
    perk = min(seat.perk_cents, price)
    rest = price - perk
    prices.set_price(session, seat.id, payment_amount_cents=rest, perk_cents=perk)
    if status == PaymentStatus.COMPLETED:
        more = seat.overpaid_cents + seat.payment_amount_cents - rest
        prices.set_price(session, seat.id, overpaid_cents=more)
    if status in (PaymentStatus.PENDING, PaymentStatus.CREDIT) and not rest:
        left = PaymentStatus.CREDIT if perk else PaymentStatus.NOT_REQUIRED
        prices.set_price(session, seat.id, payment_status=left)
    if perk != seat.perk_cents:
        seat_perk_moved.fire(session, actor, registration_id=seat.id)
    if seat.is_taken and hold is not None and not takes_card(rest):
        # Nothing is left that a card could pay: the seat is the member's.
        prices.set_price(session, seat.id, hold_expires_at=None)
        confirm(session, user_id=seat.user_id, event_id=event.id)
    details: audit.Details = {"event_id": event.id, "before": before, "after": price}
    audit.record(session, actor, "registration.became_cheaper", seat.id, **details)
    seat_became_cheaper.fire(session, registration_id=seat.id)
    announcements.announce_roster(session, event_id=event.id, user_ids=[seat.user_id])


@writes
def refund_overpaid(session: Session, actor: Actor, *, event_id: str, user_id: str) -> Attendee:
    """Give back what was paid for a seat beyond its price: to the card, or it is noted as handed
    back.

    For the organizer and administrators. Raises NotFound, Forbidden (also for the own seat), and
    Conflict when nothing was paid too much.
    """
    event_id = settling.organized(
        session, actor, event_id=event_id, permission=Permission.ALL_PAYMENT_CREATE
    ).event_id
    guardians.refuse_own_money(session, actor, user_id=user_id)
    one = settling.locked_seat(session, event_id, user_id)
    if not (cents := one.overpaid_cents):
        raise Conflict(NOT_OVERPAID)
    paid = PaymentStatus.COMPLETED
    if not one.amount_cents:
        paid = PaymentStatus.CREDIT if one.perk_cents else PaymentStatus.NOT_REQUIRED
    prices.set_price(session, one.registration_id, overpaid_cents=0, payment_status=paid)
    seat_overpaid.fire(session, actor, registration_id=one.registration_id, cents=cents)
    settling.record_settled(
        session, actor, event_id=event_id, one=one, status="refunded", cents=cents
    )
    announcements.announce_roster(session, event_id=event_id, user_ids=[user_id])
    return settling.attendee_of(actor, one._replace(overpaid_cents=0))
