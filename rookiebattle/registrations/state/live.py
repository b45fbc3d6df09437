"""Pushes seats and versions of events to open pages when somebody registers or changes an event."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import reflex as rx
from anyio import to_thread
from reflex.app import App

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import get_database
from rookiebattle.core.pushing import live
from rookiebattle.registrations.announcements import (
    SEATS,
    VERDICTS,
    WAITING,
    event_of,
    own_of,
    own_seats_topic,
    roster_topic,
    stamp_of,
    verdicts_topic,
    waiting_topic,
    watch_events,
)
from rookiebattle.registrations.queries import holds
from rookiebattle.registrations.schemas import GONE, Seats
from rookiebattle.registrations.service import registering, roster
from rookiebattle.ui.views import delta

OWN_SEATS = SEATS
"""The name of the list of the member's own seats on pages. Its topic names the member."""
WAITING_LIST = WAITING
"""The name of the waiting list of a page's event. Its topic names the event."""
GATE_VERDICTS = VERDICTS
"""The name of the verdicts at a page's gate. Their topic names the event."""


class LiveSeats(rx.State):
    """Events that were announced since the page was loaded, by id.

    `seats` are the numbers of seats taken. `own` says whether the member of this tab has a seat,
    such as 'yes 12.5' with the time of the change. `stamps` are the newest versions of the events
    and, by their topics, of the rosters: a page that shows another version loads it again. A list's
    stamp is new after each change.
    """

    seats: rx.Field[dict[str, int]] = rx.field(default_factory=dict)
    own: rx.Field[dict[str, str]] = rx.field(default_factory=dict)
    stamps: rx.Field[dict[str, str]] = rx.field(default_factory=dict)


@dataclass(frozen=True)
class News:
    """The vars of `LiveSeats`, as they are pushed."""

    seats: dict[str, int]
    own: dict[str, str]
    stamps: dict[str, str]


NO_NEWS = News({}, {}, {})


def news_delta(told: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """The vars as Reflex sends them; an event that has gone keeps its last seats."""
    there = {id_: one for id_, one in told.items() if isinstance(one, Seats)}
    own = {found[1]: str(one) for topic, one in told.items() if (found := own_of(topic))}
    stamps = {
        _name(topic): stamp_of(one.changed) if isinstance(one, Seats) else str(one)
        for topic, one in told.items()
        if not own_of(topic)
    }
    taken = {id_: one.taken for id_, one in there.items()}
    return delta(LiveSeats, News(taken, own, stamps))


def _name(topic: str) -> str:
    """The topic as pages know it: the list of the own seats has one name for every member, and the
    waiting list and the verdicts one for every event, of which a page shows one."""
    names = OWN_SEATS, WAITING_LIST, GATE_VERDICTS
    return next((one for one in names if topic.startswith(one)), topic)


async def push_seats(app: App) -> None:
    await live.push_changes(app, _read, news_delta)


async def _read(event_ids: Collection[str]) -> dict[str, object]:
    return await to_thread.run_sync(_now, event_ids)


def _now(topics: Collection[str]) -> dict[str, object]:
    of_rosters = {topic: event_of(topic) for topic in topics if event_of(topic)}
    lists = {topic for topic in topics if topic.startswith(live.LIST)}
    own = {topic: pair for topic in topics if (pair := own_of(topic))}
    event_ids = [topic for topic in topics if topic not in {*of_rosters, *lists, *own}]
    with get_database().unit_of_work(write=False) as session:
        found = registering.seats_of(session, event_ids=event_ids)
        stamps = roster.stamps_of(session, event_ids=of_rosters.values())
        held = holds.held_among(session, own.values())
    rosters = {topic: stamps[event_id] for topic, event_id in of_rosters.items()}
    news = {event_id: _news_of(found.get(event_id)) for event_id in event_ids}
    return news | rosters | _own_words(own, held) | live.stamps(lists)


def _own_words(
    own: Mapping[str, tuple[str, str]], held: Collection[tuple[str, str]]
) -> dict[str, object]:
    """Whether the member of each topic has the seat; the time makes each change another value."""
    at = live.stamps(own)
    return {
        topic: f"{'yes' if seat in held else 'no'} {at.get(topic, '')}"
        for topic, seat in own.items()
    }


def _news_of(seats: Seats | None) -> object:
    """An event's seats; for visitors, an event that has become private is gone."""
    if seats is None:
        return GONE
    return seats if seats.is_public else live.RestrictedValue(seats, GONE)


def follow_roster(state: rx.State, actor: Actor, event_id: str) -> None:
    follow_events(state, actor, [event_id, roster_topic(event_id)])


def follow_list(state: rx.State, topic: str) -> None:
    live.watch(state.router.session.client_token, [topic])


def follow_own_seats(state: rx.State, actor: Actor) -> None:
    """Tell a member's page when one of the member's own seats changes, such as in another tab."""
    follow_list(state, own_seats_topic(actor.user_id))


def follow_seats_of(state: rx.State, people_ids: Iterable[str]) -> None:
    """Tell a guardian's page the same about the seats of these people of theirs."""
    for one in people_ids:
        follow_list(state, own_seats_topic(one))


def follow_verdicts(state: rx.State, event_id: str) -> None:
    """Tell a gate when a waiver, gear or a suspension changes a verdict."""
    follow_list(state, verdicts_topic(event_id))


def follow_waiting(state: rx.State, event_id: str) -> None:
    follow_list(state, waiting_topic(event_id))


def follow_events(state: rx.State, actor: Actor, event_ids: Collection[str]) -> None:
    """Tell a page what is announced about the events that it shows to `actor`."""
    watch_events(state.router.session.client_token, event_ids, actor)
