"""Deletes stored files: of items that were deleted, and files that nothing uses after a day."""

import logging
import random

from anyio import to_thread
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.db import get_database
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.wakeup import WakeupSignal
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.uploads import policy, queries

LOOK_AGAIN_SECONDS = 60.0
AT_ONCE = 50
log = logging.getLogger(__name__)


async def delete_released() -> None:
    """Delete the stored files of released uploads, until canceled."""
    with WakeupSignal() as wakeup:
        while True:
            try:
                while await to_thread.run_sync(delete_some):
                    pass
            except Unavailable:
                log.warning("released files wait for the storage")
            await wakeup.wait(LOOK_AGAIN_SECONDS * random.uniform(0.8, 1.2))  # noqa: S311 - no secret


def delete_some() -> bool:
    """Delete some files that were released, then their rows; False when there were none.

    A crash between the two leaves the rows, so that the files are deleted again, which is harmless.
    """
    with get_database().unit_of_work(write=False) as session:
        rows = queries.released(session, AT_ONCE)
    for row in rows:
        for place in (policy.PRIVATE, policy.PUBLIC):
            storage().remove(policy.folder_of(place, row.id))
        if row.parts_id:
            storage().drop_parts(policy.incoming(row.id), row.parts_id)
        storage().remove(policy.incoming(row.id))
    if rows:
        with get_database().unit_of_work(write=True) as session:
            queries.forget(session, [row.id for row in rows])
    return bool(rows)


def release_unused(session: Session) -> None:
    """Release what was sent and is not used by any item after a day; called every hour."""
    queries.release_unused(session, clock.now() - policy.UNUSED_FOR)
