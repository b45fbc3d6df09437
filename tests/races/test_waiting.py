"""Somebody begins to wait, or is not told, as a seat is given up; and a newcomer comes then."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict
from rookiebattle.core.mail import claims
from rookiebattle.core.mail.claims import Claimed
from rookiebattle.registrations.queries import seats
from rookiebattle.registrations.queries.seats import EventAndSeat
from rookiebattle.registrations.service import holds, registering, waiting
from tests.clocks import StillClock
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.stripe_double.keys import take_cards
from tests.world import World

pytestmark = pytest.mark.race


def is_left_out(database: Database, *, wants_seats: bool) -> bool:
    """Whether somebody waits for a seat, or a letter, although a seat was given up meanwhile."""
    world = World(database)
    holder, maya = world.people(2)
    event_id = world.event(max_participants=1, start_at=clock.now() + timedelta(days=3))
    world.do(registering.register, holder, event_id=event_id)
    wanted: dict[str, Any] = {"event_id": event_id, "wants_seats": wants_seats}
    with ThreadPoolExecutor(1) as pool:
        with database.unit_of_work(write=True) as session:
            registering.unregister(session, holder, event_id=event_id)
            other = pool.submit(partial(world.do, waiting.join, maya, **wanted))
            until_it_waits_or_is_done(database, other)
        if (refused := other.exception(PATIENCE)) and not isinstance(refused, Conflict):
            raise refused
    return world.do(waiting.own_party, maya, event_id=event_id) is not None


is_lost = partial(is_left_out, wants_seats=False)
is_unseated = partial(is_left_out, wants_seats=True)


def passes(database: Database) -> bool:
    """Whether a newcomer gets the seat for which somebody has waited, as it is given up."""
    world = World(database)
    holder, maya, newcomer = world.people(3)
    event_id = world.event(max_participants=1, start_at=clock.now() + timedelta(days=3))
    world.do(registering.register, holder, event_id=event_id)
    world.do(waiting.join, maya, event_id=event_id)
    with ThreadPoolExecutor(1) as pool:
        with database.unit_of_work(write=True) as session:
            registering.unregister(session, holder, event_id=event_id)
            other = pool.submit(world.do, registering.register, newcomer, event_id=event_id)
            until_it_waits_or_is_done(database, other)
        refused = other.exception(PATIENCE)
    held = {row.user_id for row in world.rows(event_id) if row.cancelled_at is None}
    assert (world.counter(event_id), len(held)) == (1, 1)
    assert refused is None or isinstance(refused, Conflict)
    return newcomer.user_id in held


def test_whoever_waits_goes_before_a_newcomer(each_database: Database) -> None:
    assert not passes(each_database)


def test_a_newcomer_passes_when_seats_are_given_later(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def later(_session: Session, *, event_id: str) -> None:
        """Give nothing in the transaction that frees the seat."""

    def nobody_first(session: Session, wanted: EventAndSeat) -> Sequence[str]:
        """Look again once the event is locked, and at nobody who waits."""
        seats.lock_event(session, wanted.event_id)
        return ()

    monkeypatch.setattr(waiting, "serve", later)
    monkeypatch.setattr(registering, "_let_others_first", nobody_first)
    assert passes(postgres_database)


def test_two_seats_that_are_given_up_at_once_go_to_a_party_of_two(
    each_database: Database,
) -> None:
    world = World(each_database)
    holders, mother, theo = world.people(2), world.person(), world.person()
    teen, start = world.minor_of(mother), clock.now() + timedelta(days=3)
    event_id = world.event(max_participants=2, start_at=start)
    for one in holders:
        world.do(registering.register, one, event_id=event_id)
    both = [mother.user_id, teen.user_id]
    world.do(waiting.join, mother, event_id=event_id, people_ids=both)
    with ThreadPoolExecutor(2) as pool:
        freeing = [
            pool.submit(world.do, registering.unregister, one, event_id=event_id) for one in holders
        ]
        coming = pool.submit(world.do, waiting.join, theo, event_id=event_id)
        results: list[Future[Any]] = [*freeing, coming]
        for work in results:
            if (refused := work.exception(PATIENCE)) and not isinstance(refused, Conflict):
                raise refused
    held = {row.user_id for row in world.rows(event_id) if row.cancelled_at is None}
    assert world.counter(event_id) == len(held)
    # Somebody who came between the two took the single seat, and the party still waits for both.
    assert held == {*both} or theo.user_id in held


def test_a_payment_and_the_end_of_its_offer_give_one_seat_to_one(
    each_database: Database, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    world = World(each_database)
    holder, maya, theo = world.people(3)
    event_id = world.event(max_participants=1, price_cents=10_00)
    world.do(registering.register, holder, event_id=event_id)
    for one in (maya, theo):
        world.do(waiting.join, one, event_id=event_id)
    world.do(registering.unregister, holder, event_id=event_id)
    (row,) = (one for one in world.rows(event_id) if one.user_id == maya.user_id)
    still_clock.now += timedelta(days=1)

    def pay() -> bool:
        with each_database.unit_of_work(write=True) as session:
            told: dict[str, Any] = {"event_id": event_id, "cents": 10_00}
            told["registration_id"] = row.id
            return holds.take_payment(session, **told)

    with ThreadPoolExecutor(1) as pool:
        with each_database.unit_of_work(write=True) as session:
            holds.end_holds_at(session, event_id=event_id)
            paying = pool.submit(pay)
            until_it_waits_or_is_done(each_database, paying)
        assert not paying.result(PATIENCE)
    held = {row.user_id for row in world.rows(event_id) if row.cancelled_at is None}
    assert (world.counter(event_id), held) == (1, {theo.user_id})


def withdraw(database: Database, claimed: Claimed) -> None:
    with database.unit_of_work(write=True) as session:
        claims.withdraw(session, claimed)


def is_given_back_in_vain(database: Database) -> bool:
    """Whether somebody waits for a letter although a seat was given up while the last letter was
    withdrawn, because the event was full again."""
    world = World(database)
    holder, maya = world.person(), world.person(email="maya@example.org")
    event_id = world.event(max_participants=1, start_at=clock.now() + timedelta(days=3))
    world.do(registering.register, holder, event_id=event_id)
    world.wish(maya, event_id)
    world.do(registering.unregister, holder, event_id=event_id)
    world.do(registering.register, holder, event_id=event_id)
    with database.unit_of_work(write=True) as session:
        (claimed,) = (one for one in claims.claim(session, 9) if one.kind == waiting.OPENED)
    with ThreadPoolExecutor(1) as pool:
        with database.unit_of_work(write=True) as session:
            registering.unregister(session, holder, event_id=event_id)
            other = pool.submit(withdraw, database, claimed)
            until_it_waits_or_is_done(database, other)
        other.result(PATIENCE)
    return world.wishes(maya, event_id)


@pytest.mark.parametrize("is_in_vain", [is_lost, is_unseated, is_given_back_in_vain])
def test_no_wish_is_lost(each_database: Database, is_in_vain: Callable[[Database], bool]) -> None:
    assert not is_in_vain(each_database)


@pytest.mark.parametrize("is_in_vain", [is_lost, is_unseated, is_given_back_in_vain])
def test_without_the_lock_it_is_lost(
    postgres_database: Database,
    monkeypatch: pytest.MonkeyPatch,
    is_in_vain: Callable[[Database], bool],
) -> None:
    def nobody_waits(_session: Session, _event_id: str) -> None:
        """Lock nothing."""

    monkeypatch.setattr(seats, "lock_event", nobody_waits)
    assert is_in_vain(postgres_database)
