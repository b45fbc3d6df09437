"""Events as pages show them: small frozen values with every text ready. Pure."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.events.when import is_current_or_future, is_future, is_upcoming
from rookiebattle.events.wording import (
    FREE,
    ON_NOW,
    address_after,
    how_far,
    price_words,
    time_words,
    type_label,
    when_near,
    zone_long,
    zone_short,
)
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.policy import owes
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.wording import PAID, TO_PAY, at_the_gate
from rookiebattle.settings import get_settings

REGISTERED = "Registered ✓"
PAYMENT_BADGES = {
    PaymentStatus.NOT_REQUIRED: (FREE, "neutral"),
    PaymentStatus.PENDING: (TO_PAY, "warning"),
    PaymentStatus.COMPLETED: (PAID, "success"),
    PaymentStatus.REFUNDED: ("Refunded", "neutral"),
    PaymentStatus.WAIVED: ("Waived", "info"),
    PaymentStatus.CREDIT: ("Paid with credit", "success"),
}
"""How a seat stands, with the tone of the badge."""


@dataclass(frozen=True)
class EventCard:
    """An event as every list and page shows it. `maximum` 0 means no limit.

    `starts` is the machine-readable start. `registered` is the label of a participant's button,
    `owes` whether the seat is still to be paid. `badge` is 'Happening now', 'Starting soon' or
    empty.
    """

    id: str = ""
    href: str = ""
    title: str = ""
    description: str = ""
    event_type: str = ""
    type_label: str = ""
    starts: str = ""
    weekday: str = ""
    day: str = ""
    month: str = ""
    time: str = ""
    when: str = ""
    relative: str = ""
    zone: str = ""
    place: str = ""
    address: str = ""
    chapter: str = ""
    price: str = ""
    is_free: bool = True
    taken: int = 0
    maximum: int = 0
    is_registered: bool = False
    registered: str = REGISTERED
    owes: bool = False
    has_started: bool = False
    is_over: bool = False
    members_only: bool = False
    is_public: bool = True
    is_recurring: bool = False
    badge: str = ""
    organizer_id: str = ""


def card_of(event: OwnEvent, now: datetime) -> EventCard:
    """The card of an event at this moment, in the event's own zone."""
    local = event.start_date.astimezone(ZoneInfo(event.time_zone))
    cents = event.price_cents
    return EventCard(
        id=event.id,
        href=routes.event(event.id),
        title=event.title,
        description=event.description or "",
        event_type=event.event_type,
        type_label=type_label(event.event_type),
        starts=local.isoformat(timespec="minutes"),
        weekday=f"{local:%a}",
        day=str(local.day),
        month=f"{local:%b}",
        time=_start_time(local, event.time_zone),
        when=when_near(event.start_date, event.end_date, event.time_zone, now),
        relative=how_far(event.start_date, event.end_date, event.time_zone, now),
        zone=zone_long(local),
        place=event.location or "",
        address=address_after(event.location, event.address),
        chapter=event.chapter_name or "",
        price=price_words(cents),
        is_free=not cents,
        taken=event.current_participants,
        maximum=event.max_participants or 0,
        is_registered=event.is_registered,
        registered=registered_label(event),
        owes=owes(event.payment_status, event.seat_cents),
        has_started=not is_future(event.start_date, now),
        is_over=not is_current_or_future(event.end_date, now),
        members_only=event.requires_membership,
        is_public=event.is_public,
        is_recurring=event.is_recurring,
        badge=badge_of(event.start_date, event.end_date, now),
        organizer_id=event.organizer_id,
    )


def registered_label(event: OwnEvent) -> str:
    """'Registered ✓', and the price of the seat while it is not paid."""
    if owes(event.payment_status, event.seat_cents):
        return f"{REGISTERED} – pay {at_the_gate(event.seat_cents)}"
    return REGISTERED


def _start_time(local: datetime, zone: str) -> str:
    """The time, with its zone where that is not the organization's."""
    is_elsewhere = zone != get_settings().org_time_zone
    return f"{time_words(local)} {zone_short(local)}" if is_elsewhere else time_words(local)


def badge_of(start: datetime, end: datetime, now: datetime) -> str:
    """'Starting soon', 'Happening now', or empty."""
    if is_future(start, now):
        return "" if is_upcoming(start, now) else "Starting soon"
    return ON_NOW if is_current_or_future(end, now) else ""
