"""A database with people and records, written straight into the tables."""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts import sessions
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.database.db import Database, does_write
from rookiebattle.events.models import Event
from rookiebattle.guardians.models import Guardianship
from rookiebattle.progression.ledger import facts_of
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.service import waiting
from tests import factories
from tests.clocks import NOW
from tests.ledgers import square

P = ParamSpec("P")
Result = TypeVar("Result")
Row = TypeVar("Row")


class World:
    """Writes a test's rows into the tables, and reads them afterwards."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, row: Any) -> str:
        """Save one row and return its id."""
        with self.database.unit_of_work(write=True) as session:
            session.add(row)
            session.flush()
            factories.note_family(session, row)
            # A new member's ledger is empty, as most rows of tests say. Asking it takes a while.
            if isinstance(row, User) and facts_of(row):
                square(session, row)
            return str(row.id)

    def person(self, **columns: Any) -> Actor:
        """A new member as a door's actor."""
        user = factories.person(**columns)
        self.add(user)
        return factories.actor_of(user)

    def people(self, count: int) -> list[Actor]:
        """That many new members."""
        with self.database.unit_of_work(write=True) as session:
            users = [factories.person(first_name=f"Person {number}") for number in range(count)]
            session.add_all(users)
            session.flush()
            return [factories.actor_of(user) for user in users]

    def cookie_of(self, actor: Actor, **columns: Any) -> str:
        """The Cookie header of a new session of this member."""
        session_id = sessions.new_session_id()
        with self.database.unit_of_work(write=True) as session:
            session.add(factories.login(user_id=actor.user_id, session_id=session_id, **columns))
        return factories.cookie_of(session_id)

    def chapter(self, name: str = "Tampa", **columns: Any) -> str:
        return self.add(factories.chapter(name, **columns))

    def event(self, organizer: Actor | None = None, **columns: Any) -> str:
        """A free public training in ten days; a new member organizes it unless another is given."""
        organizer_id = (organizer or self.person()).user_id
        return self.add(factories.event(**{"organizer_id": organizer_id, **columns}))

    def seat(self, event_id: str, actor: Actor, **columns: Any) -> str:
        """A seat of this member, counted by the event."""
        with self.database.unit_of_work(write=True) as session:
            session.get_one(Event, event_id).current_participants += 1
            row = factories.registration(event_id=event_id, user_id=actor.user_id, **columns)
            session.add(row)
            session.flush()
            return row.id

    def notification(self, **columns: Any) -> str:
        author = columns.pop("created_by", None) or self.person(is_admin=True).user_id
        return self.add(factories.notification(created_by=author, **columns))

    def do(
        self,
        verb: Callable[Concatenate[Session, Actor, P], Result],
        actor: Actor,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Result:
        """Run a verb in a unit of work of its own, as a door does."""
        with self.database.unit_of_work(write=does_write(verb)) as session:
            return verb(session, actor, *args, **kwargs)

    def run(
        self, work: Callable[Concatenate[Session, P], Result], *args: P.args, **kwargs: P.kwargs
    ) -> Result:
        """Run what is no verb, such as a query or a tidier, in a unit of work of its own."""
        with self.database.unit_of_work(write=True) as session:
            return work(session, *args, **kwargs)

    def counter(self, event_id: str) -> int:
        return self.get(Event, event_id).current_participants

    def held(self, event_id: str) -> int:
        return sum(row.cancelled_at is None for row in self.rows(event_id))

    def minor_of(self, guardian: Actor, name: str = "Rowan", **columns: Any) -> Actor:
        """A minor without an address, whose guardian this member is."""
        columns = {"first_name": name, "email": None, "age_band": "minor", **columns}
        minor = self.person(**columns)
        mine = guardian.user_id
        self.add(Guardianship(minor_id=minor.user_id, guardian_id=mine, began_at=NOW))
        return minor

    def wish(self, actor: Actor, event_id: str) -> None:
        """Let a member wait for a letter about a free seat."""
        self.do(waiting.join, actor, event_id=event_id, wants_seats=False)

    def wishes(self, actor: Actor, event_id: str) -> bool:
        """Whether a member waits for a letter alone."""
        own = self.do(waiting.own_party, actor, event_id=event_id)
        return own is not None and not own.wants_seats

    def rows(self, event_id: str) -> list[Registration]:
        return self.scalars(sa.select(Registration).filter_by(event_id=event_id))

    def get(self, model: type[Row], id_: str) -> Row:
        with self.database.unit_of_work(write=False) as session:
            return session.get_one(model, id_)

    def scalars(self, wanted: sa.Select[Row]) -> list[Row]:
        with self.database.unit_of_work(write=False) as session:
            return list(session.scalars(wanted))

    def set(self, model: type[Any], id_: str, **columns: Any) -> None:
        with self.database.unit_of_work(write=True) as session:
            row = session.get_one(model, id_)
            for name, value in columns.items():
                setattr(row, name, value)

    def write(self, statement: sa.Executable) -> None:
        with self.database.unit_of_work(write=True) as session:
            session.execute(statement)

    def change(self, event_id: str, **columns: Any) -> None:
        self.set(Event, event_id, **columns)

    def actions(self) -> list[str]:
        """The actions in the audit log, each as often as it was done, sorted by name."""
        return sorted(entry.action for entry in self.audit_lines() for _ in range(entry.times))

    def audit_lines(self) -> list[AuditEntry]:
        return self.scalars(sa.select(AuditEntry))

    def remove(self, event_id: str) -> None:
        with self.database.unit_of_work(write=True) as session:
            session.delete(session.get_one(Event, event_id))
