"""People and events for the tests of registering, straight into the tables."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.db import Database, does_write
from rookiebattle.events.models import Event
from rookiebattle.registrations.models import Registration

P = ParamSpec("P")
Result = TypeVar("Result")
NOW = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


class World:
    """A database with people and events in it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, row: Any) -> str:
        with self.database.unit_of_work(write=True) as session:
            session.add(row)
            session.flush()
            return str(row.id)

    def person(self, **columns: Any) -> Actor:
        """A member; `has_membership` and `is_admin` as the actor carries them."""
        member = columns.pop("has_membership", False)
        user = User(**{"age_band": AgeBand.ADULT, **columns})
        user_id = self.add(user)
        return Actor(
            user_id=user_id,
            is_admin=user.is_admin,
            has_membership=member,
            chapter_id=user.chapter_id,
        )

    def people(self, count: int) -> list[Actor]:
        with self.database.unit_of_work(write=True) as session:
            users = [
                User(first_name=f"Person {number}", age_band=AgeBand.ADULT)
                for number in range(count)
            ]
            session.add_all(users)
            session.flush()
            return [Actor(user_id=user.id) for user in users]

    def chapter(self, name: str = "Tampa") -> str:
        return self.add(
            Chapter(
                name=name,
                city="Tampa",
                state="Florida",
                location="A park",
                time_zone="America/New_York",
            )
        )

    def event(self, organizer: Actor | None = None, **columns: Any) -> str:
        """A free public training in ten days, unless `columns` say otherwise."""
        start = columns.pop("start_at", NOW + timedelta(days=10))
        most = columns.get("max_participants")
        given = {
            "title": "Park day",
            "event_type": "training",
            "start_at": start,
            "end_at": start + timedelta(hours=2),
            "seat_ceiling": most,
            "organizer_id": (organizer or self.person()).user_id,
            **columns,
        }
        return self.add(Event(**given))

    def do(
        self,
        verb: Callable[Concatenate[Session, Actor, P], Result],
        actor: Actor,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Result:
        """Run a verb in its own unit of work, as a door does."""
        with self.database.unit_of_work(write=does_write(verb)) as session:
            return verb(session, actor, *args, **kwargs)

    def counter(self, event_id: str) -> int:
        with self.database.unit_of_work(write=False) as session:
            return session.get_one(Event, event_id).current_participants

    def held(self, event_id: str) -> int:
        return sum(row.cancelled_at is None for row in self.rows(event_id))

    def rows(self, event_id: str) -> list[Registration]:
        with self.database.unit_of_work(write=False) as session:
            return list(session.scalars(sa.select(Registration).filter_by(event_id=event_id)))

    def change(self, event_id: str, **columns: Any) -> None:
        with self.database.unit_of_work(write=True) as session:
            event = session.get_one(Event, event_id)
            for name, value in columns.items():
                setattr(event, name, value)

    def actions(self) -> list[str]:
        """What the audit log says, in no order."""
        with self.database.unit_of_work(write=False) as session:
            return sorted(entry.action for entry in session.scalars(sa.select(AuditEntry)))

    def remove(self, event_id: str) -> None:
        with self.database.unit_of_work(write=True) as session:
            session.delete(session.get_one(Event, event_id))
