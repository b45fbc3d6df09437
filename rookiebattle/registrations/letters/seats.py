"""Letters about a member's own seat: the confirmation, with the calendar file, and the reminder."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.letters import Options, Reader, letter_to, reader
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.core.mail.layout import Content
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import Known
from rookiebattle.events.when import NOTICE, is_before_notice, is_future
from rookiebattle.events.wording import SEE_EVENT, counted, hours, notice_words
from rookiebattle.registrations.letters.words import (
    QUESTIONS,
    QUESTIONS_OF_ONE,
    REMINDER,
    REMINDERS,
    Facts,
    Told,
    calendar,
    clock_time,
    day,
    facts,
    host_facts,
    link,
    nearness,
    payment_facts,
    seats_told,
    title_in_subject,
    to_bring,
    where_words,
)
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.service import holds, registering, series
from rookiebattle.registrations.wording import PARENT_SIGNS, SEAT_IS_KEPT, THE_WAIVER
from rookiebattle.waivers.models import StandingState
from rookiebattle.waivers.service import standing
from rookiebattle.waivers.view import why

CLOCKS_DIFFER = timedelta(minutes=5)
"""The most by which the clocks of two workers differ: one promises a reminder, another sends it."""
SIGN_BEFORE = "Please sign before the event"
TO_GATE = (
    "At the gate, show your pass. Open it once before you leave, and it works without a network"
)
IS_CONFIRMED = "Your registration is confirmed."
_NOT_ALL = (
    f"Can’t make one of them? Unregister from it up to {notice_words()} before, under My Events."
)


def confirmed(session: Session, user_id: str, event_id: str) -> Letter | None:
    """The confirmation, about the seat as it is when the letter is sent."""
    now = clock.now()
    to, own = reader(session, user_id, Mailing.EVENTS), _own(session, user_id, event_id)
    if not to or own is None or own.canceled_at or not is_future(own.start_date, now):
        return None
    told = _seats(session, user_id, own)
    is_said = f"{told.are('are', 'is')} registered." if told.names else IS_CONFIRMED
    content = Content(
        title=_have_seat(told, own.title),
        opening=[*_waivers(session, user_id, [own]), is_said],
        facts=_facts(session, user_id, own, told, now),
        closing=[_until_when(own, now), "The event is attached for your calendar.", QUESTIONS],
        link=(SEE_EVENT, link(own)),
    )
    subject = f"You’re registered: {title_in_subject(own)}, {day(own.start_date, own, now)}"
    return _confirmation(to, holds.CONFIRMED, subject, content, [own])


def all_confirmed(session: Session, user_id: str, known: Known) -> Letter | None:
    """One confirmation of several dates of a series, by their start; `known` names them."""
    now = clock.now()
    to = reader(session, user_id, Mailing.EVENTS)
    held = (own for id_ in known if (own := _own(session, user_id, id_))) if to else ()
    found = [own for own in held if not own.canceled_at and is_future(own.start_date, now)]
    if not to or not found:
        return None
    if len(found) == 1:
        return confirmed(session, user_id, found[0].id)
    found.sort(key=lambda own: (own.start_date, own.id))
    first, dates = found[0], counted(len(found), "date")
    told = _seats_of_all(session, user_id, found)
    said = f"Your {dates} are confirmed."
    if told.names:
        said = f"{told.are('are', 'is')} registered for {dates}."
    content = Content(
        title=_have_seat(told, f"{dates} of {first.title}"),
        opening=[*_waivers(session, user_id, found), said],
        facts=[*_in_list(found, now), *to_bring(first)],
        closing=[_NOT_ALL, f"All {dates} are attached for your calendar.", QUESTIONS_OF_ONE],
        link=("My events", routes.absolute(routes.MY_EVENTS)),
    )
    subject = f"You’re registered: {title_in_subject(first)}, {dates}"
    return _confirmation(to, series.ALL_CONFIRMED, subject, content, found)


def _confirmation(
    to: Reader, kind: str, subject: str, content: Content, found: Sequence[OwnEvent]
) -> Letter:
    more: Options = {"attachments": [calendar(found)], "starts_at": found[0].start_date}
    return letter_to(to, kind, subject, content, mailing=Mailing.EVENTS, **more)


def reminder(session: Session, user_id: str, event_id: str) -> Letter | None:
    """The reminder; 'Tomorrow' is by the calendar of the event's place when the letter is sent."""
    to, found = reader(session, user_id, Mailing.REMINDERS), _near(session, user_id, [event_id])
    return _reminder(session, to, found[0], clock.now()) if to and found else None


def reminders(session: Session, user_id: str, known: Known) -> Letter | None:
    """One reminder of several events, by their start; `known` names them."""
    to, found = reader(session, user_id, Mailing.REMINDERS), _near(session, user_id, known)
    if not to or not found:
        return None
    now = clock.now()
    if len(found) == 1:
        return _reminder(session, to, found[0], now)
    return _reminder_of_all(session, to, found, now)


def _near(session: Session, user_id: str, event_ids: Iterable[str]) -> list[OwnEvent]:
    """The events that begin within a day and at which the member still has a seat, by start.

    An event that was moved to a later day is left out: another reminder will be promised for that.
    """
    now = clock.now()
    held = (own for id_ in event_ids if (own := _own(session, user_id, id_)))
    near = [
        own
        for own in held
        if is_future(own.start_date, now)
        and not is_before_notice(own.start_date, now + CLOCKS_DIFFER)
        and not own.canceled_at
    ]
    return sorted(near, key=lambda own: (own.start_date, own.id))


