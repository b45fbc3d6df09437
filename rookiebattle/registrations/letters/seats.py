"""Letters about a member's own seat: the confirmation, with the calendar file, and the reminder."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from rookiebattle.accounts.letters import letter_to, reader
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.core.letters import Content
from rookiebattle.core.money import as_price
from rookiebattle.core.outbox import Letter
from rookiebattle.events.when import NOTICE, is_future, is_upcoming
from rookiebattle.registrations import service
from rookiebattle.registrations.letters.audience import urgent_from
from rookiebattle.registrations.letters.words import (
    REMINDER,
    calendar,
    clock_time,
    day,
    facts,
    link,
    nearness,
    title_in_subject,
)
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.wording import PAID, SEAT_IS_KEPT, SEE_EVENT, TO_PAY, at_the_gate

CLOCKS_DIFFER = timedelta(minutes=5)
"""The most by which the clocks of two workers differ: one promises a reminder, another sends it."""


def confirmed(session: Session, user_id: str, event_id: str) -> Letter | None:
    """The confirmation, about the seat as it is when the letter is sent."""
    now = clock.now()
    to, own = reader(session, user_id, Mailing.EVENTS), _own(session, user_id, event_id)
    if not to or own is None or not is_future(own.start_date, now):
        return None
    content = Content(
        title=f"You have a seat at {own.title}",
        opening=["Your registration is confirmed."],
        facts=[*facts(own, now), *_payment(own)],
        closing=[_until_when(own, now), "The event is attached for your calendar."],
        link=(SEE_EVENT, link(own)),
    )
    subject = f"You’re registered: {title_in_subject(own)}, {day(own.start_date, own, now)}"
    files = [calendar([own])]
    letter = letter_to(
        to, service.CONFIRMED, subject, content, mailing=Mailing.EVENTS, attachments=files
    )
    return replace(letter, urgent_from=urgent_from(own.start_date))


def reminder(session: Session, user_id: str, event_id: str) -> Letter | None:
    """The reminder; 'Tomorrow' is by the calendar of the event's place when the letter is sent."""
    now = clock.now()
    to, own = reader(session, user_id, Mailing.REMINDERS), _own(session, user_id, event_id)
    if not to or own is None or not is_future(own.start_date, now):
        return None
    # The event was moved to a later day. Another reminder will be promised for that.
    if is_upcoming(own.start_date, now + CLOCKS_DIFFER):
        return None
    near = nearness(own, now)
    content = Content(
        title=f"{near}: {own.title}",
        opening=[f"{near} is the day: you have a seat at {own.title}."],
        facts=[*facts(own, now), *_payment(own)],
        closing=["See you there."],
        link=(SEE_EVENT, link(own)),
    )
    subject = f"{near}: {title_in_subject(own)}, {clock_time(own.start_date, own)}"
    letter = letter_to(to, REMINDER, subject, content, mailing=Mailing.REMINDERS)
    return replace(letter, urgent_from=urgent_from(own.start_date))


def _own(session: Session, user_id: str, event_id: str) -> OwnEvent | None:
    """The event with the member's seat; None when either does not exist any more."""
    try:
        own = service.status_of(session, Actor(user_id=user_id), event_id=event_id)
    except NotFound:
        return None
    return own if own.is_registered else None


def _payment(own: OwnEvent) -> list[tuple[str, str]]:
    match own.payment_status:
        case PaymentStatus.PENDING:
            return [(TO_PAY, at_the_gate(own.seat_cents))]
        case PaymentStatus.COMPLETED:
            return [(PAID, as_price(own.seat_cents))]
        case PaymentStatus.WAIVED | PaymentStatus.CREDIT:
            return [(TO_PAY, "Nothing: this is settled")]
    return []


def _until_when(own: OwnEvent, now: datetime) -> str:
    if not is_upcoming(own.start_date, now):
        return SEAT_IS_KEPT
    last = own.start_date - NOTICE
    return (
        "If you cannot come, please give your seat back on the event’s page, "
        f"at the latest {day(last, own, now)}, {clock_time(last, own)}."
    )
