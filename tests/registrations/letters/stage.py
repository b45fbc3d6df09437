"""People, events and changes for the tests of letters about events."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from rookiebattle.core.actor import Actor
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventPatch, EventWrite, Scope
from rookiebattle.registrations.service import registering
from tests.letter_box import Received
from tests.world import World

Later = Callable[..., list[Received]]


def member(world: World, name: str, **columns: Any) -> Actor:
    return world.person(first_name=name, email=f"{name.lower()}@example.org", **columns)


def park_day(world: World, *people: Actor, **columns: Any) -> str:
    event_id = world.event(title="Park day", location="Al Lopez Park", **columns)
    for one in people:
        world.do(registering.register, one, event_id=event_id)
    return event_id


def change(
    world: World, actor: Actor, event_id: str, scope: Scope = Scope.THIS, **sent: Any
) -> None:
    values = EventPatch.model_validate(sent)
    world.do(events.update_event, actor, event_id=event_id, values=values, scope=scope)


def a_series(world: World, organizer: Actor) -> list[str]:
    values = EventWrite.model_validate(
        {
            "title": "Practice",
            "eventType": "training",
            "startDate": "2026-03-24T22:00:00Z",
            "durationHours": 2,
            "isRecurring": True,
            "recurrencePattern": "weekly",
            "recurrenceEndDate": "2026-04-14",
        }
    )
    world.do(events.create_event, organizer, values=values)
    with world.database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.text("SELECT id FROM events ORDER BY start_at")))


def a_series_with_mira(world: World) -> tuple[Actor, list[str]]:
    """The organizer and the ids of a series; Mira has a seat at every date."""
    organizer, mira = member(world, "Olga"), member(world, "Mira")
    ids = a_series(world, organizer)
    for event_id in ids:
        world.do(registering.register, mira, event_id=event_id)
    return organizer, ids
