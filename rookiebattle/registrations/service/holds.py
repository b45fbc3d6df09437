"""Verbs about seats that are held until they are paid: ending a hold, and taking a payment."""

import asyncio
import logging
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import chain

from sqlalchemy.orm import Session

from rookiebattle.core import audit, clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.counting import count
from rookiebattle.core.database.db import on_commit, writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict
from rookiebattle.core.jobs.jobs import Job, JobFailed
from rookiebattle.core.mail import limits
from rookiebattle.core.pushing import live
from rookiebattle.core.telemetry import metrics
from rookiebattle.core.telemetry.logs import place_of
from rookiebattle.events.when import is_future
from rookiebattle.registrations import announcements
from rookiebattle.registrations.hooks import seat_freed, seat_perk_moved, seats_opening
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.pricing import takes_card
from rookiebattle.registrations.queries import holds, people, prices, seats, waiting
from rookiebattle.registrations.queries.holds import ReturnedSeat
from rookiebattle.registrations.schemas import SeatToPay

CONFIRMED = "registration.confirmed"
"""The kind of letter that follows a registration; for a seat that is held, its payment."""
AT_ONCE = 100
_WITH_MONEY = (PaymentStatus.COMPLETED, PaymentStatus.REFUNDED)
"""A perk that paid a part of such a seat goes back with the money, or went."""
log = logging.getLogger(__name__)


def is_over(hold: datetime | None, now: datetime) -> bool:
    """Whether a hold is over; a seat without one is never lost."""
    return hold is not None and hold <= now


def lock(session: Session, *, event_id: str, registration_id: str) -> None:
    """Lock an event and a seat, in the order of registering. Payments are locked after seats."""
    seats.lock_event(session, event_id)
    holds.seat(session, registration_id)


def own_seat(session: Session, *, event_id: str, user_id: str) -> SeatToPay | None:
    """A member's seat at an event, given up or not, locked with its event; None without one."""
    seats.lock_event(session, event_id)
    found = seats.event_and_seat(session, event_id, user_id)
    return holds.seat(session, found.registration_id or "") if found else None


def has_lost_seat(session: Session, actor: Actor, *, event_id: str) -> bool:
    """Whether the actor's seat at an event went because it was not paid in time."""
    return holds.has_lost_seat(session, event_id, actor.user_id, clock.now())


def held_by_others(session: Session, actor: Actor, *, event_id: str) -> int:
    """How many seats of an event other members hold until they have paid."""
    return holds.held_until_paid(session, event_id, clock.now(), but=actor.user_id)


def end_holds_at(session: Session, *, event_id: str) -> None:
    """Free the seats of an event whose hold is over, and tell of them."""
    for row_id in free_unpaid(session, event_id=event_id):
        seat_freed.fire(session, registration_id=row_id)


def free_unpaid(session: Session, *, event_id: str) -> Sequence[str]:
    """Free the seats of an event whose hold is over; returns the ids of their rows.

    The caller fires `seat_freed` for each, once it has taken a seat itself: nobody is told of a
    seat that is taken in the same moment. The rows keep the end of their hold, so that a payment
    that comes late may take the seat again.
    """
    now = clock.now()
    if not holds.has_ended_holds(session, event_id, now):
        return ()
    seats.lock_event(session, event_id)
    freed = holds.free_ended(session, event_id, now)
    if freed:
        holds.count_freed(session, event_id, len(freed))
        on_commit(session, partial(live.announce, event_id))
    for row_id in freed:
        audit.record(session, VISITOR, "registration.hold_ended", row_id, event_id=event_id)
    return freed


def stop_waiting(session: Session, *, event_id: str, user_ids: Collection[str]) -> None:
    """Take people from the waiting list who have a seat now. The rest of their party may fit."""
    if waiting.remove_people(session, event_id, user_ids):
        seats_opening.fire(session, event_id=event_id)


def take_payment(session: Session, *, event_id: str, registration_id: str, cents: int) -> bool:
    """Settle a seat that was paid by card; False when the money must go back.

    A payment that comes after the hold takes the seat again, if one is free. Nothing else is paid
    by it: not a seat that the member gave up, or that was settled otherwise, or that costs more. Of
    a seat that became cheaper meanwhile, the rest was paid too much.
    """
    seats.lock_event(session, event_id)
    found = holds.seat(session, registration_id)
    if found is None or not 0 < found.amount_cents <= cents or found.canceled_at is not None:
        return False
    if found.payment_status != PaymentStatus.PENDING:
        return False
    if found.cancelled_at is None:
        holds.settle_seat(session, registration_id, PaymentStatus.COMPLETED)
    elif not _seat_again(session, found):
        return False
    prices.note_overpaid(session, registration_id, cents)
    audit.record(session, VISITOR, "registration.paid", registration_id, event_id=event_id)
    confirm(session, user_id=found.user_id, event_id=event_id)
    announcements.announce_roster(session, event_id=event_id)
    announcements.announce_seat(session, event_id=event_id, user_id=found.user_id)
    return True


