"""Turns an event and its people into the view of its own page. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.core.money import as_price
from rookiebattle.events import wording
from rookiebattle.events.schemas import EventRead, EventWithStatus
from rookiebattle.events.when import is_current_or_future, is_future, is_upcoming
from rookiebattle.media.view import MediaCard, cards_of
from rookiebattle.pages.event.read import EventShown
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.news import stamp_of
from rookiebattle.registrations.policy import is_paid, may_be_settled
from rookiebattle.registrations.schemas import Attendee, Going
from rookiebattle.registrations.view import PAYMENT_BADGES, EventCard, card_of
from rookiebattle.registrations.wording import GAVE_UP, OWN_SEAT_IS_KEPT

FACES = 5
NAMED = 3
LONG_TITLE = 60


@dataclass(frozen=True)
class EventMore:
    """`closed` is the reason against registering, `stays` the reason against unregistering.

    `stamp` differs after every change of the event.
    """

    paragraphs: list[str] = field(default_factory=list)
    about: str = ""
    note: str = ""
    directions: str = ""
    hosted: str = ""
    calendar_file: str = ""
    closed: str = ""
    stays: str = ""
    lacks_membership: bool = False
    may_edit: bool = False
    has_long_title: bool = False
    roster: str = ""
    stamp: str = ""


@dataclass(frozen=True)
class GoingView:
    """The faces and names of participants; empty for visitors, who only see the number."""

    initials: list[str] = field(default_factory=list)
    more: str = ""
    sentence: str = ""
    names: list[str] = field(default_factory=list)
    from_your_chapter: str = ""


@dataclass(frozen=True)
class AttendeeRow:
    """One seat for the organizer: `may_settle` while the payment is open, then `paid`."""

    user_id: str = ""
    name: str = ""
    status: str = ""
    tone: str = "neutral"
    amount: str = ""
    may_settle: bool = False
    paid: bool = False


@dataclass(frozen=True)
class EventView:
    """The vars of the page. A view that is `missing` has no data of an event."""

    card: EventCard = field(default_factory=EventCard)
    more: EventMore = field(default_factory=EventMore)
    going: GoingView = field(default_factory=GoingView)
    attendees: list[AttendeeRow] = field(default_factory=list)
    media: list[MediaCard] = field(default_factory=list)
    missing: bool = False
    loaded: bool = True


def view_of(shown: EventShown, now: datetime) -> EventView:
    """The view of an event at this moment."""
    return EventView(
        card=card_of(shown.event, now),
        more=more_of(
            shown.event, now, may_edit=shown.may_edit, lacks_membership=shown.lacks_membership
        ),
        going=going_of(shown.going),
        attendees=[attendee_row(one) for one in shown.attendees],
        media=cards_of(shown.media),
    )


def more_of(
    event: EventWithStatus, now: datetime, *, may_edit: bool, lacks_membership: bool
) -> EventMore:
    """The texts of one event's page at this moment."""
    return EventMore(
        paragraphs=wording.paragraphs(event.description),
        about=f"About this {wording.type_label(event.event_type).lower()}",
        note=note_of(event, now),
        directions=directions_to(event),
        hosted=hosted_by(event),
        calendar_file=routes.event_file(event.id),
        closed=closed_because(event, now),
        stays="" if is_upcoming(event.start_date, now) else OWN_SEAT_IS_KEPT,
        lacks_membership=lacks_membership,
        may_edit=may_edit,
        has_long_title=len(event.title) > LONG_TITLE,
        roster=routes.admin_roster(event.id) if may_edit else "",
        stamp=stamp_of(event.updated_at),
    )


def note_of(event: EventRead, now: datetime) -> str:
    """Such as 'In 6 days. Eastern Time, the park’s zone.'"""
    far = wording.how_far(event.start_date, event.end_date, event.time_zone, now)
    zone = wording.zone_long(event.start_date.astimezone(ZoneInfo(event.time_zone)))
    return f"{far}. {zone}, the park’s zone."


def directions_to(event: EventRead) -> str:
    """The address of a map with directions; empty when the event has no place."""
    place = ", ".join(wording.where_lines(event.location, event.address))
    return routes.directions(place)


def hosted_by(event: EventRead) -> str:
    """Such as 'Hosted by the Tampa Bay chapter, every second Thursday.'"""
    often = wording.how_often(
        event.recurrence_pattern,
        event.recurrence_interval,
        event.recurrence_days_of_week,
        event.start_date,
        event.time_zone,
    )
    if not event.chapter_name:
        return f"Meets {often}." if often else ""
    host = f"Hosted by the {event.chapter_name.removesuffix(' Chapter')} chapter"
    return f"{host}, {often}." if often else f"{host}."


def closed_because(event: EventRead, now: datetime) -> str:
    """The reason why it is too late to register; empty when it is not."""
    if is_future(event.start_date, now):
        return ""
    is_on = is_current_or_future(event.end_date, now)
    return "This event has started" if is_on else "This event is over"


def going_of(going: Going) -> GoingView:
    """The first faces, a sentence with the first names, and all names that may be shown."""
    names = [one.name for one in going.names]
    hidden = going.count - len(names[:FACES])
    return GoingView(
        initials=[one.initials for one in going.names[:FACES]],
        more=f"+{hidden}" if names and hidden > 0 else "",
        sentence=_sentence(names, going.count),
        names=names,
        from_your_chapter=(
            f"{going.from_your_chapter} from your chapter" if going.from_your_chapter else ""
        ),
    )


def _sentence(names: Sequence[str], count: int) -> str:
    """Such as 'Amara, Theo, Priya and 9 others'."""
    if not names:
        return ""
    first, others = list(names[:NAMED]), count - len(names[:NAMED])
    last = wording.counted(others, "other") if others > 0 else first.pop()
    return f"{', '.join(first)} and {last}" if first else last


def attendee_row(attendee: Attendee) -> AttendeeRow:
    """One row of the organizer's list."""
    label, tone = PAYMENT_BADGES[PaymentStatus(attendee.payment_status)]
    return AttendeeRow(
        user_id=attendee.user_id,
        name=f"{attendee.name} {GAVE_UP}" if attendee.is_cancelled else attendee.name,
        status=label,
        tone=tone,
        amount=as_price(attendee.amount) if attendee.amount else "",
        may_settle=may_be_settled(attendee.payment_status, is_cancelled=attendee.is_cancelled),
        paid=is_paid(attendee.payment_status),
    )
