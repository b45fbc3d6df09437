"""Tells faults of the database (its disk, its file, its server) from mistakes in our statements.

SQLite names an error by a code such as SQLITE_FULL, PostgreSQL by an SQLSTATE such as 53100.
"""

import logging
import time
from datetime import datetime

from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DatabaseError, DBAPIError, OperationalError

from rookiebattle.core import clock

RECENT_SECONDS = 15.0
# The log names each fault once in so many seconds, however many people meet it.
TOLD_AGAIN_SECONDS, LONGEST_TOLD = 60.0, 200

# A disk without room, or above its quota. The connection still reads.
FULL = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC")
BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
# PostgreSQL's word for a lock that somebody else held too long.
LOCKED = "55P03"
# The connection is useless after these. SQLite opens a file that may not be written only for
# reading, without a word, and a connection keeps pages of a damaged file in its memory.
SPOILED = ("SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_CANTOPEN")
# A server that became a standby refuses to write, until somebody connects to the new primary.
STANDBY = "25006"
# Damaged data, and errors within the server itself.
DAMAGED = "XX"
# Waiting for a lock or for a slow statement says nothing about disks, files and servers.
PATIENCE_ENDED = (*BUSY, "57014", LOCKED, "40001", "40P01")
# SQLite's word for a wrong statement.
MISTAKE = "SQLITE_ERROR"

log = logging.getLogger(__name__)


def code_of(failed: DBAPIError | BaseException) -> str:
    """The database's own name of an error, or the name of its class where it has none."""
    error = failed.orig if isinstance(failed, DBAPIError) else failed
    code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    return str(code or type(error).__name__)


def is_fault(failed: DBAPIError) -> bool:
    """Whether the database failed, so that another try may work later.

    Errors that a wrong statement causes do not count on PostgreSQL. On SQLite they do, because a
    file that lost its tables is told in the same way.
    """
    if isinstance(failed, OperationalError) or failed.connection_invalidated:
        return True
    # SQLite reports a damaged file with the most general of the errors.
    return type(failed) is DatabaseError or code_of(failed).startswith((STANDBY, DAMAGED))


def drop_spoiled(context: ExceptionContext) -> None:
    """An engine calls this after an error. SQLAlchemy then closes the connection.

    It also replaces each other connection of the engine before that is used again.
    """
    code = code_of(context.original_exception)
    if code.startswith((*SPOILED, STANDBY)) and code not in FULL:
        context.is_disconnect = True
        if context.execution_context and context.execution_context.cursor:
            # The error's trace keeps the cursor, and SQLite closes no file before its cursors. New
            # connections would share the view of the old one that the files cannot be written.
            context.execution_context.cursor.close()


class Faults:
    """Remembers when the database last failed, for the monitors, and logs each kind of fault."""

    def __init__(self) -> None:
        self.last_failed_write: datetime | None = None
        self._last = {True: -RECENT_SECONDS, False: -RECENT_SECONDS}
        self._told: dict[str, float] = {}

    def note(self, failed: DBAPIError, *, write: bool) -> None:
        code, now = code_of(failed), time.monotonic()
        if write:
            self.last_failed_write = clock.now()
        if not code.startswith((*PATIENCE_ENDED, MISTAKE)):
            self._last[write] = now
        if now - self._told.get(code, -TOLD_AGAIN_SECONDS) >= TOLD_AGAIN_SECONDS:
            self._told[code] = now
            # A statement has no values. Without one the driver's words are about the connection.
            about = " ".join(str(failed.statement or failed.orig).split())
            log.error("the database failed: %s (%s)", code, about[:LONGEST_TOLD])

    def are_recent(self, *, write: bool) -> bool:
        return time.monotonic() - self._last[write] < RECENT_SECONDS
