"""Keeps the tasks of a worker running: a task that fails starts again after a pause."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec

from rookiebattle.core.telemetry.logs import place_of

PAUSE_SECONDS = 5.0
P = ParamSpec("P")
log = logging.getLogger(__name__)


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
