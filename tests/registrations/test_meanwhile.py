"""Somebody else is faster between a verb's first look at a seat and its write, on PostgreSQL."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.events import service as events
from rookiebattle.registrations.queries import seats as seat_queries
from rookiebattle.registrations.schemas import GateCodeWrite
from rookiebattle.registrations.service import check_ins, latecomers, registering
from rookiebattle.registrations.wording import FULL
from tests.clocks import StillClock
from tests.world import World

Meanwhile = Callable[[Callable[[], object]], None]
Late = tuple[str, Callable[[Actor], str]]


@pytest.fixture
def world(postgres_database: Database) -> World:
    return World(postgres_database)


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Lets something happen, once, after a verb has looked at the event and the seat."""
    look = seat_queries.event_and_seat

    def happens(act: Callable[[], object]) -> None:
        def looked(session: Session, *where: Any) -> Any:
            found = look(session, *where)
            monkeypatch.setattr(seat_queries, "event_and_seat", look)
            act()
            return found

        monkeypatch.setattr(seat_queries, "event_and_seat", looked)

    return happens


def register(world: World, who: Actor, event_id: str) -> str:
    return world.do(registering.register, who, event_id=event_id).id


def unregister(world: World, who: Actor, event_id: str) -> None:
    world.do(registering.unregister, who, event_id=event_id)


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
    with pytest.raises(Conflict, match="just changed"):
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


@pytest.fixture
def late(world: World, still_clock: StillClock) -> Late:
    """A running event, and a member who comes late and knows its code."""
    jonah = world.person()
    hour = timedelta(hours=1)
    times = {"start_at": still_clock.now - hour, "end_at": still_clock.now + hour}
    event_id = world.event(jonah, **times)
    event = world.do(events.get_event, jonah, event_id=event_id)
    values = GateCodeWrite(code=latecomers.code_for(jonah, event=event))

    def enter(who: Actor) -> str:
        verb = latecomers.register_at_gate
        return world.do(verb, who, event_id=event_id, values=values).id

    return event_id, enter


@pytest.mark.parametrize("again", [False, True])
def test_two_presses_at_the_gate_take_one_seat_and_get_the_same_answer(
    world: World, meanwhile: Meanwhile, late: Late, *, again: bool
) -> None:
    event_id, enter = late
    maya, faster = world.person(), list[str]()
    if again:
        world.seat(event_id, maya, cancelled_at=datetime.now(UTC))
        world.change(event_id, current_participants=0)
    meanwhile(lambda: faster.append(enter(maya)))
    assert [enter(maya)] == faster
    assert seats(world, event_id) == (1, 1)


def test_nobody_gets_in_at_an_event_that_has_just_been_canceled_or_removed(
    world: World, meanwhile: Meanwhile, late: Late
) -> None:
    event_id, enter = late
    meanwhile(lambda: world.change(event_id, canceled_at=datetime.now(UTC)))
    with pytest.raises(Conflict, match="has been canceled"):
        enter(world.person())
    world.change(event_id, canceled_at=None)
    assert seats(world, event_id) == (0, 0)
    meanwhile(lambda: world.remove(event_id))
    with pytest.raises(NotFound, match=events.MISSING):
        enter(world.person())


def test_an_administrator_looks_again_when_the_member_was_faster(
    world: World, meanwhile: Meanwhile, late: Late
) -> None:
    event_id, enter = late
    maya, ada = world.person(), world.person(is_admin=True)
    meanwhile(lambda: enter(maya))
    with pytest.raises(Conflict, match="just changed"):
        world.do(check_ins.add_walk_in, ada, event_id=event_id, user_id=maya.user_id)
    assert seats(world, event_id) == (1, 1)


@pytest.mark.parametrize("others", [0, 1])
def test_a_seat_is_freed_once(world: World, meanwhile: Meanwhile, others: int) -> None:
    maya, event_id = world.person(), world.event()
    for person in (maya, *world.people(others)):
        register(world, person, event_id)
    meanwhile(lambda: unregister(world, maya, event_id))
    with pytest.raises(registering.NotRegistered):
        unregister(world, maya, event_id)
    assert seats(world, event_id) == (others, others)
