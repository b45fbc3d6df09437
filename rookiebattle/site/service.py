"""The public records of all slices, and a member's next events for the time without a network."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.chapters import service as chapters
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import InstantRead, Wire
from rookiebattle.core.values.money import as_price
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.when import is_before_notice
from rookiebattle.events.wording import address_after, paragraphs, when, where_lines
from rookiebattle.gate.passes import EventPasses, own_passes
from rookiebattle.gate.wording import pass_title
from rookiebattle.registrations.schemas import OwnEvent, RosterSearch
from rookiebattle.registrations.service.agenda import run_soonest
from rookiebattle.registrations.service.questions import organizer_names
from rookiebattle.registrations.service.roster import read_roster
from rookiebattle.registrations.wording import TO_PAY, checked_in_words, there_at

MOST_EVENTS = 10_000
"""A sitemap may name 50,000 addresses. Of more events, each organizer's next ones are named."""
MOST_KEPT = 10
"""More events than anybody attends between two connections."""
MOST_RUN = 3
MOST_SEATS = 500
"""Of a roster that a browser keeps."""


class KeptSeat(Wire):
    """A seat on a kept roster: what is due for it, and when its member was checked in."""

    name: str
    game_name: str
    due: str
    checked_in: str


class KeptRoster(Wire):
    """The roster of an event that one runs; `path` is its page. No address of anybody is kept."""

    path: str
    there: str
    seats: list[KeptSeat]


class KeptPass(Wire):
    """A pass of the member or of one of the member's people: its heading and its drawing."""

    title: str
    svg: str


class NextEvent(Wire):
    """An event with a seat of one's own or of one's people, or one that one runs, with every text
    ready.

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
    passes: list[KeptPass]
    roster: KeptRoster | None = None


class NextEventsRead(Wire):
    """The next events of a member. A browser forgets them when somebody else is in front of it."""

    member_id: str
    read_at: InstantRead
    events: list[NextEvent]


@dataclass(frozen=True, slots=True)
class PublicRecords:
    chapters: list[str]
    events: list[str]


def public_records(session: Session, _actor: Actor) -> PublicRecords:
    """All chapters and the coming public events, whoever the actor is."""
    ahead = events.ids_in_turns(session, VISITOR, after=clock.now(), count=MOST_EVENTS)
    return PublicRecords([one.id for one in chapters.choices(session, VISITOR)], ahead)


def next_events(session: Session, actor: Actor) -> NextEventsRead:
    """The next events with a seat of the actor or of their people, or run by the actor; those that
    run now are among them.

    Canceled ones are left out: without a network nobody learns why.
    """
    actor.require(Permission.OWN_REGISTRATION_READ)
    passes = {one.event.id: one for one in own_passes(session, actor, most=MOST_KEPT)}
    ahead = [one.event for one in passes.values()]
    run = [one for one in run_soonest(session, actor, most=MOST_RUN).items if not one.canceled_at]
    rosters = {one.id: kept_roster(session, actor, event=one) for one in run}
    both = {one.id: one for one in (*ahead, *run)}.values()
    names = organizer_names(session, actor, events=[*both])
    shown = [
        _next_event(one, names.get(one.organizer_id, ""), rosters.get(one.id), passes.get(one.id))
        for one in sorted(both, key=lambda one: one.start_date)
    ]
    return NextEventsRead(member_id=actor.user_id, read_at=clock.now(), events=shown)


def kept_roster(session: Session, actor: Actor, *, event: EventRead) -> KeptRoster | None:
    """The roster as the actor may read it, once check-in is open: before, nobody needs it."""
    if is_before_notice(event.start_date, clock.now()):
        return None
    wanted = RosterSearch(window=Window(MOST_SEATS))
    found = read_roster(session, actor, event_id=event.id, wanted=wanted)
    return KeptRoster(
        path=routes.admin_roster(event.id),
        there=checked_in_words(found.there, found.held),
        seats=[
            KeptSeat(
                name=one.kept_name,
                game_name=one.game_name,
                due=f"{TO_PAY} {as_price(one.amount_cents)}" if one.owes else "",
                checked_in=there_at(one.checked_in_at, event.time_zone),
            )
            for one in found.entries.items
            if not one.is_cancelled
        ],
    )


def _next_event(
    event: OwnEvent, organizer: str, roster: KeptRoster | None, own: EventPasses | None
) -> NextEvent:
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
        roster=roster,
        passes=[KeptPass(title=pass_title(one.name), svg=one.svg) for one in own.holders]
        if own
        else [],
    )
