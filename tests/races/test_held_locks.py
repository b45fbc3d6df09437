"""While another program holds a lock, every writer waits its own time for it and no longer."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import anyio
import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database import db, sqlite
from rookiebattle.core.database.db import Database, writes
from rookiebattle.core.doors.work import WRITERS, run
from rookiebattle.core.errors import Unavailable
from tests.held_locks import held_by_another_program
from tests.identities import People, bind

pytestmark = pytest.mark.anyio
# A shorter time than the three seconds of the site, and what a busy machine may add to it.
SECONDS, SLACK = 2.0, 1.0
# How often a thread looks whether the machine has stopped the process, and how often a round in
# which it did is measured again at most.
BEAT, ROUNDS = 0.05, 3
TABLE, TURNS = "chapters", 5
AT_ONCE = TURNS * WRITERS


@pytest.fixture
def hasty(each_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """The process's database, whose writers wait two seconds for a lock."""
    monkeypatch.setattr(sqlite, "TURN_SECONDS", SECONDS)
    monkeypatch.setattr(db, "LOCK_SECONDS", SECONDS)
    database = Database(each_url)
    monkeypatch.setattr("rookiebattle.core.doors.work.get_database", lambda: database)
    bind(People())
    yield database
    database.dispose()


@writes
def _write(session: Session, _actor: Actor) -> None:
    session.execute(sa.text(f"UPDATE {TABLE} SET name = name"))


async def refused_after() -> float:
    began = time.monotonic()
    with pytest.raises(Unavailable):
        await run(_write, VISITOR)
    return time.monotonic() - began


async def waits_of(arrivals: list[float]) -> list[float]:
    """How long writers who arrive after so many seconds wait for their refusal."""
    waited: list[float] = []

    async def arrive(after: float) -> None:
        await anyio.sleep(after)
        waited.append(await refused_after())

    async with anyio.create_task_group() as group:
        for after in arrivals:
            group.start_soon(arrive, after)
    return waited


@contextmanager
def stops() -> Iterator[list[float]]:
    """The seconds of each stop of the whole process during the block, as a thread saw them.

    The thread goes on while a verb blocks the event loop, so such a block is no stop.
    """
    found, is_over = list[float](), threading.Event()

    def look() -> None:
        began = time.monotonic()
        while not is_over.wait(BEAT):
            began, before = time.monotonic(), began
            if (late := began - before - BEAT) > BEAT:
                found.append(late)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield found
    finally:
        is_over.set()
        looking.join()


async def waits_behind_lock(url: str, arrivals: list[float]) -> list[float]:
    """The waits of a round in which the machine let the process run, or of the last round.

    After each round the lock is free, and a write succeeds.
    """
    for _ in range(ROUNDS):
        with held_by_another_program(url, TABLE), stops() as stopped:
            waited = await waits_of(arrivals)
        await run(_write, VISITOR)
        if sum(stopped) < SLACK / 2:
            break
    return waited


async def test_more_writers_than_threads_wait_no_longer_than_one(
    hasty: Database, each_url: str
) -> None:
    waited = await waits_behind_lock(each_url, [0.0] * AT_ONCE)
    assert len(waited) == AT_ONCE
    # One after another, the last of them would have waited for all turns. So many new connections
    # may cost a busy machine a turn or two.
    assert max(waited) < (TURNS - 1) * SECONDS


async def test_later_writers_wait_no_longer_than_the_first(hasty: Database, each_url: str) -> None:
    """Each begins while the one before it still waits."""
    waited = await waits_behind_lock(each_url, [number * SECONDS / 10 for number in range(6)])
    assert max(waited) < SECONDS + SLACK


async def test_a_lock_that_is_let_go_in_time_refuses_nobody(hasty: Database, each_url: str) -> None:
    """Also after somebody waited in vain: the next writers have their own time again."""
    async with anyio.create_task_group() as group:
        with held_by_another_program(each_url, TABLE):
            await refused_after()
            for _ in range(AT_ONCE):
                group.start_soon(run, _write, VISITOR)
            await anyio.sleep(SECONDS / 2)


def test_work_that_waited_before_does_not_wait_behind_other_work(
    hasty: Database, each_url: str
) -> None:
    """A member waited for a thread, while a letter is written down that begins only now."""
    has_turn = threading.Event()

    def write(asked_at: float | None, began: threading.Event) -> None:
        with suppress(Unavailable), hasty.unit_of_work(write=True, asked_at=asked_at) as session:
            began.set()
            session.execute(sa.text(f"UPDATE {TABLE} SET name = name"))

    with held_by_another_program(each_url, TABLE):
        write(None, threading.Event())
        letter = threading.Thread(target=write, args=(None, has_turn))
        letter.start()
        has_turn.wait()
        write(time.monotonic() - SECONDS, threading.Event())
        assert letter.is_alive(), "it waited for the letter"
    letter.join()


def test_work_that_must_not_wait_gives_up_sooner(each_url: str) -> None:
    database, began = Database(each_url), time.monotonic()
    with held_by_another_program(each_url, TABLE):
        with (
            pytest.raises(Unavailable),
            database.unit_of_work(write=True, lock_seconds=0.1) as session,
        ):
            session.execute(sa.text(f"UPDATE {TABLE} SET name = name"))
        assert time.monotonic() - began < SECONDS
    database.dispose()
