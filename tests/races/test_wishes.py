"""Somebody asks to be told of a free seat, or is not told, as one is given up."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict
from rookiebattle.core.mail import claims
from rookiebattle.core.mail.claims import Claimed
from rookiebattle.registrations.queries import seats
from rookiebattle.registrations.service import registering, waiting
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.world import World

pytestmark = pytest.mark.race


def is_lost(database: Database) -> bool:
    """Whether somebody waits for a letter although a seat was given up meanwhile."""
    world = World(database)
    holder, maya = world.people(2)
    event_id = world.event(max_participants=1, start_at=clock.now() + timedelta(days=3))
    world.do(registering.register, holder, event_id=event_id)
    with ThreadPoolExecutor(1) as pool:
        with database.unit_of_work(write=True) as session:
            registering.unregister(session, holder, event_id=event_id)
            other = pool.submit(world.wish, maya, event_id)
            until_it_waits_or_is_done(database, other)
        if (refused := other.exception(PATIENCE)) and not isinstance(refused, Conflict):
            raise refused
    return world.do(waiting.is_wished, maya, event_id=event_id)


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
    return world.do(waiting.is_wished, maya, event_id=event_id)


@pytest.mark.parametrize("is_in_vain", [is_lost, is_given_back_in_vain])
def test_no_wish_is_lost(each_database: Database, is_in_vain: Callable[[Database], bool]) -> None:
    assert not is_in_vain(each_database)


@pytest.mark.parametrize("is_in_vain", [is_lost, is_given_back_in_vain])
def test_without_the_lock_it_is_lost(
    postgres_database: Database,
    monkeypatch: pytest.MonkeyPatch,
    is_in_vain: Callable[[Database], bool],
) -> None:
    def nobody_waits(_session: Session, _event_id: str) -> None:
        """Lock nothing."""

    monkeypatch.setattr(seats, "lock_event", nobody_waits)
    assert is_in_vain(postgres_database)
