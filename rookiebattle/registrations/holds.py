"""Verbs about seats that are held until they are paid: ending a hold, and taking a payment."""

from datetime import datetime, timedelta
from functools import partial

from sqlalchemy.orm import Session

from rookiebattle.core import audit, clock, letter_limits, live, metrics
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.counting import count
from rookiebattle.core.db import on_commit, writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.jobs import Job
from rookiebattle.events.when import is_future
from rookiebattle.registrations import holding, news, queries
from rookiebattle.registrations.hooks import seat_freed
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.schemas import SeatToPay

CONFIRMED = "registration.confirmed"
"""The kind of letter that follows a registration; for a seat that is held, its payment."""
AT_ONCE = 100


def is_over(hold: datetime | None, now: datetime) -> bool:
    """Whether a hold is over; a seat without one is never lost."""
    return hold is not None and hold <= now


def lock(session: Session, *, event_id: str, registration_id: str) -> None:
    """Lock an event and a seat, in the order of registering. Payments are locked after seats."""
    queries.lock_event(session, event_id)
    holding.seat(session, registration_id)


def own_seat(session: Session, *, event_id: str, user_id: str) -> SeatToPay | None:
    """A member's seat at an event, given up or not, locked with its event; None without one."""
    queries.lock_event(session, event_id)
    found = queries.event_and_seat(session, event_id, user_id)
    return holding.seat(session, found.registration_id or "") if found else None


def held_by_others(session: Session, actor: Actor, *, event_id: str) -> int:
    """How many seats of an event other members hold until they have paid."""
    return holding.held_until_paid(session, event_id, clock.now(), but=actor.user_id)


def expire(session: Session, *, event_id: str) -> int:
    """Give up the seats of an event whose hold is over; returns how many.

    The rows keep the end of their hold, so that a payment that comes late may take the seat again.
    """
    now = clock.now()
    if not holding.has_ended_holds(session, event_id, now):
        return 0
    queries.lock_event(session, event_id)
    freed = holding.free_ended(session, event_id, now)
    if freed:
        holding.count_freed(session, event_id, len(freed))
        on_commit(session, partial(live.announce, event_id))
    for row_id in freed:
        audit.record(session, VISITOR, "registration.hold_ended", row_id, event_id=event_id)
        seat_freed.fire(session, registration_id=row_id)
    return len(freed)


def take_payment(session: Session, *, event_id: str, registration_id: str, cents: int) -> bool:
    """Settle a seat that was paid by card; False when the money must go back.

    A payment that comes after the hold takes the seat again, if one is free. Nothing else is paid
    by it: not a seat that the member gave up, or that was settled otherwise, or that costs more.
    """
    queries.lock_event(session, event_id)
    found = holding.seat(session, registration_id)
    if found is None or found.amount_cents != cents or found.canceled_at is not None:
        return False
    if found.payment_status != PaymentStatus.PENDING:
        return False
    if found.cancelled_at is None:
        queries.settle_seat(session, registration_id, PaymentStatus.COMPLETED)
    elif not _seat_again(session, found):
        return False
    audit.record(session, VISITOR, "registration.paid", registration_id, event_id=event_id)
    letter_limits.promise_again(
        session, CONFIRMED, user_id=found.user_id, about=event_id, pause=None
    )
    news.announce_roster(session, event_id=event_id)
    on_commit(session, partial(live.announce, event_id))
    return True


def _seat_again(session: Session, found: SeatToPay) -> bool:
    """Take the seat again whose hold ended before its payment came."""
    now = clock.now()
    is_wanted = found.was_lost and found.erased_at is None
    if not is_wanted or not is_future(found.start_at, now):
        return False
    if not queries.take_seat(session, found.event_id):
        return False
    count(session, metrics.SEATS, "taken")
    status, amount = PaymentStatus.COMPLETED, found.amount_cents
    return queries.register_again(session, found.id, at=now, status=status, amount=amount)


def payment_returned(session: Session, *, event_id: str, registration_id: str) -> None:
    """Note that the money for a seat went back to its member."""
    _correct(session, event_id, registration_id, PaymentStatus.REFUNDED)


def payment_kept(session: Session, *, event_id: str, registration_id: str) -> None:
    """Note that the money for a seat did not go back after all: the refund failed."""
    _correct(session, event_id, registration_id, PaymentStatus.COMPLETED)


def _correct(session: Session, event_id: str, registration_id: str, status: PaymentStatus) -> None:
    found = holding.seat(session, registration_id)
    other = {PaymentStatus.COMPLETED, PaymentStatus.REFUNDED} - {status}
    if found is None or found.payment_status not in other:
        return
    queries.settle_seat(session, registration_id, status)
    audit.record(
        session,
        VISITOR,
        "registration.settled",
        registration_id,
        event_id=event_id,
        before=found.payment_status,
        after=status,
    )
    news.announce_roster(session, event_id=event_id)


async def end_holds() -> str:
    """End the holds that are over; returns at how many events."""
    due = await run(_due, VISITOR)
    for event_id in due:
        await run(end_one, VISITOR, event_id=event_id)
    return f"{len(due)} events with holds that ended"


ENDING_HOLDS = Job("holds", timedelta(minutes=1), end_holds)


@writes
def end_one(session: Session, _actor: Actor, *, event_id: str) -> None:
    """End the holds of one event that are over."""
    expire(session, event_id=event_id)


def _due(session: Session, _actor: Actor) -> list[str]:
    return list(holding.events_with_ended_holds(session, clock.now(), AT_ONCE))
