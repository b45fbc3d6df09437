"""Two people change one series at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.core.db import Database
from rookiebattle.events.models import Event
from rookiebattle.events.service import delete_event
from tests.registrations.world import NOW, World

pytestmark = pytest.mark.race


def until_somebody_waits(database: Database) -> None:
    """PostgreSQL says when a statement waits for a lock; SQLite's writers stand in line anyway."""
    waiting = sa.text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    while not database.is_sqlite:
        with database.unit_of_work(write=False) as session:
            if session.scalar(waiting):
                return


def test_the_leader_and_the_next_are_deleted_at_once(each_database: Database) -> None:
    world = World(each_database)
    jonah = world.person()
    leader = world.event(jonah, is_recurring=True)
    following, last = (
        world.event(jonah, is_recurring=True, parent_event_id=leader, start_at=start)
        for start in (NOW + timedelta(days=17), NOW + timedelta(days=24))
    )
    with ThreadPoolExecutor(1) as pool:
        with each_database.unit_of_work(write=True) as session:
            delete_event(session, jonah, event_id=following)
            other = pool.submit(world.do, delete_event, jonah, event_id=leader)
            until_somebody_waits(each_database)
        other.result(20)
    with each_database.unit_of_work(write=False) as session:
        left = session.scalars(sa.select(Event)).all()
    assert [(one.id, one.parent_event_id) for one in left] == [(last, None)]
