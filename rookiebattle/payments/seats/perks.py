"""Verbs about tokens and credit: one's own, using them for a seat, and giving them back."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.guardians import service as guardians
from rookiebattle.payments import orders, perks, promises
from rookiebattle.payments.cards import opening
from rookiebattle.payments.models import PerkAct, PerkEntry, PerkKind
from rookiebattle.payments.perks import Lot
from rookiebattle.payments.queries import payments as payment_queries
from rookiebattle.payments.queries import perks as queries
from rookiebattle.payments.schemas import PerkLine, PerkOffer, Perks, Started
from rookiebattle.payments.seats.payments import title_of
from rookiebattle.payments.wording import (
    EXPIRED,
    NO_OWN_SEAT,
    NO_PERK_HERE,
    PERK_KEEPS_SEAT,
    perk_back,
)
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.pricing import takes_card
from rookiebattle.registrations.schemas import (
    Attendee,
    OwnEvent,
    SeatToPay,
    SettledSeat,
    Settlement,
)
from rookiebattle.registrations.service import holds, settling
from rookiebattle.registrations.wording import HOLD_IS_OVER, IS_CANCELED, JUST_CHANGED, NO_SEAT


def own_perks(session: Session, actor: Actor) -> Perks:
    """The actor's tokens and credit, with their history."""
    actor.require(Permission.OWN_PAYMENT_READ)
    entries = queries.entries_of(session, [actor.user_id])
    member = payment_queries.member(session, actor.user_id) if entries else None
    if member is None:
        return Perks()
    now = clock.now()
    tokens = perks.live(entries, PerkKind.TOKEN, now)
    credit = perks.live(entries, PerkKind.WEEKEND, now)
    return Perks(
        tokens=sum(one.left for one in tokens),
        tokens_until=tokens[0].until if tokens else None,
        credit_cents=sum(one.left for one in credit),
        credit_until=credit[0].until if credit else None,
        is_active=perks.has_perks(member),
        lines=tuple(_lines(entries, perks.lots_of(entries), now)),
    )


def _lines(entries: Sequence[PerkEntry], lots: Sequence[Lot], now: datetime) -> list[PerkLine]:
    """The entries and, where a lot's time is over, the rest that ended with it; newest first."""
    newest = reversed(entries)
    told = [PerkLine(one.at, one.kind, one.what, one.amount, one.about) for one in newest]
    over = (one for one in lots if one.left > 0 and one.until <= now)
    ended = [PerkLine(one.until, one.grant.kind, EXPIRED, -one.left, "") for one in over]
    return sorted([*told, *ended], key=lambda one: one.at, reverse=True)


def own_perk(session: Session, actor: Actor, *, event: OwnEvent) -> PerkOffer | None:
    """The part that the actor's own perk pays for the seat at an event that the actor has just
    read, or would pay."""
    actor.require(Permission.OWN_PAYMENT_READ)
    if event.seat_perk:
        kind = queries.kind_in_use(session, actor.user_id, event.id)
        return PerkOffer(kind or PerkKind.WEEKEND, event.seat_perk)
    member = payment_queries.member(session, actor.user_id)
    found = queries.event_of(session, event.id)
    if member is None or found is None or not event.is_registered or not perks.has_perks(member):
        return None
    entries = queries.entries_of(session, [member.id])
    return perks.offer_of(member, entries, perks.kind_for(session, found), event.seat_cents)


@writes
def choose(session: Session, actor: Actor, *, event_id: str, uses: bool) -> Started | None:
    """Let the actor's perk pay for the own seat what it can, or no more; None while the seat still
    costs something. Again is the same.

    Raises as `open_fee`, and Conflict without a perk for this event.
    """
    actor.require(Permission.OWN_PAYMENT_CREATE)
    event_id = known_id(event_id, NO_OWN_SEAT)
    known = holds.own_seat(session, event_id=event_id, user_id=actor.user_id)
    if uses and known and _is_settled(known):
        return _settled(session, known)
    seat = opening.due_seat(session, actor.user_id, event_id=event_id)
    if uses == (seat.perk_cents > 0):
        return None
    if not uses:
        _refuse_keeping(seat)
        _cancel_waiting(session, seat)
        holds.return_perk(session, actor, seat=seat)
        return None
    left = _take(session, actor, seat)
    return None if left else _settled(session, seat)


def _refuse_keeping(seat: SeatToPay) -> None:
    """Refuse to give a perk back that has ended the hold: the seat would be kept unpaid."""
    is_kept = seat.hold_expires_at is None and not takes_card(seat.amount_cents)
    if is_kept and takes_card(seat.amount_cents + seat.perk_cents):
        raise Conflict(PERK_KEEPS_SEAT)


def _is_settled(seat: SeatToPay) -> bool:
    """Whether a perk alone has paid for a seat."""
    is_paid = seat.payment_status == PaymentStatus.CREDIT and not seat.amount_cents
    return is_paid and seat.perk_cents > 0 and seat.cancelled_at is None


def _settled(session: Session, seat: SeatToPay) -> Started:
    title = title_of(session, seat.event_id)
    return Started("", "event", 0, title, status="completed")


