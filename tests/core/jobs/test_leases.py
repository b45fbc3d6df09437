"""Leases: one worker at a time, another one after a crash, and nothing is lost in between."""

from datetime import timedelta

import pytest

from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import Database
from rookiebattle.core.jobs import leases
from rookiebattle.core.jobs.jobs_table import DONE, FAILED, JobState
from rookiebattle.core.jobs.leases import FAILED_AGAIN, LEASED_FOR
from tests.clocks import NOW, StillClock
from tests.world import World

HOUR = timedelta(hours=1)


@pytest.fixture
def world(each_database: Database, still_clock: StillClock) -> World:
    return World(each_database)


def take(world: World) -> JobState | None:
    return world.do(leases.take, VISITOR, name="tidying", every=HOUR)


def held(world: World) -> JobState:
    found = take(world)
    assert found is not None
    return found


def leave(world: World, one: JobState, result: str = DONE, words: str = "") -> None:
    world.do(leases.leave, VISITOR, held=one, every=HOUR, result=result, words=words)


def due_in(world: World) -> timedelta:
    return world.do(leases.due_in, VISITOR, name="tidying", every=HOUR)


def state(world: World) -> JobState:
    with world.database.unit_of_work(write=False) as session:
        (found,) = leases.states(session)
        return found


def ask(world: World) -> bool:
    with world.database.unit_of_work(write=True) as session:
        return leases.ask(session, "tidying")


def test_one_worker_has_it_and_the_next_turn_comes_later(
    world: World, still_clock: StillClock
) -> None:
    assert due_in(world) == timedelta()
    one = held(world)
    assert take(world) is None
    assert due_in(world) == LEASED_FOR
    still_clock.now = NOW + timedelta(minutes=1)
    leave(world, one, words="8 kinds of rows")
    found = state(world)
    assert (found.result, found.words, found.failures) == (DONE, "8 kinds of rows", 0)
    assert (found.began_at, found.ended_at) == (NOW, still_clock.now)
    assert due_in(world) == HOUR
    assert take(world) is None
    still_clock.now += HOUR
    assert take(world) is not None


def test_after_a_crash_another_worker_takes_it(world: World, still_clock: StillClock) -> None:
    crashed = held(world)
    still_clock.now = NOW + LEASED_FOR - timedelta(seconds=1)
    assert take(world) is None
    still_clock.now = NOW + LEASED_FOR
    other = held(world)
    leave(world, crashed, words="too late")
    assert state(world).lease == other.lease
    leave(world, other, words="whole")
    assert state(world).words == "whole"


def test_a_renewed_lease_lasts(world: World, still_clock: StillClock) -> None:
    one = held(world)
    still_clock.now = NOW + timedelta(minutes=1)
    world.do(leases.renew, VISITOR, name="tidying", lease=one.lease or "")
    still_clock.now = NOW + LEASED_FOR
    assert take(world) is None
    world.do(leases.renew, VISITOR, name="tidying", lease="of somebody else")
    assert state(world).leased_until == NOW + timedelta(minutes=1) + LEASED_FOR


def test_a_worker_that_stops_gives_it_back(world: World) -> None:
    one = held(world)
    world.do(leases.give_back, VISITOR, name="tidying", lease="of somebody else")
    assert take(world) is None
    world.do(leases.give_back, VISITOR, name="tidying", lease=one.lease or "")
    assert take(world) is not None


def test_a_failure_is_tried_again_soon_and_counted(world: World, still_clock: StillClock) -> None:
    for number in (1, 2):
        leave(world, held(world), FAILED, "Unavailable")
        assert (state(world).failures, due_in(world)) == (number, FAILED_AGAIN)
        still_clock.now += FAILED_AGAIN
    leave(world, held(world))
    assert (state(world).failures, due_in(world)) == (0, HOUR)


def test_somebody_asks_and_it_runs_at_once(world: World) -> None:
    leave(world, held(world))
    assert ask(world)
    assert not ask(world), "it was asked for already"
    assert due_in(world) == timedelta()
    one = held(world)
    assert one.asked_at == NOW
    leave(world, one)
    assert (state(world).asked_at, due_in(world)) == (None, HOUR)


def test_what_is_asked_for_while_it_runs_runs_again(world: World) -> None:
    one = held(world)
    assert ask(world)
    leave(world, one)
    assert due_in(world) == timedelta()
    again = held(world)
    assert again.asked_at == NOW
    leave(world, again)
    assert due_in(world) == HOUR


def test_a_queue_is_noted_without_a_lease(world: World) -> None:
    assert ask(world)
    words = "w" * 300
    world.do(leases.note, VISITOR, name="tidying", began=NOW, result=DONE, words=words)
    assert (state(world).asked_at, state(world).ended_at) == (None, NOW)
    assert state(world).words == "w" * 255


@pytest.mark.parametrize("jump", [HOUR, timedelta(days=2)], ids=["an hour", "two days"])
def test_a_clock_that_was_ahead_stops_no_job(
    world: World, still_clock: StillClock, jump: timedelta
) -> None:
    still_clock.now = NOW + jump
    leave(world, held(world))
    still_clock.now = NOW
    assert due_in(world) == timedelta()
    leave(world, held(world))
    assert (state(world).ended_at, due_in(world)) == (NOW, HOUR)


def test_a_worker_that_crashed_while_the_clock_was_ahead_keeps_no_lease(
    world: World, still_clock: StillClock
) -> None:
    still_clock.now = NOW + timedelta(days=2)
    held(world)
    still_clock.now = NOW
    assert due_in(world) == timedelta()
    assert take(world) is not None


def test_the_clock_of_another_machine_may_be_a_little_ahead(
    world: World, still_clock: StillClock
) -> None:
    """Otherwise two machines would run each job in turn without a pause."""
    still_clock.now = NOW + timedelta(seconds=30)
    held(world)
    still_clock.now = NOW
    assert take(world) is None
    assert due_in(world) == LEASED_FOR + timedelta(seconds=30)
