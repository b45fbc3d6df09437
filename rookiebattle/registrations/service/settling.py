"""Verbs about an event's participants: settling a seat, what is owed, removing seats."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy.orm import Session

from rookiebattle.accounts.naming import known_name, listed_name
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import differences, record_change
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Forbidden, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import ORGANIZATION, Scope
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.money import as_price
from rookiebattle.events.policy import may_see, may_work
from rookiebattle.events.service import MISSING, get_event
from rookiebattle.guardians import service as guardians
from rookiebattle.registrations import announcements, policy
from rookiebattle.registrations.hooks import seat_perk_moved, seat_settled
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.queries import holds, roster, seats
from rookiebattle.registrations.queries.seats import EventAndSeat, Participant
from rookiebattle.registrations.schemas import (
    Attendee,
    HowReceived,
    Settled,
    SettledSeat,
    Settlement,
)
from rookiebattle.registrations.service.holds import confirm, is_over
from rookiebattle.registrations.wording import (
    HOLD_IS_OVER,
    IS_CANCELED,
    JUST_CHANGED,
    NO_SEAT,
    ONLY_ORGANIZERS,
    ONLY_TREASURERS,
    PAYMENT,
    SETTLED_OFTEN,
)

SETTLED = "registration.settled"
IN_CASH = HowReceived()
"""The way in which a seat that is marked as paid was paid, unless somebody says otherwise."""
MOST_SETTLED, DAY = 12, timedelta(days=1)
"""So often a day an organizer settles one seat. Each time is a line in the club's books.

Each correction of a mistake takes two, and money that went back can always be noted."""
WEEK = timedelta(days=7)
"""Unpaid seats wait for an administrator so long before and after the start of their event."""


@writes
def settle(
    session: Session,
    actor: Actor,
    *,
    event_id: str,
    user_id: str,
    status: Settled,
    how: HowReceived | None = None,
) -> Attendee:
    """Record how a seat was settled: paid, waived, by credit, or refunded.

    `how` is for a seat that was paid: cash that came today, unless it says otherwise. For a seat
    that is paid already it amends how the money came. Raises Invalid, NotFound, Forbidden (also for
    the own seat: `refuse_own_money`), and Conflict when there is nothing to settle or to refund,
    when a seat of a canceled event would be paid, or when an organizer settled the seat too often.
    """
    event = _settling(session, actor, event_id, user_id)
    event_id = event.event_id
    is_off = status in policy.PAID and _is_canceled(session, event_id)
    one = locked_seat(session, event_id, user_id, also_given_up=True)
    _refuse_money(actor, event, one, status)
    if one.payment_status == status:
        if how is not None:
            _tell_settled(session, actor, event_id, one, status, how=how)
        return settled_attendee(actor, one)
    if is_off:
        raise Conflict(IS_CANCELED)
    return _settled(session, actor, event_id, one, status, how=how or IN_CASH)


@writes
def take_back(session: Session, actor: Actor, *, event_id: str, user_id: str) -> Attendee:
    """Take a wrong mark back: the seat is due after all. One that is due is kept for the gate.

    A seat that waited for a card is held again, unless its hold has ended meanwhile: then it is due
    at the gate. Raises as `settle` and `keep_for_gate`.
    """
    event = _settling(session, actor, event_id, user_id)
    event_id = event.event_id
    seats.lock_event(session, event_id)
    one = locked_seat(session, event_id, user_id)
    _refuse_money(actor, event, one, "pending")
    if one.payment_status == PaymentStatus.PENDING:
        return keep_for_gate(session, actor, event_id=event_id, user_id=user_id)
    return _settled(session, actor, event_id, one, "pending")


@writes
def undo(
    session: Session, actor: Actor, *, event_id: str, user_id: str, before: Settlement
) -> Attendee:
    """Settle a seat as it was before a wrong press. The books are corrected: a payment that was
    refunded or taken back comes back as it was. Raises as `settle`."""
    event = _settling(session, actor, event_id, user_id)
    event_id = event.event_id
    is_off = _is_canceled(session, event_id) and before in policy.PAID
    one = locked_seat(session, event_id, user_id, also_given_up=before != "pending")
    _refuse_money(actor, event, one, before)
    if one.payment_status == before:
        return settled_attendee(actor, one)
    if is_off and one.payment_status != PaymentStatus.REFUNDED:
        raise Conflict(IS_CANCELED)
    return _settled(session, actor, event_id, one, before, is_undo=True)


@writes
def keep_for_gate(session: Session, actor: Actor, *, event_id: str, user_id: str) -> Attendee:
    """Let a seat that is held for a card be the member's, who pays at the gate. A card may still
    pay it. The member gets the confirmation that otherwise follows the payment.

    A canceled event keeps its holds for the case that it is on again. A seat whose hold has ended
    is promised to others, also before it is counted as free. Raises NotFound, Conflict and
    Forbidden, also for the own seat: an organizer would keep it for weeks without paying.
    """
    event_id = _settling(session, actor, event_id, user_id).event_id
    is_off = _is_canceled(session, event_id)
    one = locked_seat(session, event_id, user_id)
    if one.payment_status != PaymentStatus.PENDING:
        raise Conflict(JUST_CHANGED)
    if one.hold_expires_at is None:
        return settled_attendee(actor, one)
    if is_off:
        raise Conflict(IS_CANCELED)
    if is_over(one.hold_expires_at, clock.now()):
        raise Conflict(HOLD_IS_OVER)
    refuse_often(session, actor, registration_id=one.registration_id, status="pending")
    holds.settle_seat(session, one.registration_id, PaymentStatus.PENDING)
    confirm(session, user_id=one.user_id, event_id=event_id)
    announcements.announce_roster(session, event_id=event_id, user_ids=[one.user_id])
    record_settled(session, actor, event_id=event_id, one=one, status="pending")
    return settled_attendee(actor, one)


def _settling(session: Session, actor: Actor, event_id: str, user_id: str) -> EventAndSeat:
    """The event at which the actor may settle this member's seat. Raises NotFound and Forbidden."""
    event = organized(
        session, actor, event_id=event_id, permission=Permission.ALL_REGISTRATION_SETTLE
    )
    guardians.refuse_own_money(session, actor, user_id=user_id)
    return event


