"""All migrations, from the first to the newest, over 50,000 rows and with none lost."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from alembic import command
from rookiebattle.core.db import Database
from rookiebattle.core.migrations import newest_revision
from rookiebattle.manage import schema
from rookiebattle.manage.schema import alembic_config
from tests.servers.postgres import PostgresCluster
from tests.soak.scale import scaled

FIRST, ROWS = "0001", scaled(50_000, 1_000)
PEOPLE, EVENTS = ROWS * 2 // 5, ROWS // 5
SEATS = ROWS - PEOPLE - EVENTS
NOW = datetime(2026, 3, 14, 16, tzinfo=UTC)
SECONDS = 300
Row = dict[str, Any]


def person(number: int) -> Row:
    """Three of four have signed in; one of ten shares a name with others."""
    name = f"Heron {number if number % 10 else number // 100}"
    has_signed_in = number % 4 != 0
    return {
        "id": f"person-{number}",
        "issuer": "https://login.example.org" if has_signed_in else None,
        "subject": f"subject-{number}" if has_signed_in else None,
        "email": f"person{number}@example.org",
        "first_name": "Maya" if number % 3 else None,
        "game_name": name if has_signed_in else None,
        "admin_rank": (0, 0, 0, 1, 3)[number % 5],
        "award_beads": {"blue": number % 7, "white": number % 3},
        "warrior_paths": {},
        "membership_tier": "none",
        "membership_status": "inactive",
        "created_at": NOW - timedelta(minutes=number),
        "updated_at": NOW,
    }


def event(number: int) -> Row:
    start = NOW + timedelta(hours=number - EVENTS // 2)
    return {
        "id": f"event-{number}",
        "title": f"Park Day {number}",
        "event_type": "training",
        "start_at": start,
        "end_at": start + timedelta(hours=2),
        "duration_minutes": 120,
        "organizer_id": f"person-{number % PEOPLE}",
        "is_public": number % 9 > 0,
        "recurrence_interval": 1,
        "recurrence_days_of_week": [],
        "created_at": NOW,
        "updated_at": NOW,
    }


def seat(number: int) -> Row:
    """Each event has as many seats as the next one."""
    return {
        "id": f"seat-{number}",
        "event_id": f"event-{number % EVENTS}",
        "user_id": f"person-{number // EVENTS * 7 % PEOPLE + number % 5}",
        "registration_date": NOW,
        "payment_status": "not_required",
    }


def fill(url: str) -> None:
    """Write the rows into the tables of the first version; other columns are false, 0 or empty."""
    database = Database(url)
    tables = sa.MetaData()
    with database.unit_of_work(write=True) as session:
        tables.reflect(session.connection())
        for name, make, count in (
            ("users", person, PEOPLE),
            ("events", event, EVENTS),
            ("event_registrations", seat, SEATS),
        ):
            for rows in _in_parts(make, count):
                table = tables.tables[name]
                session.execute(table.insert(), [_usual(table) | row for row in rows])
    database.dispose()


def _in_parts(make: Callable[[int], Row], count: int, size: int = 5_000) -> Iterator[list[Row]]:
    for start in range(0, count, size):
        yield [make(number) for number in range(start, min(start + size, count))]


def _usual(table: sa.Table) -> Row:
    """A value for each column that needs one."""
    plain: dict[type[Any], Any] = {bool: False, int: 0, dict: {}, str: ""}
    return {
        column.name: plain.get(column.type.python_type)
        for column in table.columns
        if not (column.nullable or column.foreign_keys or isinstance(column.type, sa.JSON))
    }


def counts(url: str) -> dict[str, int]:
    database = Database(url)
    with database.unit_of_work(write=False) as session:
        found = {
            name: session.execute(sa.text(f"SELECT count(*) FROM {name}")).scalar_one()
            for name in ("users", "events", "event_registrations")
        }
    database.dispose()
    return found


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(
    request: pytest.FixtureRequest, tmp_path: Path, postgres: PostgresCluster
) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/old.db"
        return
    url = postgres.empty_database()
    yield url
    postgres.drop(url)


def test_all_migrations_keep_every_row_of_a_large_club(empty_url: str) -> None:
    command.upgrade(alembic_config(empty_url), FIRST)
    fill(empty_url)
    before, began = counts(empty_url), time.monotonic()
    schema.upgrade(empty_url)
    seconds = time.monotonic() - began
    print(f"{ROWS} rows from {FIRST} to {newest_revision()} in {seconds:.0f} s: {empty_url[:8]}")
    assert counts(empty_url) == before
    assert sum(before.values()) == ROWS
    assert seconds < SECONDS
