"""The letter to an organizer: somebody who paid unregistered, and the club has the money."""

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.letters import letter_to, reader
from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import listed_name
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.core.mail.layout import Content, as_text
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventRead
from rookiebattle.payments import orders, promises
from rookiebattle.payments.queries import payments as payment_queries
from rookiebattle.registrations.letters.words import day, title_in_subject, when_words
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.policy import holds_money
from rookiebattle.registrations.wording import ORGANIZES, TO_ROSTER
from rookiebattle.settings import get_settings


def left(session: Session, user_id: str, registration_id: str) -> Letter | None:
    """A member who had paid unregistered; None once the member is back or has the money.

    The event may have another organizer by now, who is told.
    """
    seat = session.get(Registration, registration_id)
    if seat is None or seat.cancelled_at is None or not holds_money(seat.payment_status):
        return None
    event = _event(session, user_id, seat.event_id)
    if event is None or event.canceled_at is not None or _kept_cents(session, seat) <= 0:
        return None
    return _written(session, event, listed_name(session.get_one(User, seat.user_id)))


def _event(session: Session, user_id: str, event_id: str) -> EventRead | None:
    try:
        return events.get_event(session, Actor(user_id=user_id), event_id=event_id)
    except NotFound:
        return None


def _kept_cents(session: Session, seat: Registration) -> int:
    """The club's part of the money for a seat, less refunds that are ordered."""
    payments = payment_queries.kept_for_seats(session, seat.event_id)
    mine = [one for one in payments if one.registration_id == seat.id]
    return sum(one.kept_cents - orders.asked_back(session, one) for one in mine)


def _what_to_do(event: EventRead) -> str:
    """Of an event that refunds in full, this is money that no card could get back."""
    if event.is_refundable:
        return (
            "This event promises a full refund: please refund it from the roster, by card or in "
            "person."
        )
    return "You can refund it from the roster."


def _written(session: Session, event: EventRead, name: str) -> Letter | None:
    """The letter names no sum: it would tell the organizer who has a plan."""
    now = clock.now()
    content = Content(
        title=f"{name} canceled a paid seat",
        opening=[f"{name} canceled {event.title} and had paid. {_what_to_do(event)}"],
        facts=[("Event", f"{event.title}, {when_words(event, now)}")],
        link=(TO_ROSTER, routes.absolute(routes.admin_roster(event.id))),
        reason=ORGANIZES,
    )
    when = day(event.start_date, event, now)
    subject = f"Paid seat canceled: {title_in_subject(event)}, {when}"
    organizer = reader(session, event.organizer_id, None)
    if organizer is None:
        # The organization reads the letter of an organizer who can get none.
        settings = get_settings()
        text = as_text(content, settings)
        return Letter(settings.org_contact_email, subject, text, promises.LEFT)
    if not organizer.wants(Mailing.EVENTS):
        return None
    return letter_to(organizer, promises.LEFT, subject, content, mailing=Mailing.EVENTS)