def _refuse_money(actor: Actor, event: EventAndSeat, one: Participant, status: Settlement) -> None:
    """Refuse somebody at the gate, who takes cash and corrects a wrong press, whatever else may
    become of a seat's money: that is the treasurer's, the organizer's and administrators'."""
    is_cash = policy.is_cash(one.payment_status) and policy.is_cash(status)
    if not is_cash and not may_work(actor, event, Permission.ALL_PAYMENT_CREATE):
        raise Forbidden(ONLY_TREASURERS)


def locked_seat(
    session: Session, event_id: str, user_id: str, *, also_given_up: bool = False
) -> Participant:
    """A member's seat, locked; also a paid one that was given up, where its money is the matter."""
    one = seats.participant(session, event_id, known_id(user_id, NO_SEAT))
    if one is None:
        raise NotFound(NO_SEAT)
    if one.cancelled_at and not (also_given_up and policy.is_paid(one.payment_status)):
        raise NotFound(NO_SEAT)
    return one


def _settled(
    session: Session,
    actor: Actor,
    event_id: str,
    one: Participant,
    status: Settlement,
    *,
    how: HowReceived = IN_CASH,
    is_undo: bool = False,
) -> Attendee:
    """Change how a seat is settled to `status`; returns the seat as it is then."""
    had_perk, one = one.perk_cents > 0, _at_whole_price(session, one, status, is_undo=is_undo)
    is_free = not (one.amount_cents or is_undo) and status == "completed"
    if is_free or one.payment_status == PaymentStatus.NOT_REQUIRED:
        raise Conflict("Nothing’s owed for this registration")
    if status == "refunded" and not policy.is_paid(one.payment_status):
        raise Conflict("There’s nothing to refund: nothing was paid")
    refuse_often(session, actor, registration_id=one.registration_id, status=status)
    ended = holds.settle_seat(session, one.registration_id, PaymentStatus(status), now=clock.now())
    if had_perk:
        seat_perk_moved.fire(session, actor, registration_id=one.registration_id)
    record_settled(session, actor, event_id=event_id, one=one, status=status)
    _tell_settled(session, actor, event_id, one, status, how=how, is_undo=is_undo)
    # A card that paid the seat as well may be what pays it now.
    settled = seats.participant(session, event_id, one.user_id) or one
    # A member who had a receipt for the payment is told what became of it.
    had_receipt = one.payment_status == PaymentStatus.COMPLETED and not is_undo
    if ended and settled.payment_status == PaymentStatus.PENDING and not had_receipt:
        confirm(session, user_id=one.user_id, event_id=event_id)
    return settled_attendee(actor, settled)


