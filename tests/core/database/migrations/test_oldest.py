"""The oldest version that can be upgraded. The code of commit d765186c (November 23, 2026) wrote
the rows of `oldest.sql`: a small part of its demo data, and one row in each other table.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.routing import APIRoute

from alembic import command
from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import get_database
from rookiebattle.manage.check_data import check
from rookiebattle.manage.database import is_current, upgrade
from rookiebattle.manage.schema import alembic_config
from rookiebattle.routers import ROUTERS
from rookiebattle.settings import get_settings
from tests.clocks import StillClock
from tests.door import as_, opened_door

DUMP = Path(__file__).with_name("oldest.sql")
OLDEST = "0030"
WRITTEN = datetime(2026, 11, 28, 5, tzinfo=UTC)
"""An hour after the dump was written: a day later, its webhook has waited for too long."""
WITHOUT_FILES = "Every stored file belongs to an upload that uses it"
"""The one sentence that is not true: the dump has rows and no files."""
OF_LOGINS = (routes.LOGIN, routes.LOGIN_CALLBACK)
SHORTENED = "webhook_events: "
"""Of webhooks the texts of people go; tests/core/database/test_migrations.py says what stays."""
Rows = dict[str, list[dict[str, Any]]]


def stored(file: Path) -> Rows:
    """Every row of the dump by its table, as SQLite has it. The database is made in `file`."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(DUMP.read_text())
        connection.row_factory = sqlite3.Row
        names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'alembic_version'"
        tables = [row["name"] for row in connection.execute(names).fetchall()]
        return {
            name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")]
            for name in tables
        }


def typed(column: sa.Column[Any], value: Any) -> Any:
    """A value of SQLite for a column of PostgreSQL, which is stricter."""
    if value is None:
        return None
    kind = column.type.python_type
    if kind in (date, datetime):
        return kind.fromisoformat(value)
    return json.loads(value) if isinstance(column.type, sa.JSON) else kind(value)


def fill(url: str, rows: Rows) -> None:
    """Make the old schema in PostgreSQL, with the same rows."""
    command.upgrade(alembic_config(url), OLDEST)
    engine, known = sa.create_engine(url), sa.MetaData()
    known.reflect(engine)
    with engine.begin() as connection:
        for table in known.sorted_tables:
            for row in rows.get(table.name, ()):
                values = {name: typed(table.c[name], value) for name, value in row.items()}
                connection.execute(table.insert().values(values))
    engine.dispose()


def comparable(value: Any) -> Any:
    """A value in one form for both databases."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, str) and value[:1] in ("{", "["):
        return json.loads(value)
    return value


def changed(before: Rows, url: str) -> Iterator[str]:
    """The rows of before that an upgrade lost or changed."""
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        for name, rows in before.items():
            now = [
                {column: comparable(value) for column, value in row.items()}
                for row in connection.execute(sa.text(f"SELECT * FROM {name}")).mappings()
            ]
            for row in rows:
                then = {column: comparable(value) for column, value in row.items()}
                if not any(then == {column: one[column] for column in then} for one in now):
                    yield f"{name}: {row}"
    engine.dispose()


@pytest.fixture
def old(empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rows:
    """The rows of the oldest version, in a database of either kind that is the site's."""
    is_sqlite = empty_url.startswith("sqlite")
    rows = stored(Path(empty_url.removeprefix("sqlite:///") if is_sqlite else tmp_path / "dump.db"))
    if not is_sqlite:
        fill(empty_url, rows)
    monkeypatch.setenv("DATABASE_URL", empty_url)
    get_settings.cache_clear()
    get_database.cache_clear()
    return rows


def test_every_row_survives_the_upgrade_to_this_version(
    old: Rows, empty_url: str, still_clock: StillClock
) -> None:
    still_clock.now = WRITTEN
    assert [name for name, rows in old.items() if not rows] == [], "tables that prove nothing"
    upgrade(empty_url)
    assert is_current(empty_url)
    assert [one for one in changed(old, empty_url) if not one.startswith(SHORTENED)] == []
    found = check(get_database())
    assert [one for one, wrong in found.items() if wrong] == [WITHOUT_FILES]


def test_a_row_that_an_upgrade_loses_or_changes_is_named(old: Rows, empty_url: str) -> None:
    engine = sa.create_engine(empty_url)
    with engine.begin() as connection:
        connection.execute(sa.text("DELETE FROM seat_wishes"))
        connection.execute(sa.text("UPDATE jobs SET failures = 7"))
    engine.dispose()
    assert sorted(one.partition(":")[0] for one in changed(old, empty_url)) == [
        "jobs",
        "seat_wishes",
    ]


def lists() -> list[str]:
    """The paths of the API that are read without an id and without a login at a provider."""
    known = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    paths = [route.path for route in known if route.methods == {"GET"}]
    return [path for path in paths if "{" not in path and path not in OF_LOGINS]


@pytest.mark.anyio
async def test_the_site_answers_from_the_upgraded_rows(
    old: Rows, empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade(empty_url)
    (boss,) = (row["id"] for row in old["users"] if row["is_admin"])
    actor = Actor(user_id=boss, is_admin=True)
    get_settings().data_dir.mkdir(exist_ok=True)  # the site's start makes it
    paths = lists()
    assert len(paths) > 20
    async with opened_door(lambda _: actor, *ROUTERS, monkeypatch=monkeypatch) as client:
        codes = {path: (await client.get(path, headers=as_("admin"))).status_code for path in paths}
        shown = (await client.get("/api/chapters")).json()
    assert {path: code for path, code in codes.items() if code >= 500} == {}
    assert len(shown) == len(old["chapters"])
