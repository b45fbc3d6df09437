"""Roles at the gate: cash and check-ins, and the money that is the treasurer's."""

from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Forbidden, NotFound
from rookiebattle.core.roles import Grant, Role
from rookiebattle.registrations.schemas import AtGate, Roster, RosterSearch
from rookiebattle.registrations.service import check_ins, roster, settling
from tests import factories
from tests.clocks import NOW
from tests.world import World

PRICE: dict[str, Any] = {"payment_status": "pending", "payment_amount_cents": 1000}


def holder(world: World, role: Role, chapter_id: str, **columns: str) -> Actor:
    row = factories.person(first_name="Gale", **columns)
    world.add(row)
    return factories.actor_of(row, grants=(Grant(role, chapter_id),))


def _read(world: World, actor: Actor, event_id: str) -> Roster:
    return world.do(roster.read_roster, actor, event_id=event_id, wanted=RosterSearch())


@pytest.fixture
def north(world: World) -> str:
    return world.chapter("North")


@pytest.fixture
def event_id(world: World, north: str) -> str:
    """An event of the chapter that has just begun."""
    start = NOW - timedelta(minutes=5)
    end = NOW + timedelta(hours=2)
    return world.event(chapter_id=north, price_cents=1000, start_at=start, end_at=end)


def test_the_gate_takes_cash_and_corrects_a_wrong_press_and_no_more(
    world: World, north: str, event_id: str
) -> None:
    maya, gate = world.person(), holder(world, Role.GATE, north)
    world.seat(event_id, maya, **PRICE)
    seat: dict[str, Any] = {"event_id": event_id, "user_id": maya.user_id}
    paid = world.do(settling.settle, gate, **seat, status="completed")
    assert (paid.payment_status, paid.amount) == ("completed", None)
    assert world.do(settling.take_back, gate, **seat).payment_status == "pending"
    for status in ("waived", "credit", "refunded"):
        with pytest.raises(Forbidden):
            world.do(settling.settle, gate, **seat, status=status)
    treasurer = holder(world, Role.TREASURER, north)
    world.do(settling.settle, treasurer, **seat, status="waived")
    with pytest.raises(Forbidden):
        world.do(settling.take_back, gate, **seat)
    with pytest.raises(Forbidden):
        world.do(check_ins.check_in, treasurer, **seat)


@pytest.mark.parametrize(
    ("role", "may", "sees_sums"),
    [
        (Role.LEAD, AtGate(add=True, award=True, check=True, settle=True, answer=True), False),
        (Role.GATE, AtGate(check=True, settle=True), False),
        (Role.MARSHAL, AtGate(check=True), False),
        (Role.TREASURER, AtGate(settle=True, refund=True), True),
    ],
)
def test_the_roster_says_what_its_reader_may_do(
    world: World, north: str, event_id: str, role: Role, may: AtGate, sees_sums: bool
) -> None:
    world.seat(event_id, world.person(), **PRICE)
    found = _read(world, holder(world, role, north), event_id)
    assert (found.may, found.sees_sums) == (may, sees_sums)
    (entry,) = found.entries.items
    assert entry.may_settle is may.settle
    assert not entry.email


def test_a_lead_seats_members_of_the_chapter_alone(world: World, north: str, event_id: str) -> None:
    maya = world.person(chapter_id=north, first_name="Maya")
    world.person(first_name="Mayor", chapter_id=world.chapter("South"))
    lead = holder(world, Role.LEAD, north)
    found = world.do(check_ins.find_candidates, lead, event_id=event_id, text="may")
    assert [one.user_id for one in found] == [maya.user_id]
    world.do(check_ins.add_walk_in, lead, event_id=event_id, user_id=maya.user_id)
    stranger, gate = world.person().user_id, holder(world, Role.GATE, north)
    with pytest.raises(NotFound):
        world.do(check_ins.add_walk_in, lead, event_id=event_id, user_id=stranger)
    with pytest.raises(Forbidden):
        world.do(check_ins.find_candidates, gate, event_id=event_id, text="may")
