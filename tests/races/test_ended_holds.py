"""R5 where the last seat's hold has just ended: its member and another one register at once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.queries.seats import EventAndSeat
from rookiebattle.registrations.service import check_ins, registering
from rookiebattle.registrations.service.settling import settle
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.world import World

CENTS = 10_00
UNPAID = {"payment_status": PaymentStatus.PENDING, "payment_amount_cents": CENTS}
each_order = pytest.mark.parametrize(
    ("step", "is_member_first"), [("_others_come_first", True), ("_refuse", False)]
)


class LastSeat:
    """An event with one seat, whose hold has ended; its member and another one want it."""

    def __init__(self, database: Database) -> None:
        self.world = World(database)
        self.member, self.other = self.world.people(2)
        start = clock.now() + timedelta(days=5)
        self.event_id = self.world.event(start_at=start, max_participants=1, price_cents=CENTS)
        ended = clock.now() - timedelta(minutes=1)
        self.world.seat(self.event_id, self.member, hold_expires_at=ended, **UNPAID)

    def register(self, actor: Actor) -> str:
        """The member who is told of a seat; empty for a refusal."""
        try:
            return self.world.do(registering.register, actor, event_id=self.event_id).user_id
        except Conflict:
            return ""

    def holders(self) -> list[str]:
        rows = self.world.rows(self.event_id)
        return [one.user_id for one in rows if one.cancelled_at is None]


def told_at_once(
    database: Database, monkeypatch: pytest.MonkeyPatch, step: str, is_member_first: bool
) -> tuple[list[str], list[str]]:
    """The members who are told of the seat, and who hold it, when one of them is overtaken behind
    this step."""
    seat, done = LastSeat(database), getattr(registering, step)
    came, goes_on = threading.Event(), threading.Event()

    def stop_once(*values: Any) -> Any:
        result = done(*values)
        if not came.is_set():
            came.set()
            assert goes_on.wait(PATIENCE)
        return result

    monkeypatch.setattr(registering, step, stop_once)
    first, second = (seat.member, seat.other)[:: 1 if is_member_first else -1]
    with ThreadPoolExecutor(2) as pool:
        overtaken = pool.submit(seat.register, first)
        assert came.wait(PATIENCE)
        overtaking = pool.submit(seat.register, second)
        until_it_waits_or_is_done(database, overtaking)
        goes_on.set()
        told = [one for one in (overtaken.result(), overtaking.result()) if one]
    assert seat.world.counter(seat.event_id) == 1
    return told, seat.holders()


@each_order
def test_one_member_is_told_of_the_seat_and_holds_it(
    each_database: Database, monkeypatch: pytest.MonkeyPatch, step: str, is_member_first: bool
) -> None:
    told, holders = told_at_once(each_database, monkeypatch, step, is_member_first)
    assert told == holders
    assert len(told) == 1


def look_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each member act on what the event was before anything was locked."""
    looks, look = dict[str, EventAndSeat](), registering._event_and_seat

    def first_look(session: Session, actor: Actor, event_id: str) -> EventAndSeat:
        return looks.setdefault(actor.user_id, look(session, actor, event_id))

    monkeypatch.setattr(registering, "_event_and_seat", first_look)
    monkeypatch.setattr(registering, "_refuse", lambda *_looked: None)


def test_without_a_second_look_two_are_told_of_it(
    each_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_once(monkeypatch)
    told, holders = told_at_once(each_database, monkeypatch, "_others_come_first", True)
    assert (len(told), len(holders)) == (2, 1)


def test_nor_does_waiting_for_the_lock_alone_help(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_once(monkeypatch)
    told, holders = told_at_once(postgres_database, monkeypatch, "_refuse", False)
    assert (len(told), len(holders)) == (2, 1)


def take_again_during_refund(database: Database, *, walks_in: bool) -> PaymentStatus:
    """How a seat is paid that is taken again while its organizer notes that its money went back."""
    world = World(database)
    admin, maya = world.person(is_admin=True), world.person()
    start = clock.now() + timedelta(hours=5)
    event_id = world.event(admin, start_at=start, max_participants=3, price_cents=CENTS)
    seat: dict[str, Any] = {"event_id": event_id, "user_id": maya.user_id}
    paid = {"payment_status": PaymentStatus.COMPLETED, "payment_amount_cents": CENTS}
    world.seat(event_id, maya, cancelled_at=clock.now() - timedelta(minutes=1), **paid)
    world.change(event_id, current_participants=0)

    def take() -> object:
        if walks_in:
            return world.do(check_ins.add_walk_in, admin, **seat)
        return world.do(registering.register, maya, event_id=event_id)

    with ThreadPoolExecutor(1) as pool:
        with database.unit_of_work(write=True) as session:
            settle(session, admin, **seat, status="refunded")
            taking = pool.submit(take)
            until_it_waits_or_is_done(database, taking)
        taking.result()
    (row,) = world.rows(event_id)
    assert row.cancelled_at is None
    return PaymentStatus(row.payment_status)


@pytest.mark.parametrize("walks_in", [False, True])
def test_a_seat_that_is_taken_again_while_its_money_goes_back_is_due(
    each_database: Database, walks_in: bool
) -> None:
    assert take_again_during_refund(each_database, walks_in=walks_in) == PaymentStatus.PENDING


def test_without_a_look_at_its_payment_under_the_lock_it_counts_as_paid(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_once(monkeypatch)
    paid = take_again_during_refund(postgres_database, walks_in=False)
    assert paid == PaymentStatus.COMPLETED
