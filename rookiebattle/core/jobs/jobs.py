"""Jobs: what the workers do without a request. A `Job` runs in the worker that has its lease.

All workers work off a `Queue`: each row has a claim of its own (docs/decisions/0041-jobs.md).
"""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial, wraps
from typing import ParamSpec

from anyio import to_thread
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import get_database, on_commit
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.jobs import leases
from rookiebattle.core.jobs.jobs_table import DONE, FAILED, JobState
from rookiebattle.core.jobs.queues import Rows, Standing
from rookiebattle.core.telemetry.logs import place_of
from rookiebattle.core.telemetry.metrics import JOB_RUNS, JOB_SECONDS
from rookiebattle.core.wakeup import Wakeups, WakeupSignal

# A worker looks this often whether a job is due that somebody started at another worker.
LOOK_SECONDS = 60.0
# A queue is noted this often while it is busy, and while nothing comes.
BUSY_SECONDS, IDLE_SECONDS = 30.0, 300.0
GIVE_BACK_SECONDS = 2.0
Work = Callable[[], Awaitable[str]]
PAUSE_SECONDS = 5.0
P = ParamSpec("P")
TIDY_EVERY = timedelta(hours=1)
Tidier = Callable[[Session], None]
log = logging.getLogger(__name__)


class JobFailed(Exception):
    """A run failed. The message is shown to administrators, so it quotes nobody's texts."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to do again and again. `work` returns in a few words what it did.

    `when_asked` is done instead when an administrator starts the job: it leaves nothing for later.
    """

    name: str
    every: timedelta
    work: Work
    when_asked: Work | None = None
    wakeups: Wakeups = field(default_factory=Wakeups)

    async def run(self) -> None:
        """Do the job whenever it is due, until canceled."""
        with WakeupSignal(self.wakeups) as wakeup:
            while True:
                try:
                    pause = await self._turn()
                except Unavailable:
                    log.warning("the job %s waits for the database", self.name)
                    pause = LOOK_SECONDS
                # A random pause, so that the workers do not all look at the same moment.
                await wakeup.wait(pause * random.uniform(0.8, 1.2))  # noqa: S311 - no secret

    async def _turn(self) -> float:
        """Do the job if it is due; returns how many seconds to wait before the next look."""
        if await self._due_in() <= timedelta():
            held = await run(leases.take, VISITOR, name=self.name, every=self.every)
            if held is not None:
                await self._do(held)
        return min(LOOK_SECONDS, (await self._due_in()).total_seconds())

    async def _due_in(self) -> timedelta:
        return await run(leases.due_in, VISITOR, name=self.name, every=self.every)

    async def _do(self, held: JobState) -> None:
        """Do the job, and note how it ended. Its errors must not end the worker's other jobs."""
        try:
            (ended,) = await asyncio.gather(self._working(held), return_exceptions=True)
        except asyncio.CancelledError:
            await _give_back(held)
            raise
        result, words = FAILED, ""
        if isinstance(ended, str):
            result, words = DONE, ended
        elif isinstance(ended, Exception):
            words = _words_of(self.name, ended)
        else:
            raise ended
        JOB_RUNS.labels(self.name, result).inc()
        await run(leases.leave, VISITOR, held=held, every=self.every, result=result, words=words)

    async def _working(self, held: JobState) -> str:
        work = self.when_asked if held.asked_at and self.when_asked else self.work
        renewing = asyncio.create_task(_keep(held))
        try:
            with JOB_SECONDS.labels(self.name).time():
                return await work()
        finally:
            renewing.cancel()


async def _keep(held: JobState) -> None:
    """Renew a lease until canceled. No error may end this while the job works."""
    while True:
        await asyncio.sleep(leases.RENEWED_EVERY.total_seconds())
        renewing = run(leases.renew, VISITOR, name=held.name, lease=held.lease or "")
        (ended,) = await asyncio.gather(renewing, return_exceptions=True)
        if isinstance(ended, Exception):
            _words_of(held.name, ended)


async def _give_back(held: JobState) -> None:
    giving = run(leases.give_back, VISITOR, name=held.name, lease=held.lease or "")
    with suppress(Unavailable, TimeoutError):
        await asyncio.wait_for(giving, GIVE_BACK_SECONDS)


def _words_of(name: str, failed: Exception) -> str:
    """A failure as administrators read it. Other errors may quote people: only their kind."""
    if isinstance(failed, JobFailed):
        log.warning("the job %s failed: %s", name, failed)
        return str(failed)
    kind = type(failed).__name__
    if isinstance(failed, Unavailable):
        log.warning("the job %s waits: %s", name, kind)
    else:
        log.error("the job %s failed: %s\n%s", name, kind, place_of(failed))
    return kind