def _reminder(session: Session, to: Reader, own: OwnEvent, now: datetime) -> Letter:
    near, told = nearness(own, now), _seats(session, to.user_id, own)
    content = Content(
        title=f"{near}: {own.title}",
        opening=[
            *_waivers(session, to.user_id, [own]),
            f"{near} is the day: {_in_sentence(told, own.title)}.",
        ],
        facts=_facts(session, to.user_id, own, told, now),
        closing=[_pass(own.id), QUESTIONS, "See you there."],
        link=(SEE_EVENT, link(own)),
    )
    subject = f"{near}: {title_in_subject(own)}, {clock_time(own.start_date, own)}"
    at = own.start_date
    return letter_to(to, REMINDER, subject, content, mailing=Mailing.REMINDERS, starts_at=at)


def _pass(event_id: str = "") -> str:
    """The way to the code for the gate. The code itself is no part of a letter: others read it."""
    return f"{TO_GATE}: {routes.absolute(routes.own_pass(event_id))}"


def _waivers(session: Session, user_id: str, found: Sequence[OwnEvent]) -> list[str]:
    """Sentences about the waivers that these events still need: the reader's, and their people's.

    A minor reads that a parent signs. Before one can be signed here, the way leads to the forms.
    """
    needing = [own.id for own in found if own.needs_waiver]
    if not needing:
        return []
    if accounts.is_minor(session, user_id=user_id):
        own = standing.standings(session, [user_id])[user_id]
        if own.state is StandingState.SIGNED:
            return []
        if own.state is StandingState.UNVERIFIED:
            return [f"{why(own)}."]
        way = routes.resources_in("forms") if own.in_force is None else routes.sign_for(user_id)
        return [PARENT_SIGNS, f"{THE_WAIVER}: {routes.absolute(way)}"]
    return [
        f"{why(one.standing, one.name)}."
        if one.standing.state is StandingState.UNVERIFIED
        else f"{why(one.standing, one.name)}. {SIGN_BEFORE}: {_sign(one.user_id)}"
        for one in standing.to_sign(session, Actor(user_id=user_id))
        if any(standing.has_seat(session, event_id, one.user_id) for event_id in needing)
    ]


def _sign(user_id: str) -> str:
    return routes.absolute(routes.sign_for(user_id))


def _facts(session: Session, user_id: str, own: OwnEvent, told: Told, now: datetime) -> Facts:
    hosts = host_facts(session, user_id, own)
    return [*facts(own, now), *to_bring(own), *told.payment, *hosts]


def _seats(session: Session, user_id: str, own: OwnEvent) -> Told:
    """The seats at an event of which its reader is told."""
    return seats_told(session, user_id, [own.id])[own.id]


def _seats_of_all(session: Session, user_id: str, found: Sequence[OwnEvent]) -> Told:
    """The people with seats at these events; each is named once."""
    told = seats_told(session, user_id, [own.id for own in found]).values()
    people = {one.user_id: one for at in told for one in at.people}
    return Told(next((at.own for at in told if at.own), None), list(people.values()))


def _have_seat(told: Told, title: str) -> str:
    """Such as 'You have a seat at Park day', or 'Rowan has a seat at Park day'."""
    return f"{told.are('have', 'has')} a seat at {title}"


def _in_sentence(told: Told, title: str) -> str:
    words = _have_seat(told, title)
    return f"you{words[3:]}" if told.own else words


def _reminder_of_all(
    session: Session, to: Reader, found: Sequence[OwnEvent], now: datetime
) -> Letter:
    title = f"{nearness(found[0], now)}: {len(found)} events"
    told = _seats_of_all(session, to.user_id, found)
    content = Content(
        title=title,
        opening=[
            *_waivers(session, to.user_id, found),
            f"{_have_seat(told, f'{len(found)} events')}.",
        ],
        facts=_in_list(found, now),
        closing=[_pass(), QUESTIONS_OF_ONE, "See you there."],
        link=("My events", routes.absolute(routes.MY_EVENTS)),
    )
    at = found[0].start_date
    return letter_to(to, REMINDERS, title, content, mailing=Mailing.REMINDERS, starts_at=at)


def _in_list(found: Sequence[OwnEvent], now: datetime) -> Facts:
    return [(day(one.start_date, one, now), _in_short(one, now)) for one in found]


def _in_short(own: OwnEvent, now: datetime) -> str:
    """'Park day, 6:00 PM – 8:00 PM ET', the place, and what is owed."""
    lasts = hours(own.start_date, own.end_date, own.time_zone, now)
    owed = (f"{name}: {value}" for name, value in _payment(own))
    lines = (f"{own.title}, {lasts}", where_words(own), *owed)
    return "\n".join(line for line in lines if line)


def _own(session: Session, user_id: str, event_id: str) -> OwnEvent | None:
    """The event with the member's seat, or else that of one of the member's people; None when
    either does not exist anymore."""
    try:
        own = registering.status_of(session, Actor(user_id=user_id), event_id=event_id)
    except NotFound:
        return None
    told = None if own.is_registered else seats_told(session, user_id, [own.id]).get(own.id)
    if told is None:
        return own if own.is_registered else None
    seat = told.seat
    theirs = {"is_registered": True, "payment_status": seat.payment_status}
    return own.model_copy(update=theirs | {"seat_cents": seat.amount_cents})


def _payment(own: OwnEvent) -> Facts:
    return payment_facts(own.payment_status, own.seat_cents, own.seat_overpaid)


def _until_when(own: OwnEvent, now: datetime) -> str:
    if not is_before_notice(own.start_date, now):
        return SEAT_IS_KEPT
    last = own.start_date - NOTICE
    until = f"Can’t make it? Unregister by {day(last, own, now)}, {clock_time(last, own)}"
    is_paid = own.payment_status == PaymentStatus.COMPLETED and own.seat_cents > 0
    return f"{until} for a full refund." if is_paid and own.is_refundable else f"{until}."
