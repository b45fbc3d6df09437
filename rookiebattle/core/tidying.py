"""Deletes rows because of their age, in every worker: at its start and then every hour."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from anyio import to_thread
from sqlalchemy.orm import Session

from rookiebattle.core.db import get_database
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.logs import place_of

TIDY_EVERY_SECONDS = 3600.0
Tidier = Callable[[Session], None]
log = logging.getLogger(__name__)


class Tidying:
    """Runs each tidier in its own transaction, so that a failing one does not stop the others.

    A tidier deletes rows that are kept no longer. Several workers may run it without harm.
    """

    def __init__(self, *tidiers: Tidier) -> None:
        self._tidiers = tidiers

    async def run(self) -> None:
        """Tidy until canceled."""
        while True:
            for tidier in self._tidiers:
                await _tidy(tidier)
            await asyncio.sleep(TIDY_EVERY_SECONDS)


async def _tidy(tidier: Tidier) -> None:
    work = to_thread.run_sync(partial(_in_own_transaction, tidier))
    (failed,) = await asyncio.gather(work, return_exceptions=True)
    if isinstance(failed, Unavailable):
        log.warning("%s waits an hour for the database", tidier.__name__)
    elif isinstance(failed, Exception):
        kind, where = type(failed).__name__, place_of(failed)
        log.error("%s failed and is tried again in an hour: %s\n%s", tidier.__name__, kind, where)
    elif failed is not None:
        raise failed


def _in_own_transaction(tidier: Tidier) -> None:
    with get_database().unit_of_work(write=True) as session:
        tidier(session)
