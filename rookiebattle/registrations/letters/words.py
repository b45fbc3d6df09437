"""The readers, facts and words that letters about events share."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.letters import readers
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core.actor import Actor
from rookiebattle.core.mail.layout import in_subject
from rookiebattle.core.mail.outbox_table import Attachment
from rookiebattle.core.values.text import clipped
from rookiebattle.events import service as events
from rookiebattle.events.schemas import TOLD, EventFields, EventRead
from rookiebattle.events.wording import (
    BRING,
    day_at,
    near_day,
    price_words,
    time_words,
    when,
    where_lines,
    zone_short,
)
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.queries import people, seats, waiting
from rookiebattle.registrations.queries.seats import OwnSeat
from rookiebattle.registrations.schemas import PersonSeat
from rookiebattle.registrations.service.questions import organizer_name
from rookiebattle.registrations.service.roster import names_of
from rookiebattle.registrations.wording import (
    ASK,
    PAID,
    TO_PAY,
    all_names,
    paid_words,
    still_to_pay,
)
from rookiebattle.settings import get_settings

Facts = list[tuple[str, str]]
CHANGED, REMINDER = "event.changed", "registration.reminder"
REMINDERS = "registration.reminders"
"""One letter instead of several reminders."""
TIME_AND_PLACE = ("start_date", "end_date", "time_zone", "location", "address")
AN_EVENT = "your event"
ALWAYS_TOLD = (
    "You’re getting this email because you registered for an event. We always tell you when one is "
    "canceled or moved."
)
WAITED = (
    "You’re getting this email because you, or someone you look after, waited for a seat at an "
    "event. We always tell you when one is canceled or moved."
)
NOBODY_WAITS = "The waiting list is closed, so there’s nothing for you to do."
QUESTIONS = f"Questions? Press “{ASK}” on the event page."
QUESTIONS_OF_ONE = f"Questions about one of them? Press “{ASK}” on its page."
LONGEST_IN_FILE = 500
"""A series has a hundred dates, and every participant of it gets the file."""


def reminder_key(user_id: str, event_id: str, start: datetime) -> str:
    """One reminder per member, event and start: a moved event is reminded of again."""
    return f"{REMINDER}:{user_id}:{event_id}:{start.timestamp():.0f}"


def facts(event: EventRead, now: datetime) -> Facts:
    return [("When", when_words(event, now)), *_where_fact(where_words(event))]


def host_facts(session: Session, user_id: str, event: EventRead) -> Facts:
    """The host of the event and its organizer, for a member."""
    host = event.chapter_name or get_settings().org_name
    is_of_club = events.is_of_club(session, Actor(user_id=user_id), event=event)
    hosted = ("Hosted by", host) if is_of_club else ("Posted by", "A member")
    name = organizer_name(session, Actor(user_id=user_id), event=event)
    return [hosted, *([("Organizer", name)] if name else [])]


def to_bring(event: EventRead) -> Facts:
    """Everybody brings this, where the organizer does not tell about the event."""
    return [] if event.description else [("Bring", BRING)]


def changes(before: EventRead, after: EventRead, now: datetime) -> Facts:
    """The facts that changed, each with its old value, and always 'When' and 'Where'."""
    told = [
        (label, _was(_text(after, name), _text(before, name)))
        for name, label in TOLD.items()
        if getattr(before, name) != getattr(after, name)
    ]
    when = ("When", _was(when_words(after, now), when_words(before, now)))
    if is_cheaper(before, after):
        costs, did_cost = (price_words(one.price_cents) for one in (after, before))
        told.append(("Price", _was(costs, did_cost)))
    return [*told, when, *_where_fact(_was(where_words(after), where_words(before)))]


def payment_facts(status: str | None, cents: int, overpaid_cents: int) -> Facts:
    """The money for the reader's own seat; nothing for one that is free."""
    match status:
        case PaymentStatus.PENDING if cents:
            return [(TO_PAY, still_to_pay(cents))]
        case PaymentStatus.COMPLETED:
            return [(PAID, paid_words(cents, overpaid_cents))]
        case PaymentStatus.WAIVED | PaymentStatus.CREDIT:
            return [(TO_PAY, "Nothing")]
    return []


def is_moved(before: EventRead, after: EventRead) -> bool:
    """Whether the event has another time or place: everybody with a seat has to know."""
    return any(getattr(before, name) != getattr(after, name) for name in TIME_AND_PLACE)


def differ(before: EventRead, after: EventRead) -> bool:
    """Whether a change is worth a letter."""
    return bool(_changed_fields(before, after))


def is_cheaper(before: EventRead, after: EventRead) -> bool:
    """Whether the price fell. One that rises changes nothing for the people who have a seat."""
    return before.price != after.price and after.price_cents < before.price_cents


