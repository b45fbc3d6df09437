"""R5 with parties: two guardians bring the same minors at once, and the test can fail."""

import threading
from collections.abc import Sequence
from typing import Any

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.guardians.models import Guardianship
from rookiebattle.registrations.service import registering
from tests.races.crowd import all_at_once, soon
from tests.world import World

ROUNDS = 8


def family(world: World) -> tuple[list[Actor], list[Actor]]:
    """Two guardians, and their two minors."""
    guardians, minors = world.people(2), [world.person(age_band="minor") for _ in range(2)]
    for one in minors:
        for guardian in guardians:
            world.add(Guardianship(minor_id=one.user_id, guardian_id=guardian.user_id))
    return guardians, minors


def bring(world: World, event_id: str, by: Actor, coming: Sequence[Actor]) -> Any:
    ids = [one.user_id for one in coming]
    return world.do(registering.register_party, by, event_id=event_id, people_ids=ids)


def test_two_guardians_bring_the_same_minors_in_any_order(each_database: Database) -> None:
    world = World(each_database)
    guardians, minors = family(world)
    orders = {guardians[0].user_id: minors, guardians[1].user_id: minors[::-1]}
    for number in range(ROUNDS):
        event_id = soon(world, max_participants=2)
        if number % 2:
            # One of them had a seat before: that row is there, and the other one is new.
            bring(world, event_id, guardians[0], minors[:1])
            world.do(
                registering.unregister, guardians[0], event_id=event_id, user_id=minors[0].user_id
            )

        def come(one: Actor, at: str = event_id) -> object:
            return bring(world, at, one, orders[one.user_id])

        ended = all_at_once(guardians, come)
        assert ended == {"ok": 2}
        assert (world.held(event_id), world.counter(event_id)) == (2, 2)


def bring_for_the_last_seats(database: Database, monkeypatch: pytest.MonkeyPatch) -> int:
    """The seats that are held after each guardian saw two free ones for oneself and a minor."""
    world = World(database)
    guardians, minors = family(world)
    event_id = soon(world, max_participants=2, seat_ceiling=None)
    both_have_looked, gain = threading.Barrier(2, timeout=30), registering._others_come_first

    def look_together(*looked: Any) -> bool:
        found = gain(*looked)
        both_have_looked.wait()
        return found

    monkeypatch.setattr(registering, "_others_come_first", look_together)
    all_at_once(guardians, lambda one: bring(world, event_id, one, [one, minors[0]]))
    return world.held(event_id)


def test_of_two_guardians_with_the_same_minor_one_party_gets_the_last_seats(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bring_for_the_last_seats(postgres_database, monkeypatch) == 2


@pytest.mark.usefixtures("no_guard_of_seats")
def test_without_the_guard_a_third_person_sits_there(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bring_for_the_last_seats(postgres_database, monkeypatch) == 3
