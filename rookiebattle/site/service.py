"""The public records of all slices, and a member's next events for the time without a network."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.chapters import service as chapters
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import InstantRead, Wire
from rookiebattle.events import service as events
from rookiebattle.events.wording import address_after, paragraphs, when, where_lines
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.service import registering as registrations
from rookiebattle.registrations.service.questions import organizer_names

MOST_EVENTS = 10_000
"""A sitemap may name 50,000 addresses. Of more events, each organizer's next ones are named."""
MOST_KEPT = 10
"""More events than anybody attends between two connections."""


class NextEvent(Wire):
    """An event with one's own seat, with every text ready.

    `organizer` is as the event's page names the organizer to members, and `about` what it tells.
    """

    path: str
    title: str
    when: str
    place: str
    address: str
    directions: str
    organizer: str
    about: list[str]
    ends_at: InstantRead


class NextEventsRead(Wire):
    """The next events of a member. A browser forgets them when somebody else is in front of it."""

    member_id: str
    read_at: InstantRead
    events: list[NextEvent]


@dataclass(frozen=True, slots=True)
class PublicRecords:
    """The ids of the chapters and events that have a public page."""

    chapters: list[str]
    events: list[str]


def public_records(session: Session, _actor: Actor) -> PublicRecords:
    """All chapters and the coming public events, whoever the actor is."""
    ahead = events.ids_in_turns(session, VISITOR, after=clock.now(), count=MOST_EVENTS)
    return PublicRecords([one.id for one in chapters.choices(session, VISITOR)], ahead)


def next_events(session: Session, actor: Actor) -> NextEventsRead:
    """The next events with the actor's seat, those that run now among them; by start.

    Canceled ones are left out: without a network nobody learns why.
    """
    actor.require(Permission.OWN_REGISTRATION_READ)
    ahead = registrations.my_current(session, actor, most=MOST_KEPT)
    names = organizer_names(session, actor, events=ahead)
    shown = [_next_event(event, names.get(event.organizer_id, "")) for event in ahead]
    return NextEventsRead(member_id=actor.user_id, read_at=clock.now(), events=shown)


def _next_event(event: OwnEvent, organizer: str) -> NextEvent:
    # 'Today' would be wrong tomorrow, so the day has its date.
    address = address_after(event.location, event.address)
    place = ", ".join(where_lines(event.location, event.address))
    return NextEvent(
        path=routes.event(event.id),
        title=event.title,
        when=when(event.start_date, event.end_date, event.time_zone, event.start_date),
        place=event.location or "",
        address=address,
        directions=routes.directions(place),
        organizer=organizer,
        about=paragraphs(event.description),
        ends_at=event.end_date,
    )
