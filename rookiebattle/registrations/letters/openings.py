"""The letter to a member who waited for a seat: one has opened."""

from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.accounts.letters import letter_to, reader
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.core.mail.layout import Content
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.events.when import is_future
from rookiebattle.registrations.letters.words import day, facts, link, title_in_subject
from rookiebattle.registrations.policy import is_full
from rookiebattle.registrations.queries import seats
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.service import registering, wishes
from rookiebattle.registrations.service.wishes import OPENED


def opened(session: Session, user_id: str, event_id: str) -> Letter | None:
    """A seat has opened; None for an event that takes nobody anymore, or that is theirs, or at
    which somebody has taken the seat meanwhile."""
    now, to = clock.now(), reader(session, user_id, Mailing.EVENTS)
    event = _wanted_event(session, user_id, event_id, now)
    if not to or event is None or is_full(event.current_participants, event.max_participants):
        return None
    when = day(event.start_date, event, now)
    content = Content(
        title=f"A seat opened at {event.title}",
        opening=[f"You asked us to let you know: a seat just opened at {event.title} on {when}."],
        facts=facts(event, now),
        closing=["First come, first served. This is the only email about it."],
        link=("Save my seat", link(event)),
    )
    subject = f"A seat opened: {title_in_subject(event)}, {when}"
    at = event.start_date
    return letter_to(to, OPENED, subject, content, mailing=Mailing.EVENTS, starts_at=at)


def wish_again(session: Session, user_id: str, event_id: str) -> None:
    """Give the wish back to a member whose letter was withdrawn because the event is full again.

    Otherwise a holder who gives the seat up and takes it again uses up everybody's wish. A letter
    that was withdrawn for another reason leaves no wish.
    """
    # A seat that is freed at this moment would not find the wish, and nobody would be told of it.
    seats.lock_event(session, event_id)
    is_reached = reader(session, user_id, Mailing.EVENTS) is not None
    if is_reached and _wanted_event(session, user_id, event_id, clock.now()):
        wishes.give_back(session, event_id=event_id, user_id=user_id)


def _wanted_event(session: Session, user_id: str, event_id: str, now: datetime) -> OwnEvent | None:
    """The event if the member could still want a seat there."""
    try:
        event = registering.status_of(session, Actor(user_id=user_id), event_id=event_id)
    except NotFound:
        return None
    is_late = event.canceled_at is not None or not is_future(event.start_date, now)
    return None if is_late or event.is_registered else event
