"""How a database answers a statement: which indexes it reads, and whether it sorts."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core.database.db import Database


def plan_of(database: Database, ask: Callable[[Session], object]) -> list[str]:
    """The steps of the last statement that `ask` sends. PostgreSQL reads no whole table here."""
    asked: list[tuple[str, Any]] = []

    def note(_on: object, _cursor: object, statement: str, values: Any, *_more: object) -> None:
        asked.append((statement, values))

    with database.unit_of_work(write=False, streams=True) as session:
        connection = session.connection()
        sa.event.listen(connection, "before_cursor_execute", note)
        ask(session)
        sa.event.remove(connection, "before_cursor_execute", note)
        if not database.is_sqlite:
            session.execute(sa.text("SET LOCAL enable_seqscan = off"))
        explain = "EXPLAIN QUERY PLAN" if database.is_sqlite else "EXPLAIN"
        statement, values = asked[-1]
        told = connection.exec_driver_sql(f"{explain} {statement}", values)
        return [str(row[-1]) for row in told]


def count_rows(database: Database) -> None:
    """Let the database look how its values are spread, as PostgreSQL does by itself."""
    with database.unit_of_work(write=True) as session:
        session.execute(sa.text("ANALYZE"))
