"""Tidying: each tidier has its own transaction, and a failing one does not stop the others."""

import asyncio

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.jobs.jobs import JobFailed, Tidying

CANARY = "canary-of-a-private-word"


def add_one(session: Session) -> None:
    session.add(User())


def fail(session: Session) -> None:
    add_one(session)
    session.flush()
    raise KeyError(CANARY)


def wait_for_the_database(_session: Session) -> None:
    raise Unavailable


def members(database: Database) -> int:
    with database.unit_of_work(write=False) as session:
        return session.scalar(sa.select(sa.func.count()).select_from(User)) or 0


def test_one_that_fails_stops_no_other_and_leaves_nothing_behind(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(JobFailed, match="failed: fail, wait_for_the_database"):
        asyncio.run(Tidying(fail, wait_for_the_database, add_one).tidy())
    assert members(database) == 1
    assert "fail failed and is tried again: KeyError" in caplog.text
    assert "wait_for_the_database waits for the database" in caplog.text
    assert CANARY not in caplog.text


def test_it_says_how_much_it_did(database: Database) -> None:
    assert asyncio.run(Tidying(add_one, add_one).tidy()) == "2 kinds of rows"
    assert members(database) == 2
