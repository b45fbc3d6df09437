"""Rows that are made ready before their transaction, and rows by many values; on both databases."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any, cast

import sqlalchemy as sa

from rookiebattle.accounts.models import User
from rookiebattle.core.database import freshness
from rookiebattle.core.database.bulk import AT_ONCE, insert_ready, made_ready, rows_with
from rookiebattle.core.database.db import Database
from rookiebattle.progression.models import ProgressEntry

USERS = cast(sa.Table, User.__table__)  # type: ignore[attr-defined]  # SQLModel adds __table__
ENTRIES = cast(sa.Table, ProgressEntry.__table__)  # type: ignore[attr-defined]  # see USERS
LATE = datetime(2026, 3, 14, 18, tzinfo=timezone(timedelta(hours=-4)))


def a_user(number: int) -> dict[str, Any]:
    user = User(id=f"u{number}", email=f"u{number}@example.org", award_beads={"red": number})
    user.created_at = LATE
    return {column.name: getattr(user, column.name) for column in USERS.columns}


def put(database: Database, table: sa.Table, rows: list[dict[str, Any]]) -> None:
    with database.unit_of_work(write=False) as session:
        ready = made_ready(session, table, rows)
    with database.unit_of_work(write=True) as session:
        insert_ready(session, ready)


def test_ready_rows_hold_what_plain_inserts_would_write(each_database: Database) -> None:
    rows = [a_user(number) for number in range(3)]
    put(each_database, USERS, rows)
    entry = {"id": "e1", "user_id": "u1", "number": 1, "at": LATE, "actor_id": "", "act": "set"}
    put(each_database, ENTRIES, [{**entry, "what": "is_admin", "before": False, "after": True}])
    with each_database.unit_of_work(write=False) as session:
        found = session.scalars(sa.select(User).order_by(USERS.c.id)).all()
        kept = session.get_one(ProgressEntry, "e1")
    assert [{name: getattr(one, name) for name in rows[0]} for one in found] == rows
    assert (kept.before, kept.after) == (False, True)
    assert found[0].created_at.tzinfo is UTC


def test_nothing_is_inserted_for_no_rows(each_database: Database) -> None:
    put(each_database, USERS, [])
    with each_database.unit_of_work(write=False) as session:
        assert session.scalars(sa.select(User)).all() == []


def test_the_topics_of_the_table_are_announced(each_database: Database) -> None:
    before = freshness.generation(freshness.MEMBERS)
    put(each_database, USERS, [a_user(1)])
    assert freshness.generation(freshness.MEMBERS) != before


def test_many_values_are_asked_for_in_parts(each_database: Database) -> None:
    count = AT_ONCE * 2 + 1
    put(each_database, USERS, [a_user(number) for number in range(count)])
    values = [f"u{number}" for number in range(1, count + 1)]
    with each_database.unit_of_work(write=False) as session:
        found = rows_with(session, sa.select(USERS.c.id), USERS.c.id, values)
        assert sorted(row.id for row in found) == sorted(values[:-1])
