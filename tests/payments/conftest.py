"""A till at SQLite, and one at the kind of database that is dealt."""

from collections.abc import Iterator

import pytest

from rookiebattle.core.database.db import Database
from tests.payments.till import Till, open_till


@pytest.fixture
def till(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Till]:
    with open_till(monkeypatch) as opened:
        yield opened


@pytest.fixture
def some_till(some_database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Till]:
    with open_till(monkeypatch) as opened:
        yield opened
