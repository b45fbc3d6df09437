"""Pushes seats and versions of events to open pages when somebody registers or changes an event."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import reflex as rx
from anyio import to_thread
from reflex.app import App

from rookiebattle.core import live
from rookiebattle.core.actor import Actor
from rookiebattle.core.db import get_database
from rookiebattle.registrations import roster, service
from rookiebattle.registrations.news import event_of, roster_topic, stamp_of, watch_events
from rookiebattle.registrations.schemas import GONE, Seats
from rookiebattle.ui.views import delta


class LiveSeats(rx.State):
    """Events that were announced since the page was loaded, by id.

    `seats` are the numbers of seats taken. `stamps` are the newest versions of the events and, by
    their topics, of the rosters: a page that shows another version loads it again. A list's stamp
    is new after each change.
    """

    seats: rx.Field[dict[str, int]] = rx.field(default_factory=dict)
    stamps: rx.Field[dict[str, str]] = rx.field(default_factory=dict)


@dataclass(frozen=True)
class News:
    """The vars of `LiveSeats`, as they are pushed."""

    seats: dict[str, int]
    stamps: dict[str, str]


NO_NEWS = News({}, {})


def news_delta(told: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """The vars as Reflex sends them; an event that has gone keeps its last seats."""
    there = {id_: one for id_, one in told.items() if isinstance(one, Seats)}
    stamps = {
        topic: stamp_of(one.changed) if isinstance(one, Seats) else str(one)
        for topic, one in told.items()
    }
    return delta(LiveSeats, News({id_: one.taken for id_, one in there.items()}, stamps))


async def push_seats(app: App) -> None:
    """Keep open pages up to date, as long as the worker runs."""
    await live.push_changes(app, _read, news_delta)


async def _read(event_ids: Collection[str]) -> dict[str, object]:
    return await to_thread.run_sync(_now, event_ids)


def _now(topics: Collection[str]) -> dict[str, object]:
    of_rosters = {topic: event_of(topic) for topic in topics if event_of(topic)}
    lists = {topic for topic in topics if topic.startswith(live.LIST)}
    event_ids = [topic for topic in topics if topic not in {*of_rosters, *lists}]
    with get_database().unit_of_work(write=False) as session:
        found = service.seats_of(session, event_ids=event_ids)
        stamps = roster.stamps_of(session, event_ids=of_rosters.values())
    rosters = {topic: stamps[event_id] for topic, event_id in of_rosters.items()}
    news = {event_id: _news_of(found.get(event_id)) for event_id in event_ids}
    return news | rosters | live.stamps(lists)


def _news_of(seats: Seats | None) -> object:
    """An event's seats; for visitors, an event that has become private is gone."""
    if seats is None:
        return GONE
    return seats if seats.is_public else live.RestrictedValue(seats, GONE)


def follow_roster(state: rx.State, actor: Actor, event_id: str) -> None:
    """Tell a page what is announced about an event and about its roster."""
    follow_events(state, actor, [event_id, roster_topic(event_id)])


def follow_list(state: rx.State, topic: str) -> None:
    """Tell a page when a list changes that it shows."""
    live.watch(state.router.session.client_token, [topic])


def follow_events(state: rx.State, actor: Actor, event_ids: Collection[str]) -> None:
    """Tell a page what is announced about the events that it shows to `actor`."""
    watch_events(state.router.session.client_token, event_ids, actor)
