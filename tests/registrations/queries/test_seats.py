"""The counter and the rows of seats refuse by themselves, whatever was looked at before."""

from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core.database.db import Database, new_id
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.queries import seats
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
        assert seats.take_seat(session, event_id) is is_free
    assert world.counter(event_id) == 2 + is_free
    assert world.counter(other_id) == 0


@pytest.mark.each_database
def test_a_member_has_one_row_which_is_given_up_and_taken_again_once(
    some_database: Database,
) -> None:
    world = World(some_database)
    maya, event_id = world.person(), world.event()
    row_id = world.seat(event_id, maya)
    again: dict[str, Any] = {"at": NOW, "status": PaymentStatus.PENDING, "amount": 0}
    seat = {
        "event_id": event_id,
        "user_id": maya.user_id,
        "registration_date": NOW,
        "payment_status": PaymentStatus.PENDING,
        "payment_amount_cents": 0,
    }
    with world.database.unit_of_work(write=True) as session:
        assert not seats.register(session, id=new_id(), **seat)
        assert not seats.register_again(session, row_id, **again)
        assert seats.unregister(session, row_id, at=NOW)
        assert not seats.unregister(session, row_id, at=NOW)
        assert seats.register_again(session, row_id, **again)
        assert not seats.register_again(session, row_id, **again)
    assert len(world.rows(event_id)) == 1


@pytest.mark.parametrize(
    ("status", "is_kept"), [(PaymentStatus.PENDING, True), (PaymentStatus.COMPLETED, False)]
)
def test_a_hold_that_a_payment_has_just_ended_is_not_given_up(
    each_database: Database, status: PaymentStatus, *, is_kept: bool
) -> None:
    world = World(each_database)
    maya, event_id, hold = world.person(), world.event(), NOW + timedelta(minutes=20)
    row_id = world.seat(event_id, maya, payment_status=status, payment_amount_cents=10_00)
    with each_database.unit_of_work(write=True) as session:
        assert seats.unregister(session, row_id, at=NOW, hold=hold)
    assert world.rows(event_id)[0].hold_expires_at == (hold if is_kept else None)