def _at_whole_price(
    session: Session, one: Participant, status: Settlement, *, is_undo: bool
) -> Participant:
    """The seat as it costs when this settlement lets no perk pay a part of it anymore.

    A refunded seat keeps its price: an undo lets the same perk pay it again.
    """
    was_refunded = one.payment_status == PaymentStatus.REFUNDED
    is_restored = is_undo and was_refunded and status in policy.PAID
    is_due = status == "pending" and one.payment_status == PaymentStatus.CREDIT
    ends = was_refunded or status == "waived" or (is_due and not one.amount_cents)
    if not one.perk_cents or is_restored or not ends:
        return one
    holds.return_perk(session, one.registration_id)
    return one._replace(amount_cents=one.amount_cents + one.perk_cents, perk_cents=0)


@writes
def note_payment(
    session: Session, actor: Actor, *, event_id: str, user_id: str, how: HowReceived
) -> Attendee:
    """Note better how the money for a seat came that was paid by hand.

    For the organizer and administrators. Raises Invalid, NotFound, Forbidden, and Conflict for a
    seat that is not paid anymore, or was paid by card.
    """
    event_id = _settling(session, actor, event_id, user_id).event_id
    one = locked_seat(session, event_id, user_id)
    if one.payment_status != PaymentStatus.COMPLETED:
        raise Conflict(JUST_CHANGED)
    _tell_settled(session, actor, event_id, one, "completed", how=how)
    return settled_attendee(actor, one)


def _tell_settled(
    session: Session,
    actor: Actor,
    event_id: str,
    one: Participant,
    status: Settlement,
    *,
    how: HowReceived,
    is_undo: bool = False,
) -> None:
    """Tell the books and the other phones at the gate."""
    seat = SettledSeat(
        event_id,
        one.user_id,
        one.registration_id,
        before=one.payment_status,
        after=status,
        amount_cents=one.amount_cents,
        how=how,
        is_undo=is_undo,
    )
    seat_settled.fire(session, actor, seat=seat)
    announcements.announce_roster(session, event_id=event_id, user_ids=[one.user_id])


def _is_canceled(session: Session, event_id: str) -> bool:
    """Whether the event is canceled: the club would hold money for nothing.

    The event is locked first, so nobody cancels it between this look and the settlement.
    """
    seats.lock_event(session, event_id)
    return holds.is_canceled(session, event_id)


def refuse_often(
    session: Session, actor: Actor, *, registration_id: str, status: Settlement
) -> None:
    """Refuse an organizer who goes on writing into the books. The caller has locked the seat."""
    since = clock.now() - DAY
    times = audit.times_of(session, actor, SETTLED, registration_id, since=since)
    if times >= MOST_SETTLED and status != "refunded" and not actor.is_admin:
        raise Conflict(SETTLED_OFTEN)


def record_settled(
    session: Session,
    actor: Actor,
    *,
    event_id: str,
    one: Participant,
    status: Settlement,
    cents: int | None = None,
) -> None:
    """Note who settled it, or a part of it; an administrator's act is told in words, too."""
    details: dict[str, audit.Detail] = {
        "event_id": event_id,
        "user_id": one.user_id,
        "before": one.payment_status,
        "after": status,
        "amount_cents": one.amount_cents if cents is None else cents,
    }
    if not actor.is_admin:
        audit.record(session, actor, SETTLED, one.registration_id, **details)
        return
    who = roster.people(session, {one.user_id})[one.user_id]
    title = get_event(session, actor, event_id=event_id).title
    before, after = ({"Payment": PAYMENT[state]} for state in (one.payment_status, status))
    if cents is not None:
        before, after = {"Paid too much": as_price(cents)}, {"Paid too much": as_price(0)}
    record_change(
        session,
        actor,
        SETTLED,
        one.registration_id,
        thing=f"{known_name(who)} at {title}",
        changes=differences(before, after),
        member_id=one.user_id,
        details=details,
    )