class Queue:
    """The name of a queue that all workers work off, its rows, and how its last look ended."""

    did = "Done"

    def __init__(self, name: str, wakeups: Wakeups, *rows: Rows) -> None:
        self.name, self.wakeups, self._rows = name, wakeups, rows
        self._noted_at = -IDLE_SECONDS
        self._is_asked = False

    def standings(self, session: Session) -> Sequence[Standing]:
        """How many rows wait, and how many failed."""
        return [one.standing(session) for one in self._rows]

    def hurry(self, session: Session) -> None:
        """Make the rows due that wait because they failed: somebody starts the queue."""
        for one in self._rows:
            one.hurry(session)

    def expect(self) -> None:
        """Note the next look, whatever it does: somebody waits to see it."""
        self._is_asked = True

    async def keep_looking(self, work_off: Callable[[], Awaitable[bool]], seconds: float) -> None:
        """Look until canceled: when something comes, and every so many seconds.

        `work_off` works off a few rows; False when none was due.
        """
        with WakeupSignal(self.wakeups) as signal:
            while True:
                try:
                    await self.look(work_off)
                except Unavailable:
                    log.warning("%s wait for the database or the storage", self.name)
                await signal.wait(seconds * random.uniform(0.8, 1.2))  # noqa: S311 - no secret

    async def look(self, work_off: Callable[[], Awaitable[bool]]) -> None:
        began, words = clock.now(), ""
        while await work_off():
            words = self.did
        await self.note(began, words)

    async def note(self, began: datetime, words: str = "", *, result: str = DONE) -> None:
        """Note a look at the queue; `words` are empty when nothing was due. Not each is noted."""
        pause = BUSY_SECONDS if words or result == FAILED else IDLE_SECONDS
        if not self._is_asked and time.monotonic() - self._noted_at < pause:
            return
        await run(leases.note, VISITOR, name=self.name, began=began, result=result, words=words)
        JOB_RUNS.labels(self.name, result).inc()
        self._noted_at, self._is_asked = time.monotonic(), False


def start(session: Session, job: Job | Queue) -> bool:
    """Let a job run now, in the worker that is asked; False when it was asked for already."""
    if not leases.ask(session, job.name):
        return False
    if isinstance(job, Queue):
        job.hurry(session)
        on_commit(session, job.expect)
    on_commit(session, job.wakeups.notify)
    return True


def supervised(task: Callable[P, Awaitable[None]]) -> Callable[P, Awaitable[None]]:
    """Run the task again after every error, until it returns or is canceled."""

    @wraps(task)
    async def restarting(*args: P.args, **kwargs: P.kwargs) -> None:
        while True:
            (ended,) = await asyncio.gather(task(*args, **kwargs), return_exceptions=True)
            if ended is None:
                return
            if not isinstance(ended, Exception):
                raise ended
            _report(task.__qualname__, ended)
            await asyncio.sleep(PAUSE_SECONDS)

    return restarting


def _report(name: str, failed: Exception) -> None:
    while isinstance(failed, ExceptionGroup):
        failed = failed.exceptions[0]
    kind, where = type(failed).__name__, place_of(failed)
    log.error("%s ended and begins again in %g s: %s\n%s", name, PAUSE_SECONDS, kind, where)


class Tidying:
    """Runs each tidier in its own transaction, so that a failing one does not stop the others.

    A tidier deletes rows, or words in them, that are kept no longer. To run it twice does no harm.
    """

    def __init__(self, *tidiers: Tidier) -> None:
        self._tidiers = tidiers

    @property
    def job(self) -> Job:
        return Job("tidying", TIDY_EVERY, self.tidy)

    async def tidy(self) -> str:
        """Run every tidier; returns how many. Raises JobFailed with the names of those that failed.

        A silent database fails all of them.
        """
        failed = [one.__name__ for one in self._tidiers if not await _tidy(one)]
        if failed:
            raise JobFailed(f"failed: {', '.join(failed)}")
        return f"{len(self._tidiers)} kinds of rows"


async def _tidy(tidier: Tidier) -> bool:
    # Not in a writers' thread: a long delete would keep it from people. The transaction takes its
    # turn with the others where the database has one writer.
    work = to_thread.run_sync(partial(_in_own_transaction, tidier))
    (failed,) = await asyncio.gather(work, return_exceptions=True)
    if failed is None:
        return True
    if isinstance(failed, Unavailable):
        log.warning("%s waits for the database", tidier.__name__)
    elif isinstance(failed, Exception):
        kind, where = type(failed).__name__, place_of(failed)
        log.error("%s failed and is tried again: %s\n%s", tidier.__name__, kind, where)
    else:
        raise failed
    return False


def _in_own_transaction(tidier: Tidier) -> None:
    with get_database().unit_of_work(write=True) as session:
        tidier(session)
