"""The accounts whose owners did not finish their welcome, for administrators."""

from datetime import timedelta

import pytest

from rookiebattle.accounts import awaiting
from rookiebattle.accounts.awaiting import Newcomer
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Forbidden, Unauthorized
from rookiebattle.core.pagination import Window
from tests.clocks import NOW
from tests.world import World


@pytest.fixture
def world(some_database: Database) -> World:
    return World(some_database)


def test_newcomers_are_listed_newest_first(world: World) -> None:
    admin = world.person(is_admin=True)
    lapses = NOW + timedelta(days=30)
    first = world.person(age_band=None, email="a@example.org", created_at=NOW)
    second = world.person(age_band=None, created_at=NOW + timedelta(1), lapses_at=lapses)
    world.person(age_band=None, erased_at=NOW)
    found = world.do(awaiting.list_newcomers, admin, window=Window())
    assert list(found.items) == [
        Newcomer(second.user_id, "", NOW + timedelta(1), lapses),
        Newcomer(first.user_id, "a@example.org", NOW, None),
    ]
    assert found.total == world.do(awaiting.count_newcomers, admin) == 2
    assert len(world.do(awaiting.list_newcomers, admin, window=Window(1)).items) == 1


def test_only_administrators_may_ask(world: World) -> None:
    for actor, error in ((world.person(), Forbidden), (VISITOR, Unauthorized)):
        with pytest.raises(error):
            world.do(awaiting.list_newcomers, actor, window=Window())
        with pytest.raises(error):
            world.do(awaiting.count_newcomers, actor)
