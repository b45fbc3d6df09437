"""The counter of seats refuses by itself, whatever was looked at before it is asked."""

from typing import Any

import pytest

from rookiebattle.core.db import Database
from rookiebattle.registrations import queries
from tests.clocks import NOW
from tests.world import World


@pytest.mark.parametrize(
    ("columns", "is_free"),
    [
        ({"max_participants": 3}, True),
        ({"max_participants": 2}, False),
        ({"max_participants": 1}, False),
        ({"max_participants": 0}, True),
        ({"max_participants": None}, True),
        ({"max_participants": 3, "canceled_at": NOW}, False),
    ],
)
def test_a_seat_is_counted_only_while_one_is_free(
    some_database: Database, columns: dict[str, Any], *, is_free: bool
) -> None:
    world = World(some_database)
    event_id = world.event(current_participants=2, seat_ceiling=None, **columns)
    other_id = world.event()
    with some_database.unit_of_work(write=True) as session:
        assert queries.take_seat(session, event_id) is is_free
    assert world.counter(event_id) == 2 + is_free
    assert world.counter(other_id) == 0
