"""Keeps the tasks of a worker alive: one that dies of an error begins anew after a pause."""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec

PAUSE_SECONDS = 5.0
P = ParamSpec("P")
log = logging.getLogger(__name__)


def supervised(task: Callable[P, Awaitable[None]]) -> Callable[P, Awaitable[None]]:
    """The task, begun again after every error until it returns or is cancelled."""

    @wraps(task)
    async def living(*args: P.args, **kwargs: P.kwargs) -> None:
        while True:
            (ended,) = await asyncio.gather(task(*args, **kwargs), return_exceptions=True)
            if ended is None:
                return
            if not isinstance(ended, Exception):
                raise ended
            _report(task.__qualname__, ended)
            await asyncio.sleep(PAUSE_SECONDS)

    return living


def _report(name: str, failed: Exception) -> None:
    """The places only: the message of an error may quote what people wrote."""
    while isinstance(failed, ExceptionGroup):
        failed = failed.exceptions[0]
    where = "".join(traceback.format_tb(failed.__traceback__)[-4:])
    kind = type(failed).__name__
    log.error("%s ended and begins again in %g s: %s\n%s", name, PAUSE_SECONDS, kind, where)