def confirm(session: Session, *, user_id: str, event_id: str) -> None:
    """Promise the letter about a seat that is its member's now, and the guardians' of a minor."""
    limits.promise_again(session, CONFIRMED, user_id=user_id, about=event_id, pause=None)
    confirm_to_guardians(session, user_ids=[user_id], event_id=event_id)


def confirm_to_guardians(session: Session, *, user_ids: Collection[str], event_id: str) -> None:
    """Promise one letter to each guardian of these members. It tells of all their people's seats,
    and of the guardian's own."""
    readers = chain.from_iterable(people.guardian_ids(session, user_ids).values())
    for reader in sorted(set(readers)):
        limits.promise_again(session, CONFIRMED, user_id=reader, about=event_id, pause=None)


def _seat_again(session: Session, found: SeatToPay) -> bool:
    """Take the seat again whose hold ended before its payment came."""
    now = clock.now()
    is_wanted = found.was_lost and found.erased_at is None
    if not is_wanted or not is_future(found.start_at, now):
        return False
    if not seats.take_seat(session, found.event_id):
        return False
    count(session, metrics.SEATS, "taken")
    status, amount = PaymentStatus.COMPLETED, found.amount_cents
    if not seats.register_again(session, found.id, at=now, status=status, amount=amount):
        return False
    stop_waiting(session, event_id=found.event_id, user_ids=[found.user_id])
    return True


def paid_seats(
    session: Session, *, event_ids: Sequence[str], lock: bool = False
) -> list[ReturnedSeat]:
    """The seats of these events that are paid for, also those that were given up."""
    return holds.paid_seats(session, event_ids, lock=lock)


def refund_seats(
    session: Session, actor: Actor, *, event_id: str, paid: Sequence[ReturnedSeat]
) -> None:
    """Note that the money for these seats goes back. The caller has locked them."""
    for one in paid:
        holds.settle_seat(session, one.registration_id, PaymentStatus.REFUNDED)
        _note_settled(
            session,
            actor,
            one.registration_id,
            event_id=event_id,
            before=one.payment_status,
            after=PaymentStatus.REFUNDED,
            amount_cents=one.amount_cents,
        )
        if one.perk_cents:
            seat_perk_moved.fire(session, actor, registration_id=one.registration_id)
    members = {one.user_id for one in paid}
    announcements.announce_roster(session, event_id=event_id, user_ids=members)


def keep_interrupted(
    session: Session, _actor: Actor, *, event_id: str, canceled_at: datetime
) -> None:
    """Let seats stay whose payment was cut off when their event was canceled: they are due.

    Subscribed to `event_reinstating`, with the event locked.
    """
    holds.keep_interrupted(session, event_id, canceled_at)


def due_again(
    session: Session, actor: Actor, *, event_id: str, registration_ids: Collection[str]
) -> None:
    """Let those of these seats be paid again that are held. The caller has locked the event."""
    before, after = PaymentStatus.REFUNDED, PaymentStatus.PENDING
    for row_id in holds.due_again(session, registration_ids):
        _note_settled(session, actor, row_id, event_id=event_id, before=before, after=after)
    announcements.announce_roster(session, event_id=event_id)


def _note_settled(
    session: Session, actor: Actor, registration_id: str, **details: audit.Detail
) -> None:
    audit.record(session, actor, "registration.settled", registration_id, **details)


def wait_for_no_card(session: Session, registration_id: str) -> None:
    """Let a seat that the caller has locked wait for no card: it is due at the gate."""
    holds.settle_seat(session, registration_id, PaymentStatus.PENDING)


def note_refund(session: Session, *, event_id: str, registration_id: str) -> None:
    """Note that the money for a seat went back to its member."""
    found = holds.seat(session, registration_id)
    if found is not None and found.payment_status == PaymentStatus.COMPLETED:
        _correct(session, event_id, found, PaymentStatus.REFUNDED)


def note_failed_refund(
    session: Session, *, event_id: str, registration_id: str, cents: int
) -> None:
    """Note that the money for a seat did not go back after all: the refund failed.

    A seat that is due again, because its event is on again, is paid with what the club still has.
    """
    found = holds.seat(session, registration_id)
    if found is None:
        return
    is_due = found.payment_status == PaymentStatus.PENDING and found.amount_cents <= cents
    if found.payment_status in (PaymentStatus.REFUNDED, PaymentStatus.NOT_REQUIRED) or is_due:
        _correct(session, event_id, found, PaymentStatus.COMPLETED)
    note_kept(session, event_id=event_id, registration_id=registration_id, cents=cents)


def note_kept(session: Session, *, event_id: str, registration_id: str, cents: int) -> None:
    """Note what the club keeps for a paid seat, which may be more than its price."""
    if prices.note_overpaid(session, registration_id, cents):
        announcements.announce_roster(session, event_id=event_id)


