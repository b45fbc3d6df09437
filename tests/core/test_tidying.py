"""Tidying: each tidier has its own transaction, and a failing one does not stop the others."""

import asyncio
from contextlib import suppress

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.core import tidying
from rookiebattle.core.db import Database
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.tidying import Tidier, Tidying
from rookiebattle.tasks import TASKS
from rookiebattle.tasks import tidying as wired

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


def tidy(*tidiers: Tidier) -> None:
    """Run until the last tidier has run."""

    async def until_the_last() -> None:
        over = asyncio.Event()
        loop = asyncio.get_running_loop()

        def last(_session: Session) -> None:
            loop.call_soon_threadsafe(over.set)

        running = asyncio.create_task(Tidying(*tidiers, last).run())
        async with asyncio.timeout(30):
            await over.wait()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    asyncio.run(until_the_last())


def test_one_that_fails_stops_no_other_and_leaves_nothing_behind(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    tidy(fail, wait_for_the_database, add_one)
    assert members(database) == 1
    assert "fail failed and is tried again in an hour: KeyError" in caplog.text
    assert "wait_for_the_database waits an hour for the database" in caplog.text
    assert CANARY not in caplog.text


def test_it_tidies_again_and_again(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "TIDY_EVERY_SECONDS", 0.01)
    rounds = iter(range(3))

    async def three_rounds() -> None:
        over = asyncio.Event()
        loop = asyncio.get_running_loop()

        def count(_session: Session) -> None:
            if next(rounds, None) is None:
                loop.call_soon_threadsafe(over.set)

        running = asyncio.create_task(Tidying(count).run())
        async with asyncio.timeout(30):
            await over.wait()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    asyncio.run(three_rounds())


def test_every_worker_tidies() -> None:
    assert wired.run in TASKS
