"""Letters about one's seat: it is confirmed, with the event's calendar file."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from rookiebattle.accounts.letters import Reader, reader
from rookiebattle.core import clock, outbox
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.core.letters import Content, as_html, as_text
from rookiebattle.core.money import as_price
from rookiebattle.core.outbox import Attachment, Letter
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.when import NOTICE, is_future, is_upcoming
from rookiebattle.events.wording import day_words, time_words, when, zone_short
from rookiebattle.registrations import service
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.settings import get_settings

REASON = "You get this letter because you registered for an event."


@outbox.composes(service.CONFIRMED)
def confirmed(session: Session, user_id: str, event_id: str) -> Letter | None:
    """The seat as it is when the letter goes out."""
    to, own = reader(session, user_id), _own(session, user_id, event_id)
    now = clock.now()
    if not to or not to.mail_events or own is None or not is_future(own.start_date, now):
        return None
    content = Content(
        title=f"You have a seat at {own.title}",
        name=to.name,
        opening=["Your registration is confirmed."],
        facts=[*_facts(own, now), *_payment(own)],
        closing=[_until_when(own, now), "The event is attached for your calendar."],
        link=("See the event", address_of(own)),
        reason=REASON,
    )
    subject = f"You’re registered: {own.title}, {_day(own.start_date, own, now)}"
    return _letter(service.CONFIRMED, to, subject, content, calendar([own]))


def _own(session: Session, user_id: str, event_id: str) -> OwnEvent | None:
    """The event with the member's seat; None when either is gone."""
    try:
        own = service.status_of(session, Actor(user_id=user_id), event_id=event_id)
    except NotFound:
        return None
    return own if own.is_registered else None


def _facts(event: EventRead, now: datetime) -> list[tuple[str, str]]:
    where = [line for line in (event.location, event.address) if line]
    return [
        ("When", when(event.start_date, event.end_date, event.time_zone, now)),
        *([("Where", "\n".join(where))] if where else []),
    ]


def _payment(own: OwnEvent) -> list[tuple[str, str]]:
    match own.payment_status:
        case PaymentStatus.PENDING:
            return [("To pay", f"{as_price(own.seat_cents)} at the gate")]
        case PaymentStatus.COMPLETED:
            return [("Paid", as_price(own.seat_cents))]
        case PaymentStatus.WAIVED | PaymentStatus.CREDIT:
            return [("To pay", "Nothing, this is settled")]
    return []


def _until_when(event: EventRead, now: datetime) -> str:
    if not is_upcoming(event.start_date, now):
        return "It starts within 24 hours, so the seat can no longer be given back."
    last = event.start_date - NOTICE
    return (
        "If you cannot come, please give your seat back on the event’s page, "
        f"at the latest {_day(last, event, now)}, {_time(last, event)}."
    )


def _day(at: datetime, event: EventRead, now: datetime) -> str:
    zone = ZoneInfo(event.time_zone)
    return day_words(at.astimezone(zone), now.astimezone(zone))


def _time(at: datetime, event: EventRead) -> str:
    local = at.astimezone(ZoneInfo(event.time_zone))
    return f"{time_words(local)} {zone_short(local)}"


def address_of(event: EventRead) -> str:
    """The event's page."""
    return f"{get_settings().public_url}/events/{event.id}"


def calendar(found: list[EventRead]) -> Attachment:
    """The events as a file for calendars."""
    return Attachment(name="event.ics", text=events.calendar_of(found=found).decode())


def _letter(kind: str, to: Reader, subject: str, content: Content, *files: Attachment) -> Letter:
    settings = get_settings()
    return Letter(
        to=to.email,
        subject=subject,
        text=as_text(content, settings),
        html=as_html(content, settings),
        kind=kind,
        attachments=files,
        user_id=to.user_id,
    )