def _correct(session: Session, event_id: str, found: SeatToPay, status: PaymentStatus) -> None:
    holds.settle_seat(session, found.id, status)
    if found.perk_cents:
        try:
            seat_perk_moved.fire(session, VISITOR, registration_id=found.id)
        except Conflict:
            # The member has used it elsewhere: the money alone pays for this seat now.
            holds.forget_perk(session, found.id)
    before = found.payment_status
    _note_settled(session, VISITOR, found.id, event_id=event_id, before=before, after=status)
    announcements.announce_roster(session, event_id=event_id, user_ids=[found.user_id])


def take_perk(session: Session, actor: Actor, *, seat: SeatToPay, cents: int) -> None:
    """Let a perk pay a part of the price of a seat that is due. The caller has locked the seat.

    A seat of which nothing is left that a card could pay is its member's. Raises Conflict when the
    perk is used already.
    """
    holds.take_perk(session, seat.id, cents)
    seat_perk_moved.fire(session, actor, registration_id=seat.id)
    if seat.hold_expires_at is not None and not takes_card(seat.amount_cents - cents):
        holds.drop_hold(session, seat.id)
        confirm(session, user_id=seat.user_id, event_id=seat.event_id)
    _tell_perk(session, seat)


def return_perk(session: Session, actor: Actor, *, seat: SeatToPay) -> None:
    """Let a seat that the caller has locked cost its whole price, which no perk pays anymore."""
    holds.return_perk(session, seat.id)
    seat_perk_moved.fire(session, actor, registration_id=seat.id)
    _tell_perk(session, seat)


def _tell_perk(session: Session, seat: SeatToPay) -> None:
    announcements.announce_roster(session, event_id=seat.event_id, user_ids=[seat.user_id])


def return_freed_perk(session: Session, *, registration_id: str) -> None:
    """Give back the perk of a seat that was given up, unless money waits there, too.

    Subscribed to `seat_freed`.
    """
    found = holds.seat(session, registration_id)
    if found and found.perk_cents and found.payment_status not in _WITH_MONEY:
        holds.return_perk(session, registration_id)
        seat_perk_moved.fire(session, VISITOR, registration_id=registration_id)


def return_perks(session: Session, actor: Actor, *, event_id: str) -> None:
    """Give back the perks that pay for seats of a canceled event, but for those whose money is
    still to go back: there the perk goes with the money. The caller has locked the event."""
    back = []
    for one in holds.seats_with_perk(session, event_id):
        if one.payment_status == PaymentStatus.CREDIT and not one.amount_cents:
            back.append(one)
        elif one.payment_status not in _WITH_MONEY:
            holds.return_perk(session, one.registration_id)
            seat_perk_moved.fire(session, actor, registration_id=one.registration_id)
    if back:
        refund_seats(session, actor, event_id=event_id, paid=back)


async def end_holds() -> str:
    """End the holds that are over, and let whoever waits have free seats, such as after a pause or
    with a new plan; returns at how many events holds ended."""
    if await run(_has_endless, VISITOR):
        await run(shorten_endless, VISITOR)
    due, failed = await run(_due, VISITOR), list[str]()
    for event_id in dict.fromkeys([*due, *await run(_with_room, VISITOR)]):
        # An event whose counter is wrong must not keep the seats of the others.
        ending = run(end_one, VISITOR, event_id=event_id)
        (error,) = await asyncio.gather(ending, return_exceptions=True)
        if isinstance(error, Exception):
            kind = type(error).__name__
            log.error("holds of event %s do not end: %s\n%s", event_id, kind, place_of(error))
            failed.append(event_id)
        elif isinstance(error, BaseException):
            raise error
    if failed:
        raise JobFailed(f"holds that do not end at events {', '.join(failed)}")
    return f"{len(due)} events with expired holds"


ENDING_HOLDS = Job("holds", timedelta(minutes=1), end_holds)


@writes
def end_one(session: Session, _actor: Actor, *, event_id: str) -> None:
    """End the holds of one event that are over, and give free seats to whoever waits."""
    end_holds_at(session, event_id=event_id)
    seats_opening.fire(session, event_id=event_id)


def _has_endless(session: Session, _actor: Actor) -> bool:
    return holds.has_endless_holds(session, clock.now())


@writes
def shorten_endless(session: Session, _actor: Actor) -> None:
    """Let holds end in the usual time that began while the clock was ahead."""
    holds.shorten_endless(session, clock.now())


def _due(session: Session, _actor: Actor) -> list[str]:
    return list(holds.events_with_ended_holds(session, clock.now(), AT_ONCE))


def _with_room(session: Session, _actor: Actor) -> list[str]:
    return list(waiting.events_with_room(session, clock.now(), AT_ONCE))