def _changed_fields(before: EventRead, after: EventRead) -> list[str]:
    changed = [
        name for name in (*TOLD, *TIME_AND_PLACE) if getattr(before, name) != getattr(after, name)
    ]
    return [*changed, "price"] if is_cheaper(before, after) else changed


def known_of(before: EventRead, after: EventRead) -> dict[str, Any]:
    """The earlier values of the changed fields that letters tell of, ready for JSON."""
    names = set(_changed_fields(before, after))
    return before.model_dump(mode="json", by_alias=False, include=names)


def as_known(event: EventRead, known: Mapping[str, Any]) -> EventRead:
    """The event as a member knew it, from the event as it is and the earlier values."""
    earlier = {name: value for name, value in known.items() if name in EventRead.model_fields}
    return EventRead.model_validate({**dict(event), **earlier})


_DEFAULTS = {
    name: field.get_default()
    for name, field in EventFields.model_fields.items()
    if not field.is_required()
}


def remembered(event: EventRead) -> dict[str, Any]:
    """The facts for a letter about an event that is gone when it is sent, ready for JSON.

    A series has a hundred dates, and each would keep the whole description for every participant.
    """
    return event.model_dump(mode="json", by_alias=False, exclude={"description"})


def as_remembered(kept: Mapping[str, Any]) -> EventRead:
    """The event of a letter that was queued while it existed, maybe before it had every column."""
    known = {name: value for name, value in kept.items() if name in EventRead.model_fields}
    return EventRead.model_validate({**_DEFAULTS, **known})


def title_in_subject(event: EventRead) -> str:
    """The title as it stands in a subject: the organizer chose it, and others read it."""
    return in_subject(event.title, AN_EVENT)


def _text(event: EventRead, name: str) -> str:
    value = getattr(event, name)
    return "" if value is None else str(value)


def _was(new: str, old: str) -> str:
    if new == old:
        return new
    before = ", ".join(old.splitlines())
    return f"{new or 'not known yet'}\n(was: {before or 'not known'})"


def _where_fact(text: str) -> Facts:
    return [("Where", text)] if text else []


def when_words(event: EventRead, now: datetime) -> str:
    """Such as 'Sat, Mar 14, 6:00 PM – 8:00 PM ET'."""
    return when(event.start_date, event.end_date, event.time_zone, now)


def where_words(event: EventRead) -> str:
    """The place and the address in a line each; empty when neither is known."""
    return "\n".join(where_lines(event.location, event.address))


def day(at: datetime, event: EventRead, now: datetime) -> str:
    """Such as 'Sat, Mar 14', in the event's zone."""
    return day_at(at, event.time_zone, now)


def clock_time(at: datetime, event: EventRead) -> str:
    """Such as '6:00 PM ET', in the event's zone."""
    local = at.astimezone(ZoneInfo(event.time_zone))
    return f"{time_words(local)} {zone_short(local)}"


def nearness(event: EventRead, now: datetime) -> str:
    """'Today', 'Tomorrow' or the day, by the calendar of the event's place."""
    return near_day(event.start_date, event.time_zone, now)


def link(event: EventRead) -> str:
    return routes.event_url(event.id)


def calendar(found: Sequence[EventRead], *, canceled: bool = False) -> Attachment:
    """The events as an attached calendar file; each leads to its page for the whole description."""
    told = [
        one.model_copy(update={"description": clipped(one.description or "", LONGEST_IN_FILE)})
        for one in found
    ]
    file = events.calendar_of(found=told, canceled=canceled)
    return Attachment(name=events.calendar_name(found=found), text=file.decode())


def audience(
    session: Session, actor: Actor, told: Collection[str], *, urgent: Collection[str]
) -> dict[str, list[str]]:
    """The members to write to by their ids, each with the ids of that member's events, in order.
    Events of minors are their guardians', too.

    Of the `urgent` events everybody with an address is told, also those who wait for a seat; of the
    others those with a seat who want such letters. The actor, who knows already, gets no letter.
    """
    held = people.with_guardians(session, _concerned(session, told, urgent)) if told else {}
    held.pop(actor.user_id, None)
    found = readers(session, held, None) if held else []
    wanted = {
        to.user_id: [
            id_
            for id_ in told
            if id_ in held[to.user_id] and (id_ in urgent or to.wants(Mailing.EVENTS))
        ]
        for to in found
    }
    return {user_id: ids for user_id, ids in wanted.items() if ids}


def _concerned(
    session: Session, told: Collection[str], urgent: Collection[str]
) -> dict[str, set[str]]:
    found = seats.holders(session, told)
    for user_id, ids in waiting.waiters(session, urgent).items() if urgent else ():
        found.setdefault(user_id, set()).update(ids)
    return found


