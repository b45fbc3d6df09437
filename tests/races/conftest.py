"""Patient locks, seats without their guard, and a till at each kind of database."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from rookiebattle.core.database import db
from rookiebattle.core.database.db import Database
from rookiebattle.registrations.queries import seats
from tests.payments.till import Till, open_till


@pytest.fixture(autouse=True)
def patient_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer waits for a lock for longer than these tests hold it on a busy machine."""
    monkeypatch.setattr(db, "LOCK_SECONDS", 30.0)


@pytest.fixture
def no_guard_of_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last statement of registering takes a seat whether or not one is free."""
    event = seats.events.c
    counted = sa.update(seats.events).where(event.id == sa.bindparam("event"))
    more = event.current_participants + 1
    monkeypatch.setattr(seats, "_TAKE_SEAT", counted.values(current_participants=more))


@pytest.fixture
def till(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Till]:
    with open_till(monkeypatch) as opened:
        yield opened


@pytest.fixture
def each_till(each_database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Till]:
    """The same on SQLite and on PostgreSQL."""
    with open_till(monkeypatch) as opened:
        yield opened
