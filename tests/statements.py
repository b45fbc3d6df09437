"""Every statement that a test's database is sent."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from rookiebattle.core.database.db import Database


@contextmanager
def statements_of(database: Database) -> Iterator[list[str]]:
    """The statements, in the order in which they reach the database."""
    statements: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        statements.append(statement)

    sa.event.listen(database.engine, "before_cursor_execute", note)
    yield statements
    sa.event.remove(database.engine, "before_cursor_execute", note)