def people_reached(
    session: Session,
    actor: Actor,
    told: Collection[str],
    by: Mapping[str, Collection[str]],
    *,
    urgent: Collection[str],
) -> int:
    """How many of the people of these events the letters reach, their own or a guardian's; `by` has
    each reader's events. The number of letters would tell an organizer who is a minor."""
    held = _concerned(session, told, urgent) if by else {}
    held.pop(actor.user_id, None)
    guardians = people.guardian_ids(session, list(held))
    return sum(
        any(ids.intersection(by.get(reader, ())) for reader in (one, *guardians.get(one, ())))
        for one, ids in held.items()
    )


def missed(session: Session, actor: Actor, told: Collection[str]) -> Sequence[str]:
    """The names of the members with seats at these events, or who wait for one, who have no
    address, nor a guardian with one."""
    held = _concerned(session, told, told) if told else {}
    held.pop(actor.user_id, None)
    if not held:
        return names_of(session, actor, user_ids=())
    guardians = people.guardian_ids(session, list(held))
    reached = {to.user_id for to in readers(session, {*held, *chain(*guardians.values())}, None)}
    # The actor, who does this, needs no letter.
    reached.add(actor.user_id)
    unreached = {one for one in held if reached.isdisjoint({one, *guardians.get(one, ())})}
    return names_of(session, actor, user_ids=unreached)


class Told(NamedTuple):
    """The seats at one event that concern a letter's reader: the own one, and those of the reader's
    people."""

    own: OwnSeat | None
    people: Sequence[PersonSeat]

    @property
    def waits(self) -> bool:
        """Whether nobody of them has a seat, so the reader or one of the reader's people waits."""
        return not self.own and not self.people

    @property
    def names(self) -> list[str]:
        """'You' first. The reader alone is not named: letters are written to them."""
        others = [one.name for one in self.people]
        return ["You", *others] if self.own and others else others

    @property
    def who(self) -> str:
        """The people with a seat: 'You', 'Rowan', or 'You and Rowan'."""
        return all_names(self.names or ["You"])

    @property
    def whom(self) -> str:
        """The same within a sentence: 'you', 'Rowan', or 'you and Rowan'."""
        others = [one.name for one in self.people]
        return all_names(["you", *others] if self.own or not others else others)

    @property
    def seat(self) -> OwnSeat:
        """The seat of which the letter tells the most: the own one, or else the first."""
        if self.own:
            return self.own
        first = self.people[0]
        return OwnSeat(first.payment_status, first.amount_cents, first.hold_expires_at)

    def are(self, plural: str, single: str) -> str:
        """The verb after `who`, such as 'are' or 'is'."""
        is_one = not self.own and len(self.people) == 1
        return f"{self.who} {single if is_one else plural}"

    @property
    def payment(self) -> Facts:
        """The money for each seat; those of others have the name."""
        mine = payment_facts(*self.own[:2], self.own.overpaid_cents) if self.own else []
        return [
            *mine,
            *(
                (f"{label} for {one.name}", value)
                for one in self.people
                for label, value in payment_facts(one.payment_status, one.amount_cents, 0)
            ),
        ]


def seats_told(session: Session, user_id: str, event_ids: Collection[str]) -> dict[str, Told]:
    """Event id → the seats there that concern a letter's reader; only events with one."""
    own = seats.seats_held(session, user_id, event_ids)
    others: dict[str, list[PersonSeat]] = defaultdict(list)
    for one in people.seats_of(session, user_id, list(event_ids)):
        others[one.event_id].append(one)
    ids = [id_ for id_ in event_ids if id_ in own or id_ in others]
    return {id_: Told(own.get(id_), others.get(id_, ())) for id_ in ids}


def told_at(session: Session, user_id: str, event_ids: Collection[str]) -> dict[str, Told]:
    """As `seats_told`, also of events at which the reader or one of the reader's people waits."""
    found = seats_told(session, user_id, event_ids)
    rest = [id_ for id_ in event_ids if id_ not in found]
    return found | {id_: Told(None, ()) for id_ in people.waited_for(session, user_id, rest)}


def reason_of(held: Mapping[str, Told], own: Sequence[EventRead]) -> str:
    """Why the reader of a letter about these events cannot turn it off."""
    return WAITED if all(held[one.id].waits for one in own) else ALWAYS_TOLD


def files(held: Mapping[str, Told], own: Sequence[EventRead]) -> list[Attachment]:
    """The calendar file of the events with a seat. Somebody who waits has none to replace."""
    seated = [one for one in own if not held[one.id].waits]
    return [calendar(seated)] if seated else []
