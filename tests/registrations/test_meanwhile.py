"""Somebody else is faster between a verb's first look at a seat and its write, on PostgreSQL."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.db import Database
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.events import service as events
from rookiebattle.registrations import queries, service
from rookiebattle.registrations.wording import FULL
from tests.world import World

Meanwhile = Callable[[Callable[[], object]], None]


@pytest.fixture
def world(postgres_database: Database) -> World:
    return World(postgres_database)


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Lets something happen, once, after a verb has looked at the event and the seat."""
    look = queries.event_and_seat

    def happens(act: Callable[[], object]) -> None:
        def looked(session: Session, *where: Any) -> Any:
            found = look(session, *where)
            monkeypatch.setattr(queries, "event_and_seat", look)
            act()
            return found

        monkeypatch.setattr(queries, "event_and_seat", looked)

    return happens


def register(world: World, who: Actor, event_id: str) -> str:
    return world.do(service.register, who, event_id=event_id).id


def unregister(world: World, who: Actor, event_id: str) -> None:
    world.do(service.unregister, who, event_id=event_id)


def seats(world: World, event_id: str) -> tuple[int, int]:
    return world.counter(event_id), world.held(event_id)


def test_two_clicks_take_one_seat_and_get_the_same_answer(
    world: World, meanwhile: Meanwhile
) -> None:
    maya, event_id, faster = world.person(), world.event(), []
    meanwhile(lambda: faster.append(register(world, maya, event_id)))
    assert [register(world, maya, event_id)] == faster
    assert seats(world, event_id) == (1, 1)


def test_two_clicks_take_one_seat_again_and_get_the_same_answer(
    world: World, meanwhile: Meanwhile
) -> None:
    maya, event_id = world.person(), world.event()
    first = register(world, maya, event_id)
    unregister(world, maya, event_id)
    meanwhile(lambda: register(world, maya, event_id))
    assert register(world, maya, event_id) == first
    assert seats(world, event_id) == (1, 1)


def test_who_registered_and_unregistered_elsewhere_is_asked_to_try_again(
    world: World, meanwhile: Meanwhile
) -> None:
    maya, event_id = world.person(), world.event()

    def elsewhere() -> None:
        register(world, maya, event_id)
        unregister(world, maya, event_id)

    meanwhile(elsewhere)
    with pytest.raises(Conflict, match="has just changed"):
        register(world, maya, event_id)
    assert seats(world, event_id) == (0, 0)


def test_the_last_seat_is_not_taken_twice(world: World, meanwhile: Meanwhile) -> None:
    maya, theo, event_id = world.person(), world.person(), world.event(max_participants=1)
    meanwhile(lambda: register(world, theo, event_id))
    with pytest.raises(Conflict, match=FULL):
        register(world, maya, event_id)
    assert seats(world, event_id) == (1, 1)


def test_nobody_registers_for_an_event_that_has_just_been_removed(
    world: World, meanwhile: Meanwhile
) -> None:
    maya, event_id = world.person(), world.event()
    meanwhile(lambda: world.remove(event_id))
    with pytest.raises(NotFound, match=events.MISSING):
        register(world, maya, event_id)


@pytest.mark.parametrize("others", [0, 1])
def test_a_seat_is_freed_once(world: World, meanwhile: Meanwhile, others: int) -> None:
    maya, event_id = world.person(), world.event()
    for person in (maya, *world.people(others)):
        register(world, person, event_id)
    meanwhile(lambda: unregister(world, maya, event_id))
    with pytest.raises(service.NotRegistered):
        unregister(world, maya, event_id)
    assert seats(world, event_id) == (others, others)
