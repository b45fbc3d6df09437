"""One memory of compiled statements for the databases of all tests."""

from typing import Any

import pytest
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

from rookiebattle.core.database.db import Database

MOST_STATEMENTS = 5_000


def share_compiled_statements() -> None:
    """Let engines find what other engines of the same kind of database have compiled.

    SQLAlchemy remembers it for each engine, and every test has an engine of its own: a fifth of the
    time of tests with a database went into compiling the same statements again.
    """
    patch = pytest.MonkeyPatch()
    # The dialect is part of what a statement is remembered by.
    patch.setattr(DefaultDialect, "__eq__", lambda one, other: type(one) is type(other))
    patch.setattr(DefaultDialect, "__hash__", lambda one: hash(type(one)))
    memory = LRUCache[Any, Any](MOST_STATEMENTS)
    begin = Database.__init__

    def begin_with_memory(database: Database, url: str) -> None:
        begin(database, url)
        for engine in (database.engine, database._writer):
            engine.update_execution_options(compiled_cache=memory)

    patch.setattr(Database, "__init__", begin_with_memory)
