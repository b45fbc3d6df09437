"""Statements about the ledger read a member's own entries, however many others there are."""

from collections.abc import Callable

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core.database.db import Database
from rookiebattle.progression import queries
from tests.plans import plan_of


def newest(session: Session) -> object:
    return queries.latest(session, "maya", 3)


def newest_by_another_index(session: Session) -> object:
    c = queries.entries.c
    wanted = sa.select(c.id).where(c.user_id == "maya", c.undoes.is_(None))
    return session.execute(wanted.order_by(c.number.desc())).all()


@pytest.mark.parametrize(("ask", "is_good"), [(newest, True), (newest_by_another_index, False)])
def test_the_newest_entries_come_in_order_from_the_index_of_their_member(
    database: Database, ask: Callable[[Session], object], is_good: bool
) -> None:
    steps = plan_of(database, ask)
    sorts = any("TEMP B-TREE" in step for step in steps)
    assert (steps[0].endswith("(user_id=?)") and not sorts) == is_good, steps
