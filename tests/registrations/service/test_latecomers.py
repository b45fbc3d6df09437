"""The gate code: who reads it, and the seats that it gives."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import (
    AppError,
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    TooManyRequests,
)
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import Grant, Role
from rookiebattle.events import service as events
from rookiebattle.registrations.schemas import GateCodeWrite, RegistrationRead
from rookiebattle.registrations.service import check_ins, latecomers, registering
from rookiebattle.settings import get_settings
from tests.clocks import NOW, StillClock
from tests.stripe_double.keys import take_cards
from tests.world import World

HOUR = timedelta(hours=1)
GONE = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def world(some_database: Database) -> World:
    return World(some_database)


@pytest.fixture
def jonah(world: World) -> Actor:
    return world.person()


def running(world: World, organizer: Actor | None = None, **columns: Any) -> str:
    times = {"start_at": NOW - HOUR, "end_at": NOW + HOUR}
    return world.event(organizer, **{**times, **columns})


def code_of(world: World, event_id: str, reader: Actor | None = None) -> str:
    """The code of an event, as an administrator reads it."""
    reader = reader or world.person(is_admin=True)
    event = world.do(events.get_event, reader, event_id=event_id)
    return latecomers.code_for(reader, event=event)


def enter(world: World, who: Actor, event_id: str, code: str) -> RegistrationRead:
    values = GateCodeWrite(code=code)
    return world.do(latecomers.register_at_gate, who, event_id=event_id, values=values)


def seats(world: World, event_id: str) -> tuple[int, int]:
    return world.counter(event_id), world.held(event_id)


def test_the_code_is_for_whoever_runs_the_event_and_only_while_it_runs(
    world: World, jonah: Actor, still_clock: StillClock
) -> None:
    event_id = running(world, jonah)
    code = code_of(world, event_id, jonah)
    assert re.fullmatch(r"[CDFHJKMNPRTVWXY3479]{3} [CDFHJKMNPRTVWXY3479]{3}", code)
    assert code_of(world, event_id) == code
    treasurer = replace(world.person(), grants=(Grant(Role.TREASURER, None, event_id),))
    for other in (VISITOR, treasurer, world.person(), world.person(is_admin=True, age_band=None)):
        assert code_of(world, event_id, other) == ""
    for moment, shown in ((-1, ""), (0, code), (2, code), (2.01, "")):
        still_clock.now = NOW - HOUR + moment * HOUR
        assert code_of(world, event_id, jonah) == shown
    still_clock.now = NOW
    world.change(event_id, canceled_at=NOW)
    assert code_of(world, event_id, jonah) == ""


def test_every_event_start_and_site_has_a_code_of_its_own(
    world: World, jonah: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    event_id = running(world, jonah)
    codes = [code_of(world, event_id, jonah), code_of(world, running(world, jonah), jonah)]
    world.change(event_id, start_at=NOW - 2 * HOUR)
    codes.append(code_of(world, event_id, jonah))
    monkeypatch.setenv("SESSION_SECRET", "s" * 64)
    get_settings.cache_clear()
    codes.append(code_of(world, event_id, jonah))
    assert len(set(codes)) == 4


@pytest.mark.parametrize("typed", ["{0}", " {0} ", "{1}", "{2}", "{3}"])
def test_a_latecomer_takes_a_seat_however_the_code_is_typed(world: World, typed: str) -> None:
    maya, event_id = world.person(), running(world)
    code = code_of(world, event_id)
    bare = code.replace(" ", "")
    entered = typed.format(code, bare.lower(), code.replace(" ", "-"), " ".join(bare))
    seat = enter(world, maya, event_id, entered)
    assert (seat.user_id, seat.payment_status, seat.hold_expires_at) == (
        maya.user_id,
        "not_required",
        None,
    )
    (row,) = world.rows(event_id)
    # The teller of the code has not seen everybody who types it.
    assert (row.checked_in_at, row.cancelled_at) == (None, None)
    assert seats(world, event_id) == (1, 1)
    (line,) = [one for one in world.audit_lines() if one.action == "registration.registered"]
    assert (line.actor_id, line.details) == (maya.user_id, {"event_id": event_id, "by_code": True})


def test_again_is_the_same_whatever_is_typed(world: World) -> None:
    maya, event_id = world.person(), running(world)
    first = enter(world, maya, event_id, code_of(world, event_id))
    assert enter(world, maya, event_id, "wrong") == first
    assert seats(world, event_id) == (1, 1)
    assert world.actions().count("registration.registered") == 1


@pytest.mark.parametrize("wrong", ["CCC CCC", "x", "🗡", "ß" * 9])
def test_a_wrong_code_gives_no_seat_and_says_so_beside_the_field(world: World, wrong: str) -> None:
    maya, event_id = world.person(), running(world)
    with pytest.raises(Invalid, match="not this event’s code") as refused:
        enter(world, maya, event_id, wrong)
    assert list(refused.value.fields) == ["code"]
    assert seats(world, event_id) == (0, 0)
    other = code_of(world, running(world))
    with pytest.raises(Invalid):
        enter(world, maya, event_id, other)


def test_guesses_are_limited_for_each_member_and_event(world: World) -> None:
    maya, theo = world.people(2)
    event_id, another = running(world), running(world)
    for _ in range(latecomers.GUESSES):
        with pytest.raises(Invalid):
            enter(world, maya, event_id, "CCC CCC")
    code = code_of(world, event_id)
    with pytest.raises(TooManyRequests, match="a lot of tries") as refused:
        enter(world, maya, event_id, code)
    assert 0 < refused.value.retry_after <= 60
    assert enter(world, theo, event_id, code)
    assert enter(world, maya, another, code_of(world, another))


def test_a_full_event_takes_one_more_and_nobody_else(world: World, still_clock: StillClock) -> None:
    event_id = running(world, max_participants=1)
    world.seat(event_id, world.person())
    enter(world, world.person(), event_id, code_of(world, event_id))
    assert seats(world, event_id) == (2, 2)
    still_clock.now = NOW - 2 * HOUR
    with pytest.raises(Conflict, match="Event is full"):
        world.do(registering.register, world.person(), event_id=event_id)


@pytest.mark.parametrize(("status", "owed"), [("expired", 1000), ("active", 500)])
def test_the_gate_takes_the_money_and_no_letter_is_promised(
    world: World, monkeypatch: pytest.MonkeyPatch, status: str, owed: int
) -> None:
    take_cards(monkeypatch)
    maya = world.person(membership_tier="premium", membership_status=status)
    event_id = running(world, price_cents=1000)
    seat = enter(world, maya, event_id, code_of(world, event_id))
    assert (seat.payment_status, seat.payment_amount, seat.hold_expires_at) == (
        "pending",
        owed,
        None,
    )
    assert world.scalars(sa.select(OutboxLetter)) == []


def test_a_seat_that_was_given_up_is_taken_again_as_it_was_paid(world: World) -> None:
    maya, event_id = world.person(), running(world, price_cents=1000)
    paid = {"payment_status": "completed", "payment_amount_cents": 800}
    world.seat(event_id, maya, cancelled_at=NOW - HOUR, **paid)
    world.change(event_id, current_participants=0)
    seat = enter(world, maya, event_id, code_of(world, event_id))
    assert (seat.payment_status, seat.payment_amount) == ("completed", 800)
    assert seats(world, event_id) == (1, 1)


@pytest.mark.parametrize(("ends", "is_lost"), [(NOW, True), (NOW + HOUR, False)])
def test_a_seat_whose_hold_is_over_is_taken_again_for_the_gate(
    world: World, ends: Any, *, is_lost: bool
) -> None:
    maya, event_id = world.person(), running(world, price_cents=1000)
    held = {"payment_status": "pending", "payment_amount_cents": 1000}
    world.seat(event_id, maya, hold_expires_at=ends, **held)
    seat = enter(world, maya, event_id, code_of(world, event_id))
    assert seat.hold_expires_at == (None if is_lost else ends)
    assert world.actions().count("registration.hold_ended") == is_lost
    assert seats(world, event_id) == (1, 1)


def test_the_same_rules_hold_as_for_registering(world: World) -> None:
    maya = world.person()
    ahead = world.event(start_at=NOW + HOUR)
    over = running(world, end_at=NOW - timedelta(seconds=1))
    off = running(world, canceled_at=NOW)
    members = running(world, requires_membership=True)
    private = running(world, is_public=False)
    cases: list[tuple[Actor, str, type[AppError], str]] = [
        (maya, ahead, Conflict, "hasn’t started"),
        (maya, over, Conflict, "This event is over"),
        (maya, off, Conflict, "has been canceled"),
        (maya, members, Forbidden, "Active membership required"),
        (VISITOR, private, NotFound, "doesn’t exist"),
        (maya, GONE, NotFound, "doesn’t exist"),
        (maya, "junk", NotFound, "doesn’t exist"),
    ]
    for who, event_id, error, sentence in cases:
        # None of these is worth a guess.
        for _ in range(latecomers.GUESSES + 1):
            with pytest.raises(error, match=sentence):
                enter(world, who, event_id, "CCC CCC")
    with_plan = world.person(membership_tier="basic", membership_status="active")
    assert enter(world, with_plan, members, code_of(world, members))


def test_open_pages_are_told_of_the_seat(
    world: World, jonah: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[str] = []
    maya, event_id = world.person(), running(world, jonah)
    code = code_of(world, event_id, jonah)
    monkeypatch.setattr(live, "announce", announced.append)
    enter(world, maya, event_id, code)
    own = {f"own:{maya.user_id}:{event_id}", f"list:seats:{maya.user_id}"}
    assert set(announced) == {event_id, *own}


def test_the_organizer_checks_the_latecomer_in(world: World, jonah: Actor) -> None:
    maya, event_id = world.person(), running(world, jonah)
    enter(world, maya, event_id, code_of(world, event_id, jonah))
    there = world.do(check_ins.check_in, jonah, event_id=event_id, user_id=maya.user_id)
    assert there.checked_in_at == NOW
