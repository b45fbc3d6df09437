"""Runs a service verb outside of the event loop, in a unit of work of its own, for both doors."""

import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar
from sqlalchemy.orm import Session

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import does_write, get_database
from rookiebattle.core.doors.access import PUBLIC, Access
from rookiebattle.core.doors.identity import identities
from rookiebattle.core.telemetry.log_names import name_of, running
from rookiebattle.core.telemetry.metrics import VERB_SECONDS, WAIT_SECONDS, WRITES_PENDING
from rookiebattle.core.telemetry.tracing import span

READERS, WRITERS = 16, 16

P = ParamSpec("P")
Result = TypeVar("Result")
Verb = Callable[Concatenate[Session, Actor, P], Result]


@dataclass(frozen=True, slots=True)
class Passed:
    """The actor whom the gate let through, and the access that it checked."""

    actor: Actor = VISITOR
    access: Access = PUBLIC


NOBODY_PASSED = Passed()
passed: ContextVar[Passed] = ContextVar("passed", default=NOBODY_PASSED)


class Threads:
    """The threads of one kind of work: at most so many at once in each event loop."""

    def __init__(self, name: str, most: int) -> None:
        self._most = most
        self._limiter: RunVar[CapacityLimiter] = RunVar(name)

    async def run(self, work: Callable[[], Result]) -> Result:
        return await to_thread.run_sync(work, limiter=self.here())

    def here(self) -> CapacityLimiter:
        """The limiter of this event loop, to be held by work that has several steps."""
        try:
            return self._limiter.get()
        except LookupError:
            self._limiter.set(CapacityLimiter(self._most))
            return self._limiter.get()


_readers, _writers = Threads("readers", READERS), Threads("writers", WRITERS)
"""Readers have threads of their own, so they never wait for queued writers."""


def run_here(
    asked_at: float,
    verb: Verb[P, Result],
    actor: Actor,
    access: Access,
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> Result:
    """Run the verb in this thread. `asked_at` (`time.monotonic`) is when it began to wait.

    For a writing verb the actor is read again from the database.
    """
    write = does_write(verb)
    kind, name = "write" if write else "read", name_of(verb)
    with (
        VERB_SECONDS.labels(name, kind).time(),
        running(name),
        span(name),
        get_database().unit_of_work(write=write, asked_at=asked_at) as session,
    ):
        WAIT_SECONDS.labels(kind).observe(time.monotonic() - asked_at)
        if write and actor.is_member:
            actor = identities().refresh(session, actor)
            access.check(actor)
        return verb(session, actor, *args, **kwargs)


async def run(verb: Verb[P, Result], actor: Actor, /, *args: P.args, **kwargs: P.kwargs) -> Result:
    """Run the verb in a worker thread. Raises what the verb raises."""
    asked_at = time.monotonic()  # a thread may become free only later
    work = partial(run_here, asked_at, verb, actor, passed.get().access, *args, **kwargs)
    if not does_write(verb):
        return await _readers.run(work)
    with WRITES_PENDING.track_inprogress():
        return await _writers.run(work)
