"""People with sessions and an event, in the database of a running application."""

import time
from concurrent.futures import Future, wait
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import sessions
from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from tests import factories
from tests.servers.application import NO_LIMITS
from tests.world import World

LIMITS_OUT_OF_THE_WAY = {**NO_LIMITS, "DEMO_DATA": "false"}
PATIENCE = 30.0
"""How many seconds a thread may take to arrive, to get through or to come to a lock."""
ALSO_SQLITE_BEFORE_A_RELEASE = pytest.mark.parametrize(
    "each_url", ["postgres", pytest.param("sqlite", marks=pytest.mark.whole)], indirect=True
)
"""For races that SQLite, which has one writer at a time, decides as it decides all others."""
_WAITING = sa.text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE wait_event_type = 'Lock' AND datname = current_database()"
)


def until_it_waits_or_is_done(database: Database, other: Future[Any]) -> None:
    """Wait until PostgreSQL reports that the other waits for a lock; SQLite queues anyway."""
    deadline = time.monotonic() + PATIENCE
    while not database.is_sqlite and not other.done():
        with database.unit_of_work(write=False) as session:
            if session.scalar(_WAITING):
                return
        wait([other], 0.01)
        assert time.monotonic() < deadline, "the other neither waits for a lock nor ends"


@dataclass
class Stage:
    """Writes a test's rows into the tables, and reads them afterwards."""

    world: World

    @classmethod
    def at(cls, url: str) -> "Stage":
        return cls(World(Database(url)))

    def signed_in(self, count: int) -> list[str]:
        """The Cookie headers of that many new members."""
        people = self.world.people(count)
        ids = [sessions.new_session_id() for _ in people]
        with self.world.database.unit_of_work(write=True) as session:
            session.add_all(
                factories.login(user_id=person.user_id, session_id=id_)
                for person, id_ in zip(people, ids, strict=True)
            )
        return [factories.cookie_of(id_) for id_ in ids]

    def event(self, **columns: Any) -> str:
        start = clock.now().replace(microsecond=0) + timedelta(days=3)
        return self.world.event(start_at=start, **columns)
