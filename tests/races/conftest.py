"""A till at each kind of database, for races about payments."""

from collections.abc import Iterator

import pytest

from rookiebattle.core.database import db
from rookiebattle.core.database.db import Database
from tests.payments.till import Till, open_till


@pytest.fixture(autouse=True)
def patient_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer waits for a lock for longer than these tests hold it on a busy machine."""
    monkeypatch.setattr(db, "LOCK_SECONDS", 30.0)


@pytest.fixture
def till(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Till]:
    with open_till(monkeypatch) as opened:
        yield opened


@pytest.fixture
def each_till(each_database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Till]:
    """The same on SQLite and on PostgreSQL."""
    with open_till(monkeypatch) as opened:
        yield opened
