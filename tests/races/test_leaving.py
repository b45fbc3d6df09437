"""Registering while the account is erased: no erased account keeps a seat, on either database."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts import queries as accounts_queries
from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.accounts.models import LoginSession, User
from rookiebattle.core import clock, privacy
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.access import PUBLIC
from rookiebattle.core.doors.work import run_here
from rookiebattle.core.errors import AppError, Unauthorized
from rookiebattle.events.models import Event
from rookiebattle.registrations.queries import seats
from rookiebattle.registrations.service import registering
from tests.identities import bind
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.world import World


def attempt(verb: Callable[..., Any], actor: Actor, **values: Any) -> AppError | None:
    """Run a verb, as a door does; returns its refusal if there is one."""
    try:
        run_here(time.monotonic(), verb, actor, PUBLIC, **values)
    except AppError as refused:
        return refused
    return None


@pytest.fixture
def world(each_database: Database) -> World:
    bind(SessionIdentities())
    return World(each_database)


@pytest.fixture
def maya(world: World) -> Actor:
    return signed_in(world)


def signed_in(world: World) -> Actor:
    person, now = world.person(email="maya@example.org"), clock.now()
    ends = now + timedelta(days=1)
    with world.database.unit_of_work(write=True) as session:
        session.add(LoginSession(sid="k", user_id=person.user_id, created_at=now, expire=ends))
    return Actor(user_id=person.user_id, session_key="k")


def coming(world: World) -> str:
    return world.event(start_at=clock.now() + timedelta(days=9))


class Halt:
    """Stops a registration right before it writes its row."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self.goes_on = threading.Event(), threading.Event()
        register = seats.register

        def late(*args: Any, **row: Any) -> bool:
            self.reached.set()
            self.goes_on.wait(2 * PATIENCE)
            return register(*args, **row)

        monkeypatch.setattr(seats, "register", late)


def both(
    world: World, maya: Actor, event_id: str, halt: Halt
) -> tuple[AppError | None, AppError | None]:
    """Erase the account while the registration is stopped; returns both refusals."""
    with ThreadPoolExecutor(2) as pool:
        taken = pool.submit(attempt, registering.register, maya, event_id=event_id)
        assert halt.reached.wait(PATIENCE)
        leaving = pool.submit(attempt, accounts.delete_account, maya, confirmation="DELETE")
        until_it_waits_or_is_done(world.database, leaving)
        halt.goes_on.set()
    return taken.result(), leaving.result()


def ghosts(world: World, event_id: str) -> int:
    """The number of seats that erased accounts hold."""
    with world.database.unit_of_work(write=False) as session:
        held = [row for row in world.rows(event_id) if row.cancelled_at is None]
        return sum(session.get_one(User, row.user_id).erased_at is not None for row in held)


def test_a_seat_taken_during_the_erasure_is_freed(
    world: World, maya: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    event_id = coming(world)
    assert both(world, maya, event_id, Halt(monkeypatch)) == (None, None)
    assert (world.counter(event_id), world.held(event_id)) == (0, 0)


def test_without_the_lock_an_erased_account_keeps_a_seat(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: without the lock the same race goes wrong."""
    bind(SessionIdentities())
    world = World(postgres_database)
    actor, event_id = signed_in(world), coming(world)
    monkeypatch.setattr(accounts_queries, "signed_in_to_write", accounts_queries.signed_in)
    both(world, actor, event_id, Halt(monkeypatch))
    assert ghosts(world, event_id) == 1


class LeavingHalfway:
    """Stops the erasure of an administrator right after their future events were handed over."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, user_id: str) -> None:
        self.reached, self.goes_on = threading.Event(), threading.Event()
        erase = privacy.erase

        def late(session: Session, erased: str) -> None:
            if erased == user_id:
                self.reached.set()
                self.goes_on.wait(2 * PATIENCE)
            erase(session, erased)

        monkeypatch.setattr(privacy, "erase", late)


def organizer_after_both_leave(world: World, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Erase Maya's account while the oldest administrator's is being erased.

    Returns the new organizer of Maya's event, and the one that it should have.
    """
    maya, now = signed_in(world), clock.now()
    old = world.person(is_admin=True, created_at=now - timedelta(days=9))
    new = world.person(is_admin=True, created_at=now)
    ends = now + timedelta(days=1)
    with world.database.unit_of_work(write=True) as session:
        session.add(LoginSession(sid="o", user_id=old.user_id, created_at=now, expire=ends))
    event_id = world.event(maya, start_at=now + timedelta(days=9))
    halt = LeavingHalfway(monkeypatch, old.user_id)
    with ThreadPoolExecutor(2) as pool:
        first, second = (
            partial(attempt, accounts.delete_account, replace(one, session_key=key))
            for one, key in ((old, "o"), (maya, "k"))
        )
        leaving = pool.submit(first, confirmation="DELETE")
        assert halt.reached.wait(PATIENCE)
        other = pool.submit(second, confirmation="DELETE")
        # It waits for the row of the leaving administrator, or has chosen that one as the heir.
        until_it_waits_or_is_done(world.database, other)
        halt.goes_on.set()
    assert (leaving.result(), other.result()) == (None, None)
    with world.database.unit_of_work(write=False) as session:
        return session.get_one(Event, event_id).organizer_id, new.user_id


def test_an_administrator_who_is_being_erased_inherits_no_event(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    organizer, expected = organizer_after_both_leave(world, monkeypatch)
    assert organizer == expected


def test_without_the_lock_an_erased_administrator_inherits_an_event(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    bind(SessionIdentities())

    def unlocked(_c: Any, _cursor: Any, statement: str, values: Any, *_rest: Any) -> Any:
        is_heirs = "LIMIT" in statement
        return statement.replace(" FOR NO KEY UPDATE", "") if is_heirs else statement, values

    sa.event.listen(postgres_database.engine, "before_cursor_execute", unlocked, retval=True)
    world = World(postgres_database)
    organizer, expected = organizer_after_both_leave(world, monkeypatch)
    assert organizer != expected


def test_deleting_an_account_four_times_at_once_erases_it_once(world: World, maya: Actor) -> None:
    with ThreadPoolExecutor(4) as pool:
        acts = [
            pool.submit(attempt, accounts.delete_account, maya, confirmation="DELETE")
            for _ in range(4)
        ]
    refused = [one for act in acts if (one := act.result()) is not None]
    assert len(refused) == len(acts) - 1
    assert all(isinstance(one, Unauthorized) for one in refused)
    assert world.actions().count("account.deleted") == 1
