"""R5 and R6 on the service: of 500 people exactly 50 get a seat, and the test can fail."""

import threading
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.events.models import Event
from rookiebattle.events.service import remove_event
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.queries import seats as seat_queries
from rookiebattle.registrations.service import registering
from tests.races.crowd import AT_ONCE, all_at_once, soon
from tests.world import World

PEOPLE, SEATS = 500, 50


def test_exactly_as_many_members_register_as_there_are_seats(each_database: Database) -> None:
    world = World(each_database)
    event_id = soon(world, max_participants=SEATS)
    ended = all_at_once(
        world.people(PEOPLE), lambda one: world.do(registering.register, one, event_id=event_id)
    )
    assert ended == {"ok": SEATS, "Event is full": PEOPLE - SEATS}
    assert (world.held(event_id), world.counter(event_id)) == (SEATS, SEATS)


def test_without_the_guard_too_many_members_register(each_database: Database) -> None:
    world = World(each_database)
    event_id = soon(world, max_participants=SEATS, seat_ceiling=None)
    everybody_has_looked = threading.Barrier(AT_ONCE, timeout=30)

    def check_then_write(actor: Actor) -> None:
        with each_database.unit_of_work(write=False) as session:
            event = session.get_one(Event, event_id)
            seats_left = event.current_participants < SEATS
        if seats_left:
            everybody_has_looked.wait()
            with each_database.unit_of_work(write=True) as session:
                session.add(Registration(event_id=event_id, user_id=actor.user_id))
                counted = Event.current_participants + 1
                session.execute(
                    sa.update(Event)
                    .where(seat_queries.events.c.id == event_id)
                    .values(current_participants=counted)
                )

    all_at_once(world.people(SEATS // AT_ONCE * AT_ONCE + AT_ONCE), check_then_write)
    assert world.held(event_id) > SEATS


def get_the_last_seat(database: Database, monkeypatch: pytest.MonkeyPatch) -> int:
    """The seats that are held after so many members saw at once that one is free."""
    world = World(database)
    event_id = soon(world, max_participants=1, seat_ceiling=None)
    everybody_has_looked, refuse = threading.Barrier(AT_ONCE, timeout=30), registering._refuse

    def look_together(*looked: Any) -> None:
        refuse(*looked)
        everybody_has_looked.wait()

    monkeypatch.setattr(registering, "_refuse", look_together)
    all_at_once(
        world.people(AT_ONCE), lambda one: world.do(registering.register, one, event_id=event_id)
    )
    return world.held(event_id)


def test_of_many_who_saw_the_last_seat_one_gets_it(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert get_the_last_seat(postgres_database, monkeypatch) == 1


@pytest.mark.usefixtures("no_guard_of_seats")
def test_without_the_guard_all_of_them_do(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert get_the_last_seat(postgres_database, monkeypatch) == AT_ONCE


def test_the_constraint_stands_behind_the_guard(each_database: Database) -> None:
    world = World(each_database)
    event_id = soon(world, max_participants=1)
    world.do(registering.register, world.person(), event_id=event_id)
    unguarded = sa.update(seat_queries.events).values(current_participants=2)
    with (
        pytest.raises(sa.exc.IntegrityError),
        each_database.unit_of_work(write=True) as session,
    ):
        session.execute(unguarded.where(seat_queries.events.c.id == event_id))


def test_a_member_who_clicks_twenty_times_has_one_seat(each_database: Database) -> None:
    world = World(each_database)
    event_id, maya = soon(world, max_participants=SEATS), world.person()
    seats: set[str] = set()

    def register(actor: Actor) -> None:
        seats.add(world.do(registering.register, actor, event_id=event_id).id)

    for _ in range(3):
        assert all_at_once([maya] * 20, register) == {"ok": 20}
        assert (world.held(event_id), world.counter(event_id)) == (1, 1)
        world.do(registering.unregister, maya, event_id=event_id)
    assert len(seats) == 1


def test_registering_and_unregistering_at_once_never_sells_a_seat_twice(
    each_database: Database,
) -> None:
    world = World(each_database)
    event_id = soon(world, max_participants=10)
    most: list[int] = []

    def come_and_go(actor: Actor) -> None:
        for _ in range(4):
            world.do(registering.register, actor, event_id=event_id)
            most.append(world.held(event_id))
            world.do(registering.unregister, actor, event_id=event_id)

    ended = all_at_once(world.people(40), come_and_go)
    assert set(ended) <= {"ok", "Event is full"}
    assert max(most) <= 10
    assert world.held(event_id) == world.counter(event_id)


def test_deleting_an_event_during_registrations_leaves_no_rows(
    each_database: Database,
) -> None:
    world = World(each_database)
    jonah = world.person()
    ids = [soon(world, max_participants=10, organizer_id=jonah.user_id) for _ in range(6)]

    def come_go_or_delete(actor: Actor) -> None:
        for event_id in ids:
            if actor == jonah:
                world.do(remove_event, jonah, event_id=event_id)
            else:
                world.do(registering.register, actor, event_id=event_id)
                world.do(registering.unregister, actor, event_id=event_id)
                world.do(registering.register, actor, event_id=event_id)

    people = world.people(60)
    ended = all_at_once([*people[:20], jonah, *people[20:]], come_go_or_delete)
    gone = "This event doesn’t exist."
    assert set(ended) <= {"ok", "Event is full", "You’re not registered", gone}
    assert all(world.rows(event_id) == [] for event_id in ids)
