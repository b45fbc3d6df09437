"""Late payments for few seats: exactly as many are placed as there are seats, and it can fail."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.queries import seats
from rookiebattle.registrations.service import holds, registering
from tests.clocks import NOW, StillClock
from tests.races.stage import until_it_waits_or_is_done
from tests.settled import settle
from tests.world import World

PEOPLE, SEATS, AT_ONCE, CENTS = 48, 5, 16, 10_00


def late_payers(world: World, event_id: str) -> list[str]:
    """The seats of members whose holds have ended."""
    ended = clock.now() - timedelta(minutes=1)
    unpaid = {"payment_status": PaymentStatus.PENDING, "payment_amount_cents": CENTS}
    return [
        world.seat(event_id, one, hold_expires_at=ended, **unpaid) for one in world.people(PEOPLE)
    ]


def placed(world: World, event_id: str, rows: list[str]) -> int:
    """How many of the payments, which all come at once, were placed."""

    def pay(row: str) -> bool:
        with world.database.unit_of_work(write=True) as session:
            return holds.take_payment(session, event_id=event_id, registration_id=row, cents=CENTS)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return sum(pool.map(pay, rows))


def small_event(world: World) -> tuple[str, list[str]]:
    """An event whose unpaid seats have all been lost, with room for a few."""
    start = clock.now() + timedelta(days=9)
    event_id = world.event(start_at=start, price_cents=CENTS, seat_ceiling=None)
    rows = late_payers(world, event_id)
    with world.database.unit_of_work(write=True) as session:
        holds.end_holds_at(session, event_id=event_id)
    assert world.held(event_id) == 0
    world.change(event_id, max_participants=SEATS)
    return event_id, rows


def test_as_many_late_payments_are_placed_as_there_are_seats(each_database: Database) -> None:
    world = World(each_database)
    event_id, rows = small_event(world)
    assert placed(world, event_id, rows) == SEATS
    assert (world.counter(event_id), world.held(event_id)) == (SEATS, SEATS)


def test_without_the_guard_too_many_are_placed(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unguarded(session: Session, event_id: str) -> bool:
        counted = sa.update(seats.events).where(seats.events.c.id == event_id)
        taken = seats.events.c.current_participants + 1
        session.execute(counted.values(current_participants=taken))
        return True

    world = World(postgres_database)
    event_id, rows = small_event(world)
    monkeypatch.setattr(seats, "take_seat", unguarded)
    assert placed(world, event_id, rows) > SEATS


def test_holds_that_end_while_members_register_never_sell_a_seat_twice(
    each_database: Database,
) -> None:
    world = World(each_database)
    event_id, _rows = small_event(world)
    ended = clock.now() - timedelta(minutes=1)
    unpaid = {"payment_status": PaymentStatus.PENDING, "payment_amount_cents": CENTS}
    for one in world.people(SEATS):
        world.seat(event_id, one, hold_expires_at=ended, **unpaid)

    def register(number: int) -> bool:
        actor = people[number]
        try:
            world.do(registering.register, actor, event_id=event_id)
        except Conflict as refused:
            sentences.add(refused.sentence)
            return False
        return True

    people, sentences = world.people(PEOPLE), set[str]()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        taken = sum(pool.map(register, range(PEOPLE)))
    assert (taken, sentences) == (SEATS, {"Event is full"})
    assert (world.counter(event_id), world.held(event_id)) == (SEATS, SEATS)


@pytest.mark.parametrize(("is_late", "kept"), [(False, 0), (True, 1)])
def test_a_hold_that_ends_while_a_mark_is_taken_back_is_decided_once(
    each_database: Database, still_clock: StillClock, is_late: bool, kept: int
) -> None:
    """Taken back before its end, the seat waits for its card and is lost. Later it is due."""
    world = World(each_database)
    organizer, maya = world.person(), world.person()
    event_id = world.event(organizer, price_cents=CENTS, max_participants=1)
    unpaid = {"payment_status": PaymentStatus.PENDING, "payment_amount_cents": CENTS}
    world.seat(event_id, maya, hold_expires_at=NOW + timedelta(minutes=20), **unpaid)
    seat: dict[str, Any] = {"event_id": event_id, "user_id": maya.user_id}
    world.do(settle, organizer, **seat, status="completed")
    still_clock.now = NOW + timedelta(minutes=20, seconds=0 if is_late else -1)
    with ThreadPoolExecutor(1) as pool:
        with each_database.unit_of_work(write=True) as session:
            settle(session, organizer, **seat, status="pending", is_undo=True)
            still_clock.now = NOW + timedelta(minutes=21)
            ending = pool.submit(world.do, holds.end_one, organizer, event_id=event_id)
            until_it_waits_or_is_done(each_database, ending)
        ending.result()
    world.do(holds.end_one, organizer, event_id=event_id)
    assert (world.counter(event_id), world.held(event_id)) == (kept, kept)
