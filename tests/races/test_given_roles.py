"""A role is given while the member's other one is taken away: the new one holds."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.core.database.db import Database
from rookiebattle.core.roles import Role
from rookiebattle.roles import queries, service
from rookiebattle.roles.schemas import GrantWrite
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.world import World

pytestmark = pytest.mark.race
Hold = Callable[[Session, str], User | None]


def holds_after_both(database: Database, monkeypatch: pytest.MonkeyPatch, hold: Hold) -> bool:
    """Take one role away; after it is known that no other is held, give another one.

    Returns whether the member's row then says that they hold roles.
    """
    world = World(database)
    admin, maya = world.person(is_admin=True), world.person()

    def give(role: Role) -> Any:
        values = GrantWrite(user_id=maya.user_id, role=role)
        return world.do(service.give, admin, values=values)

    first = give(Role.GATE)
    has_looked, goes_on = threading.Event(), threading.Event()

    def holds_any(session: Session, user_id: str) -> bool:
        found = looks(session, user_id)
        has_looked.set()
        goes_on.wait(PATIENCE)
        return found

    looks = queries.holds_any
    monkeypatch.setattr(queries, "holds_any", holds_any)
    monkeypatch.setattr(queries, "hold", hold)
    with ThreadPoolExecutor(2) as pool:
        ending = pool.submit(world.do, service.end, admin, grant_id=first.id)
        assert has_looked.wait(PATIENCE)
        giving = pool.submit(give, Role.MEDIA)
        until_it_waits_or_is_done(database, giving)
        goes_on.set()
        ending.result(PATIENCE)
        giving.result(PATIENCE)
    with database.unit_of_work(write=False) as session:
        return session.get_one(User, maya.user_id).holds_roles


def test_a_role_that_is_given_while_another_ends_holds(
    each_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert holds_after_both(each_database, monkeypatch, queries.hold)


def test_without_the_lock_it_would_not_hold(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: the member's row is read without being locked."""
    assert not holds_after_both(
        postgres_database, monkeypatch, lambda session, id_: session.get(User, id_)
    )
