"""Two people delete events of one series at the same moment."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.events.models import Event
from rookiebattle.events.series import find
from rookiebattle.events.service import remove_event
from tests.clocks import NOW, StillClock
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.world import World

pytestmark = pytest.mark.race


def delete_leader_and_next_at_once(database: Database) -> str:
    """Returns the id of the third and last event of the series."""
    world = World(database)
    jonah = world.person()
    leader = world.event(jonah, is_recurring=True)
    following, last = (
        world.event(jonah, is_recurring=True, parent_event_id=leader, start_at=start)
        for start in (NOW + timedelta(days=17), NOW + timedelta(days=24))
    )
    with ThreadPoolExecutor(1) as pool:
        with database.unit_of_work(write=True) as session:
            remove_event(session, jonah, event_id=following)
            other = pool.submit(world.do, remove_event, jonah, event_id=leader)
            until_it_waits_or_is_done(database, other)
        other.result(PATIENCE)
    return last


def test_the_remaining_event_leads_the_series(each_database: Database) -> None:
    last = delete_leader_and_next_at_once(each_database)
    with each_database.unit_of_work(write=False) as session:
        left = session.scalars(sa.select(Event)).all()
    assert [(one.id, one.parent_event_id) for one in left] == [(last, None)]


def delete_leader_while_the_next_is_locked(database: Database) -> OutboxLetter:
    """Delete both; their letter needs a turn. Returns the letter about both."""
    world = World(database)
    jonah, mira = world.person(), world.person(email="mira@example.org")
    leader = world.event(jonah, is_recurring=True)
    later = {"is_recurring": True, "parent_event_id": leader, "start_at": NOW + timedelta(days=17)}
    following = world.event(jonah, **later)
    for event_id in (leader, following):
        world.seat(event_id, mira)
    with ThreadPoolExecutor(1) as pool:
        with database.unit_of_work(write=True) as session:
            find(session, following, lock=True)
            other = pool.submit(world.do, remove_event, jonah, event_id=leader)
            until_it_waits_or_is_done(database, other)
            remove_event(session, jonah, event_id=following)
        other.result(PATIENCE)
    with database.unit_of_work(write=False) as session:
        return session.scalars(sa.select(OutboxLetter)).one()


def test_who_waits_for_an_event_does_not_have_the_turn_of_a_letter_yet(
    each_database: Database, still_clock: StillClock
) -> None:
    assert len(delete_leader_while_the_next_is_locked(each_database).known) == 2


@contextmanager
def without_the_lock_of_the_next(url: str) -> Iterator[Database]:
    database = Database(url)

    def unlocked(_c: Any, _cursor: Any, statement: str, values: Any, *_rest: Any) -> Any:
        is_heirs = "LIMIT" in statement
        return statement.replace(" FOR UPDATE", "") if is_heirs else statement, values

    sa.event.listen(database.engine, "before_cursor_execute", unlocked, retval=True)
    try:
        yield database
    finally:
        database.dispose()


def test_without_the_lock_the_rest_is_handed_to_a_deleted_event(postgres_url: str) -> None:
    with without_the_lock_of_the_next(postgres_url) as database, pytest.raises(IntegrityError):
        delete_leader_and_next_at_once(database)


def test_without_the_lock_the_two_wait_for_each_other(
    postgres_url: str, still_clock: StillClock
) -> None:
    with without_the_lock_of_the_next(postgres_url) as database, pytest.raises(Unavailable):
        delete_leader_while_the_next_is_locked(database)
