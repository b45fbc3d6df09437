"""The letter to a member who waited for a seat: one has opened."""

from dataclasses import replace

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
from rookiebattle.registrations.service import registering
from rookiebattle.registrations.service.wishes import OPENED


def opened(session: Session, user_id: str, event_id: str) -> Letter | None:
    """A seat has opened; None for an event that takes nobody anymore, or that is theirs."""
    now, to = clock.now(), reader(session, user_id, Mailing.EVENTS)
    try:
        event = registering.status_of(session, Actor(user_id=user_id), event_id=event_id)
    except NotFound:
        return None
    is_late = event.canceled_at is not None or not is_future(event.start_date, now)
    if not to or is_late or event.is_registered:
        return None
    when = day(event.start_date, event, now)
    content = Content(
        title=f"A seat opened at {event.title}",
        opening=[f"You asked us to tell you: a seat has opened at {event.title} on {when}."],
        facts=facts(event, now),
        closing=["First come, first served. This is the only email about it."],
        link=("Save my seat", link(event)),
    )
    subject = f"A seat opened: {title_in_subject(event)}, {when}"
    letter = letter_to(to, OPENED, subject, content, mailing=Mailing.EVENTS)
    return replace(letter, starts_at=event.start_date)
