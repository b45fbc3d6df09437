"""The accounts whose owners did not finish their welcome, for administrators."""

from datetime import timedelta

import pytest

from rookiebattle.accounts import awaiting
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Forbidden, Unauthorized
from tests.clocks import NOW
from tests.world import World


@pytest.fixture
def world(some_database: Database) -> World:
    return World(some_database)


def test_newcomers_are_counted_and_some_lapse(world: World) -> None:
    admin = world.person(is_admin=True)
    lapses_at = NOW + timedelta(days=30)
    lapsing = world.person(age_band=None, lapses_at=lapses_at).user_id
    staying = world.person(age_band=None).user_id
    world.person(age_band=None, erased_at=NOW)
    assert world.do(awaiting.count_newcomers, admin) == 2
    ids = [lapsing, staying, admin.user_id]
    assert world.do(awaiting.lapses, admin, user_ids=ids) == {lapsing: lapses_at}
    assert world.do(awaiting.lapses, admin, user_ids=[staying]) == {}


def test_only_administrators_may_ask(world: World) -> None:
    for actor, error in ((world.person(), Forbidden), (VISITOR, Unauthorized)):
        with pytest.raises(error):
            world.do(awaiting.lapses, actor, user_ids=[])
        with pytest.raises(error):
            world.do(awaiting.count_newcomers, actor)