def _take(session: Session, actor: Actor, seat: SeatToPay) -> int:
    """Let its member's perk pay for a seat that is locked; returns the cents that are left."""
    member, event = (
        payment_queries.member(session, seat.user_id),
        queries.event_of(session, seat.event_id),
    )
    entries = queries.entries_of(session, [seat.user_id])
    kind = perks.kind_for(session, event) if event else None
    offer = perks.offer_of(member, entries, kind, seat.amount_cents) if member else None
    if offer is None:
        raise Conflict(NO_PERK_HERE)
    _cancel_waiting(session, seat)
    holds.take_perk(session, actor, seat=seat, cents=offer.cents)
    return seat.amount_cents - offer.cents


def _cancel_waiting(session: Session, seat: SeatToPay) -> None:
    """Cancel what waits for another price of the seat."""
    for one in payment_queries.payments_of_seat(session, seat.id):
        orders.cancel_payment(session, one)


@writes
def use_for(session: Session, actor: Actor, *, event_id: str, user_id: str) -> Attendee:
    """Let a member's perk pay for the seat at the gate; for the organizer and administrators.

    Raises NotFound, Forbidden (also for the own seat), and Conflict without a perk, or when nothing
    is due.
    """
    seat = _at_gate(session, actor, event_id, user_id)
    is_due = seat.payment_status == PaymentStatus.PENDING and seat.amount_cents > 0
    if not is_due or seat.perk_cents:
        raise Conflict(JUST_CHANGED)
    if holds.is_over(seat.hold_expires_at, clock.now()):
        raise Conflict(HOLD_IS_OVER)
    left = _take(session, actor, seat)
    promises.promise_perk_used(session, seat.user_id, seat.id)
    return _told(session, actor, seat, "pending" if left else "credit")


@writes
def return_for(session: Session, actor: Actor, *, event_id: str, user_id: str) -> Attendee:
    """Give a member's perk back: the seat is due at its whole price. Raises as `use_for`."""
    seat = _at_gate(session, actor, event_id, user_id)
    if not seat.perk_cents or not (_is_settled(seat) or seat.payment_status == "pending"):
        raise Conflict(JUST_CHANGED)
    _cancel_waiting(session, seat)
    holds.return_perk(session, actor, seat=seat)
    return _told(session, actor, seat, "pending")


def _at_gate(session: Session, actor: Actor, event_id: str, user_id: str) -> SeatToPay:
    event_id = settling.organized(
        session, actor, event_id=event_id, permission=Permission.ALL_REGISTRATION_SETTLE
    ).event_id
    guardians.refuse_own_money(session, actor, user_id=user_id)
    seat = holds.own_seat(session, event_id=event_id, user_id=known_id(user_id, NO_SEAT))
    if seat is None or seat.cancelled_at is not None:
        raise NotFound(NO_SEAT)
    if seat.canceled_at is not None:
        raise Conflict(IS_CANCELED)
    settling.refuse_often(session, actor, registration_id=seat.id, status="credit")
    return seat


def _told(session: Session, actor: Actor, before: SeatToPay, status: Settlement) -> Attendee:
    one = settling.locked_seat(session, before.event_id, before.user_id)
    was = one._replace(payment_status=before.payment_status)
    settling.record_settled(session, actor, event_id=before.event_id, one=was, status=status)
    return settling.settled_attendee(actor, one)


def offers_at(session: Session, actor: Actor, *, event_id: str) -> dict[str, PerkOffer]:
    """Member id → the perk that would pay for the member's seat, of seats that are due; for who
    sees the roster. Raises NotFound and Forbidden."""
    event_id = settling.organized(
        session, actor, event_id=event_id, permission=Permission.ALL_REGISTRATION_READ
    ).event_id
    event, due = queries.event_of(session, event_id), queries.seats_due(session, event_id)
    kind = perks.kind_for(session, event) if event and due else None
    members = [(user, cents) for user, cents in due if perks.has_perks(user)]
    if not members or kind is None:
        return {}
    entries = queries.entries_of(session, [user.id for user, _ in members])
    offers = {
        user.id: perks.offer_of(
            user, [one for one in entries if one.user_id == user.id], kind, cents
        )
        for user, cents in members
    }
    return {user_id: offer for user_id, offer in offers.items() if offer is not None}


def follow_settlement(session: Session, actor: Actor, *, seat: SettledSeat) -> None:
    """Use a perk again for a seat that was marked as due by mistake. Subscribed to `seat_settled`.

    Raises Conflict when it is used elsewhere.
    """
    is_back = (seat.before, seat.after) == (PaymentStatus.PENDING, PaymentStatus.CREDIT)
    if not (seat.is_undo and is_back):
        return
    entries = queries.entries_of_seat(session, seat.registration_id)
    own = holds.own_seat(session, event_id=seat.event_id, user_id=seat.user_id)
    if own and entries and entries[-1].what == PerkAct.GIVEN_BACK:
        holds.take_perk(session, actor, seat=own, cents=seat.amount_cents)


def let_use_again(session: Session, actor: Actor, *, event_id: str, canceled_at: datetime) -> None:
    """Let the seats be due again for which a perk had paid until their event was canceled.

    Subscribed to `event_reinstating`.
    """
    if ids := queries.returned_since(session, event_id, canceled_at):
        holds.due_again(session, actor, event_id=event_id, registration_ids=ids)


def tell_back(
    session: Session, *, user_id: str, canceled: Mapping[str, datetime], back: dict[str, str]
) -> None:
    """Say which perks are back with a member whose events are canceled. Subscribed to
    `seat_told_of`."""
    for event_id, kind, at in queries.returned_to(session, user_id, canceled):
        if at >= canceled[event_id]:
            back[event_id] = " ".join(filter(None, (back.get(event_id), perk_back(kind))))