def count_unpaid(session: Session, actor: Actor) -> tuple[int, str]:
    """How many seats are unpaid at the events of the last and the next week, and at which event
    first; administrators only."""
    actor.require(Permission.ALL_REGISTRATION_READ)
    now = clock.now()
    return roster.unpaid(session, now - WEEK, now + WEEK)


def count_returning(session: Session, actor: Actor) -> tuple[int, str]:
    """How many seats wait for money to be given back, because their event is canceled or became
    cheaper, and at which event first; administrators only."""
    actor.require(Permission.ALL_REGISTRATION_READ)
    return roster.returning(session)


def weigh_removal(session: Session, *, event_ids: Sequence[str], obstacles: list[str]) -> None:
    """Say beforehand that a paid seat stands in the way. Subscribed to `removal_weighed`."""
    if paid := holds.paid_seats(session, event_ids):
        obstacles.append(_paid_sentence(len(paid)))


def remove_seats(session: Session, actor: Actor, *, event_id: str) -> None:
    """Remove the registrations of an event that is being removed, each with its audit line.

    Raises Conflict while a registration is paid for.
    """
    seats.lock_event(session, event_id)
    removed = holds.remove_seats(session, event_id)
    paid = sum(policy.is_paid(one.payment_status) for one in removed)
    if paid:
        raise Conflict(_paid_sentence(paid))
    for one in removed:
        if one.perk_cents:
            seat_perk_moved.fire(session, actor, registration_id=one.registration_id)
        audit.record(
            session,
            actor,
            "registration.removed",
            one.registration_id,
            event_id=event_id,
            user_id=one.user_id,
            payment_status=one.payment_status,
            amount_cents=one.amount_cents,
        )


def _paid_sentence(paid: int) -> str:
    if paid == 1:
        return "1 registration is paid. Refund or waive it first."
    return f"{paid} registrations are paid. Refund or waive them first."


def visible(
    session: Session, actor: Actor, *, event_id: str, member_id: str | None = None
) -> EventAndSeat:
    """The event with the actor's own seat, or a member's.

    Raises NotFound for an event that is not visible.
    """
    whose = actor.user_id if member_id is None else member_id
    event = seats.event_and_seat(session, known_id(event_id, MISSING), whose)
    if event is None or not may_see(actor, event):
        raise NotFound(MISSING)
    return event


def organized(
    session: Session, actor: Actor, *, event_id: str, permission: Permission, member_id: str = ""
) -> EventAndSeat:
    """The event with a member's seat, for the organizer and whoever has the permission there.

    Raises NotFound, and Forbidden for everybody else.
    """
    event = visible(session, actor, event_id=event_id, member_id=member_id)
    if not may_work(actor, event, permission):
        raise Forbidden(ONLY_ORGANIZERS)
    return event


def attendee_of(actor: Actor, one: Participant, at: Scope = ORGANIZATION) -> Attendee:
    """A seat as the reader of the roster sees it. Without a place, sums are administrators'."""
    is_cancelled = one.cancelled_at is not None
    is_told = policy.sees_sums(actor, at)
    return Attendee(
        user_id=one.user_id,
        name=listed_name(one),
        registration_date=one.registration_date,
        payment_status=policy.shown_status(
            one.payment_status, is_cancelled=is_cancelled, sees_sums=is_told
        ),
        amount=policy.shown_cents(
            one.payment_status, one.amount_cents, is_cancelled=is_cancelled, sees_sums=is_told
        ),
        is_cancelled=is_cancelled,
        checked_in_at=one.checked_in_at,
    )


def settled_attendee(actor: Actor, one: Participant) -> Attendee:
    """The seat for somebody who settles it: the act tells how it stands."""
    shown = attendee_of(actor, one)
    return shown.model_copy(update={"payment_status": one.payment_status})
