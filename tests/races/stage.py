"""People with sessions and an event, put into the database of a running application."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from rookiebattle.accounts import sessions
from rookiebattle.accounts.models import AgeBand, LoginSession, User
from rookiebattle.core import clock
from rookiebattle.core.db import Database, new_id
from tests.registrations.world import World

LIMITS_OUT_OF_THE_WAY = {
    "CONNECTS_PER_MINUTE": "100000",
    "REQUESTS_PER_MINUTE": "100000",
    "EVENTS_PER_SECOND": "1000",
    "DEMO_DATA": "false",
}


@dataclass
class Stage:
    """What a test puts into the tables, and what it finds there afterwards."""

    world: World

    @classmethod
    def at(cls, url: str) -> "Stage":
        return cls(World(Database(url)))

    def signed_in(self, count: int) -> list[str]:
        """The Cookie headers of that many new members."""
        now = clock.now()
        ids = [sessions.new_session_id() for _ in range(count)]
        with self.world.database.unit_of_work(write=True) as session:
            for number, session_id in enumerate(ids):
                session.add(_session(session, now, number, session_id))
        return [f"{sessions.cookie_name()}={session_id}" for session_id in ids]

    def event(self, **columns: Any) -> str:
        start = clock.now().replace(microsecond=0) + timedelta(days=3)
        return self.world.event(start_at=start, **columns)


def _session(session: Any, now: datetime, number: int, session_id: str) -> LoginSession:
    user = User(id=new_id(), first_name=f"Person {number}", age_band=AgeBand.ADULT)
    session.add(user)
    session.flush()
    return LoginSession(
        sid=sessions.key_of(session_id),
        user_id=user.id,
        created_at=now,
        expire=now + timedelta(days=1),
    )
