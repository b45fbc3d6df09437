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
from rookiebattle.core.db import does_write, get_database
from rookiebattle.core.doors.access import PUBLIC, Access
from rookiebattle.core.doors.identity import identities

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
_limiters: RunVar[dict[bool, CapacityLimiter]] = RunVar("verb_limiters")


def _limiter(write: bool) -> CapacityLimiter:
    """Readers and writers have threads of their own: readers never wait for queued writers."""
    try:
        limiters = _limiters.get()
    except LookupError:
        limiters = {False: CapacityLimiter(READERS), True: CapacityLimiter(WRITERS)}
        _limiters.set(limiters)
    return limiters[write]


def run_here(
    verb: Verb[P, Result],
    actor: Actor,
    access: Access,
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> Result:
    """Run the verb in this thread. For a writing verb the actor is read again from the database."""
    return _carry_out(time.monotonic(), verb, actor, access, *args, **kwargs)


def _carry_out(
    asked_at: float,
    verb: Verb[P, Result],
    actor: Actor,
    access: Access,
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> Result:
    write = does_write(verb)
    with get_database().unit_of_work(write=write, asked_at=asked_at) as session:
        if write and actor.is_member:
            actor = identities().refresh(session, actor)
            access.check(actor)
        return verb(session, actor, *args, **kwargs)


async def run(verb: Verb[P, Result], actor: Actor, /, *args: P.args, **kwargs: P.kwargs) -> Result:
    """Run the verb in a worker thread. Raises what the verb raises."""
    asked_at = time.monotonic()  # a thread may become free only later
    work = partial(_carry_out, asked_at, verb, actor, passed.get().access, *args, **kwargs)
    return await to_thread.run_sync(work, limiter=_limiter(does_write(verb)))
