"""A till at each kind of database."""

from collections.abc import Iterator

import pytest

from rookiebattle.core.db import Database
from tests.payments.till import Till, open_till


@pytest.fixture
def till(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Till]:
    with open_till(monkeypatch) as opened:
        yield opened


@pytest.fixture
def each_till(each_database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Till]:
    """The same on SQLite and on PostgreSQL."""
    with open_till(monkeypatch) as opened:
        yield opened
