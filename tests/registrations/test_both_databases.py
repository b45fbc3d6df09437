"""The drivers report differently, but a seat is counted alike on SQLite and PostgreSQL."""

import pytest

from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict
from rookiebattle.registrations.service import registering
from tests.world import World


def test_a_seat_is_taken_refused_given_back_and_taken_again(each_database: Database) -> None:
    world = World(each_database)
    event_id, first, second = world.event(max_participants=1), world.person(), world.person()
    world.do(registering.register, first, event_id=event_id)
    assert (world.counter(event_id), world.held(event_id)) == (1, 1)
    with pytest.raises(Conflict):
        world.do(registering.register, second, event_id=event_id)
    world.do(registering.unregister, first, event_id=event_id)
    assert (world.counter(event_id), world.held(event_id)) == (0, 0)
    world.do(registering.register, first, event_id=event_id)
    assert (world.counter(event_id), world.held(event_id)) == (1, 1)
