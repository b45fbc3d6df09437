"""Statements about the ledger read a member's own entries, however many others there are."""

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core.db import Database
from rookiebattle.progression import queries


def newest(session: Session) -> object:
    return queries.latest(session, "maya", 3)


def newest_by_another_index(session: Session) -> object:
    c = queries.entries.c
    wanted = sa.select(c.id).where(c.user_id == "maya", c.undoes.is_(None))
    return session.execute(wanted.order_by(c.number.desc())).all()


def plan(database: Database, ask: Callable[[Session], object]) -> list[str]:
    """The steps in which SQLite answers."""
    asked: list[tuple[str, Any]] = []

    def note(_on: object, _cursor: object, statement: str, values: Any, *_more: object) -> None:
        asked.append((statement, values))

    sa.event.listen(database.engine, "before_cursor_execute", note)
    with database.unit_of_work(write=False) as session:
        ask(session)
    sa.event.remove(database.engine, "before_cursor_execute", note)
    statement, values = asked[-1]
    with database.engine.connect() as connection:
        told = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        return [str(row[-1]) for row in told]


@pytest.mark.parametrize(("ask", "is_good"), [(newest, True), (newest_by_another_index, False)])
def test_the_newest_entries_come_in_order_from_the_index_of_their_member(
    database: Database, ask: Callable[[Session], object], is_good: bool
) -> None:
    steps = plan(database, ask)
    sorts = any("TEMP B-TREE" in step for step in steps)
    assert (steps[0].endswith("(user_id=?)") and not sorts) == is_good, steps
