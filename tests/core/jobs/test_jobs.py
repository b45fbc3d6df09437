"""Jobs as the workers run them: when they are due, when somebody asks, and after errors."""

import ast
import asyncio
import inspect
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest

from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.jobs import jobs, leases
from rookiebattle.core.jobs.jobs import Job, JobFailed, Queue, start, supervised
from rookiebattle.core.jobs.jobs_table import DONE, FAILED, JobState
from rookiebattle.core.jobs.queues import Rows
from rookiebattle.core.wakeup import Wakeups

pytestmark = pytest.mark.anyio
CANARY = "canary-of-a-private-word"
HOUR = timedelta(hours=1)


@asynccontextmanager
async def at_work(*workers: Job) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(one.run()) for one in workers]
    yield
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def until(met: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not met():
            await asyncio.sleep(0.01)


def state(database: Database) -> JobState | None:
    with database.unit_of_work(write=False) as session:
        return next(iter(leases.states(session)), None)


def result(database: Database) -> tuple[str, str] | None:
    found = state(database)
    return (found.result, found.words) if found else None


def ask(database: Database, job: Job | Queue) -> bool:
    with database.unit_of_work(write=True) as session:
        return start(session, job)


class Counting:
    """A work that counts its runs."""

    def __init__(self) -> None:
        self.runs = 0

    async def __call__(self) -> str:
        self.runs += 1
        return f"run {self.runs}"


async def test_of_several_workers_one_runs_it(each_database: Database) -> None:
    work = Counting()
    workers = [Job("tidying", HOUR, work) for _ in range(3)]
    async with at_work(*workers):
        await until(lambda: result(each_database) == (DONE, "run 1"))
    assert work.runs == 1


async def test_without_leases_every_worker_runs_it(
    each_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    together, met = asyncio.Barrier(3), list[str]()

    async def work() -> str:
        await together.wait()
        met.append("here")
        return ""

    def take(*_given: object, **_told: object) -> JobState:
        return JobState(name="tidying", due_at=clock.now(), lease="of everybody")

    monkeypatch.setattr(leases, "take", take)
    monkeypatch.setattr(leases, "due_in", lambda *_given, **_told: timedelta())
    async with at_work(*(Job("tidying", HOUR, work) for _ in range(3))):
        await until(lambda: len(met) >= 3)


async def test_a_job_that_is_asked_for_runs_at_once(each_database: Database) -> None:
    work, everything = Counting(), Counting()
    job = Job("tidying", HOUR, work, when_asked=everything)
    async with at_work(job):
        await until(lambda: result(each_database) == (DONE, "run 1"))
        assert await asyncio.to_thread(ask, each_database, job)
        await until(lambda: everything.runs == 1)
        await until(lambda: state(each_database).asked_at is None)  # type: ignore[union-attr]  # it exists
    assert (work.runs, everything.runs) == (1, 1)


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (JobFailed("failed: forget_old"), "failed: forget_old"),
        (KeyError(CANARY), "KeyError"),
        (Unavailable(CANARY), "Unavailable"),
    ],
)
async def test_a_failure_is_noted_without_its_message(
    database: Database, failure: Exception, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> str:
        raise failure

    with caplog.at_level(logging.WARNING):
        async with at_work(Job("tidying", HOUR, work)):
            await until(lambda: result(database) == (FAILED, words))
    assert "the job tidying" in caplog.text
    assert CANARY not in caplog.text


async def test_it_waits_for_a_database_that_is_away(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(jobs, "LOOK_SECONDS", 0.01)
    take, away = leases.take, iter(range(2))

    def taking(*given: object, **told: object) -> object:
        if next(away, None) is not None:
            raise Unavailable
        return take(*given, **told)  # type: ignore[arg-type]  # handed on as they came

    taking.__writes__ = True  # type: ignore[attr-defined]  # as `writes` marks it
    monkeypatch.setattr(leases, "take", taking)
    async with at_work(Job("tidying", HOUR, Counting())):
        await until(lambda: result(database) == (DONE, "run 1"))
    assert "the job tidying waits for the database" in caplog.text


async def test_a_worker_that_stops_gives_its_job_to_another(database: Database) -> None:
    began = asyncio.Event()

    async def endless() -> str:
        began.set()
        await asyncio.sleep(3600)
        return ""

    async with at_work(Job("tidying", HOUR, endless)):
        await began.wait()
        assert state(database).lease is not None  # type: ignore[union-attr]  # it exists
    assert state(database).lease is None  # type: ignore[union-attr]  # it exists
    async with at_work(Job("tidying", HOUR, Counting())):
        await until(lambda: result(database) == (DONE, "run 1"))


async def test_a_long_job_keeps_its_lease(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "RENEWED_EVERY", timedelta(milliseconds=10))
    first: list[object] = []

    def is_renewed() -> bool:
        found = state(database)
        first.append(found and found.leased_until)
        return first[0] is not None and first[-1] != first[0]

    async def long() -> str:
        await until(is_renewed)
        return "kept"

    async with at_work(Job("tidying", HOUR, long)):
        await until(lambda: result(database) == (DONE, "kept"))


@pytest.mark.parametrize("failure", [Unavailable(CANARY), KeyError(CANARY)], ids=repr)
async def test_a_lease_is_renewed_whatever_a_renewal_meets(
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failure: Exception,
) -> None:
    """Else another worker would take the job after two minutes, while this one still does it."""
    monkeypatch.setattr(leases, "RENEWED_EVERY", timedelta(milliseconds=10))
    renewals: list[str] = []

    def renewing(*_given: object, **told: str) -> None:
        renewals.append(told["lease"])
        if len(renewals) < 3:
            raise failure

    monkeypatch.setattr(leases, "renew", renewing)

    async def long() -> str:
        await until(lambda: len(renewals) > 3)
        return "kept"

    async with at_work(Job("tidying", HOUR, long)):
        await until(lambda: result(database) == (DONE, "kept"))
    assert "the job tidying" in caplog.text
    assert CANARY not in caplog.text


async def test_a_queue_is_noted_when_it_did_something_and_not_each_time(database: Database) -> None:
    queue = Queue("letters", Wakeups())
    await queue.note(clock.now(), "worked off")
    assert result(database) == (DONE, "worked off")
    await queue.note(clock.now(), "again")
    assert result(database) == (DONE, "worked off"), "noted a moment ago"


async def test_somebody_who_starts_a_queue_sees_its_next_look(database: Database) -> None:
    rows = Mock(spec=Rows)
    queue = Queue("letters", Wakeups(), rows)
    await queue.note(clock.now(), "worked off")
    assert ask(database, queue)
    rows.hurry.assert_called_once()
    assert not ask(database, queue)
    await queue.note(clock.now())
    assert result(database) == (DONE, "")
    assert state(database).asked_at is None  # type: ignore[union-attr]  # it exists


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "PAUSE_SECONDS", 0.01)


async def test_a_task_that_dies_begins_again(caplog: pytest.LogCaptureFixture) -> None:
    lives = iter([KeyError(CANARY), ExceptionGroup(CANARY, [OSError(CANARY)]), None])

    async def fragile(app: str) -> None:
        assert app == "app"
        if failed := next(lives):
            raise failed

    await supervised(fragile)(app="app")
    assert next(lives, "none left") == "none left"
    first, second = caplog.messages
    assert "fragile ended" in first
    assert "KeyError" in first
    assert "in fragile" in first
    assert "OSError" in second
    assert CANARY not in caplog.text


async def test_cancelling_ends_it_while_it_runs_and_while_it_pauses(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(jobs, "PAUSE_SECONDS", 60)
    begun = 0

    async def works() -> None:
        nonlocal begun
        begun += 1
        await asyncio.sleep(60)

    async def dies() -> None:
        raise KeyError

    running = [asyncio.ensure_future(supervised(one)()) for one in (works, dies)]
    await asyncio.sleep(0.05)
    for task in running:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        assert task.cancelled()
    assert begun == 1
    assert len(caplog.messages) == 1


async def test_cancelling_waits_until_the_task_has_tidied_up() -> None:
    tidied = []

    async def tidies() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.05)
            tidied.append("yes")

    running = asyncio.ensure_future(supervised(tidies)())
    await asyncio.sleep(0.01)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert tidied == ["yes"]


async def test_a_task_that_is_cancelled_from_within_does_not_come_back() -> None:
    async def cancelled() -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await supervised(cancelled)()


async def test_it_is_still_given_the_app() -> None:
    async def wants(app: str) -> None:
        """The arguments that Reflex sees in a task."""

    assert list(inspect.signature(supervised(wants)).parameters) == ["app"]
    assert inspect.iscoroutinefunction(supervised(wants))


async def test_every_task_of_the_site_is_supervised() -> None:
    root = Path(jobs.__file__).parents[2] / "rookiebattle.py"
    registered = [
        ast.unparse(node.args[0])
        for node in ast.walk(ast.parse(root.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "app.register_lifespan_task"
    ]
    assert registered
    assert [one for one in registered if not one.startswith("supervised(")] == []
