"""The letters to members who waited: a seat has opened, is theirs, or is held for them."""

from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.letters import Reader, letter_to, reader
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.core.mail.layout import Content
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.events.when import NOTICE, is_before_notice, is_future
from rookiebattle.events.wording import SEE_EVENT
from rookiebattle.registrations.letters.words import (
    QUESTIONS,
    Told,
    clock_time,
    day,
    facts,
    link,
    seats_told,
    title_in_subject,
)
from rookiebattle.registrations.policy import is_full
from rookiebattle.registrations.queries import seats
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.service import registering, waiting
from rookiebattle.registrations.service.waiting import OPENED
from rookiebattle.registrations.wording import SEAT_IS_KEPT

ON_THE_LIST = (
    "You’re getting this email because you, or someone you look after, joined a waiting list."
)


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
        waiting.give_back(session, event_id=event_id, user_id=user_id)


def offered(session: Session, user_id: str, event_id: str) -> Letter | None:
    """Seats from the waiting list: theirs, or held until they are paid; None without any by now."""
    found = _waited_for(session, user_id, event_id)
    if found is None:
        return None
    to, event, told, until = found
    now = clock.now()
    verb = told.are("have", "has")
    title = f"{told.who}: a seat at {event.title}" if until else f"{verb} a seat at {event.title}"
    if until:
        held = _held_until(told, event, until, now)
        opening = [f"You waited, and it’s your turn. {held}"]
        closing = ["After that, it goes to the next in line.", QUESTIONS]
    else:
        opening = [f"You waited, and a seat opened. {verb} a seat now."]
        closing = [_way_out(event, now), QUESTIONS]
    content = Content(
        title=title,
        opening=opening,
        facts=[*facts(event, now), *told.payment],
        closing=closing,
        link=_way_on(event, until),
        reason=ON_THE_LIST,
    )
    first = "Your turn" if until else "You’re in"
    subject = f"{first}: {title_in_subject(event)}, {day(event.start_date, event, now)}"
    return letter_to(to, waiting.OFFERED, subject, content, starts_at=event.start_date)


def half_over(session: Session, user_id: str, event_id: str) -> Letter | None:
    """Half of the time is over in which an offered seat is held; None once it is paid, or gone."""
    found = _waited_for(session, user_id, event_id)
    if found is None:
        return None
    to, event, told, until = found
    if until is None:
        return None
    content = Content(
        title=f"Still yours: a seat at {event.title}",
        opening=[_held_until(told, event, until, clock.now())],
        facts=[*facts(event, clock.now()), *told.payment],
        closing=["After that, it goes to the next in line."],
        link=_way_on(event, until),
        reason=ON_THE_LIST,
    )
    subject = f"Please pay soon: {title_in_subject(event)}"
    return letter_to(to, waiting.HALF_OVER, subject, content, starts_at=event.start_date)


def _waited_for(
    session: Session, user_id: str, event_id: str
) -> tuple[Reader, OwnEvent, Told, datetime | None] | None:
    """The seats of a reader and of the reader's people, and until when one of them is held."""
    now, to = clock.now(), reader(session, user_id, None)
    told = seats_told(session, user_id, [event_id]).get(event_id)
    if to is None or told is None:
        return None
    event = registering.status_of(session, Actor(user_id=user_id), event_id=event_id)
    own = [told.own.hold_expires_at] if told.own else []
    ends = [at for at in (*own, *(one.hold_expires_at for one in told.people)) if at]
    is_late = event.canceled_at is not None or not is_future(event.start_date, now)
    # A hold that is over is not given up yet: the letter would promise what is gone.
    if is_late or (ends and min(ends) <= now):
        return None
    return to, event, told, min(ends, default=None)


def _held_until(told: Told, event: OwnEvent, until: datetime, now: datetime) -> str:
    by = f"{day(until, event, now)}, {clock_time(until, event)}"
    return f"We’re holding it for {told.whom}. Pay by {by} to keep it."


def _way_out(event: OwnEvent, now: datetime) -> str:
    if not is_before_notice(event.start_date, now):
        return SEAT_IS_KEPT
    last = event.start_date - NOTICE
    return f"Can’t make it? Give it back by {day(last, event, now)}, {clock_time(last, event)}."


def _way_on(event: OwnEvent, until: datetime | None) -> tuple[str, str]:
    if until is None:
        return SEE_EVENT, link(event)
    return "Pay now", routes.absolute(routes.checkout("payment", event=event.id))


def _wanted_event(session: Session, user_id: str, event_id: str, now: datetime) -> OwnEvent | None:
    """The event if the member could still want a seat there."""
    try:
        event = registering.status_of(session, Actor(user_id=user_id), event_id=event_id)
    except NotFound:
        return None
    is_late = event.canceled_at is not None or not is_future(event.start_date, now)
    return None if is_late or event.is_registered else event
