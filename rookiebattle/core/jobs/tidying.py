"""The job that deletes rows because of their age."""

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from anyio import to_thread
from sqlalchemy.orm import Session

from rookiebattle.core.database.db import get_database
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.jobs.jobs import Job, JobFailed
from rookiebattle.core.telemetry.logs import place_of

TIDY_EVERY = timedelta(hours=1)
Tidier = Callable[[Session], None]
log = logging.getLogger(__name__)


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
