"""Slow statements are named by their verb, and nobody's words are in them."""

import time

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.access import PUBLIC
from rookiebattle.core.doors.work import run_here
from rookiebattle.core.telemetry.metrics import REGISTRY
from rookiebattle.settings import get_settings

CANARY = "canary-of-a-private-word"
VERB = "tests.core.telemetry.test_slow_statements.look_slowly"


def look_slowly(session: Session, _actor: Actor) -> None:
    dialect = session.get_bind().dialect.name
    if dialect == "sqlite":
        driver = session.connection().connection.driver_connection
        assert driver is not None
        driver.create_function("pg_sleep", 1, time.sleep)
    slow = sa.select(sa.func.pg_sleep(0.05)).where(sa.literal(CANARY) != sa.literal(""))
    session.execute(slow).all()


@pytest.fixture
def _limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLOW_QUERY_MS", "40")
    get_settings.cache_clear()


@pytest.mark.usefixtures("_limit")
def test_a_slow_statement_names_its_verb(
    each_database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    labels = {"verb": VERB}
    before = REGISTRY.get_sample_value("rookiebattle_slow_statements_total", labels) or 0.0
    run_here(time.monotonic(), look_slowly, VISITOR, PUBLIC)
    # On a busy machine another statement may take as long.
    (line,) = [one for one in caplog.messages if "pg_sleep" in one]
    assert line.startswith(f"{VERB}: a statement took ")
    assert CANARY not in caplog.text
    after = REGISTRY.get_sample_value("rookiebattle_slow_statements_total", labels) or 0.0
    assert after >= before + 1


def test_usual_statements_are_not_mentioned(
    database: Database, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLOW_QUERY_MS", "60000")
    get_settings.cache_clear()
    with database.unit_of_work(write=False) as session:
        session.execute(sa.text("SELECT 1"))
    assert "a statement took" not in caplog.text


def test_it_can_be_turned_off(
    monkeypatch: pytest.MonkeyPatch, sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SLOW_QUERY_MS", "0")
    get_settings.cache_clear()
    one = Database(sqlite_url)
    try:
        with one.unit_of_work(write=False) as session:
            look_slowly(session, VISITOR)
    finally:
        one.dispose()
    assert "a statement took" not in caplog.text
