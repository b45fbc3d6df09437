"""An SQLite file: how it is opened, who may read it, whose turn it is to write, what heals it."""

import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from rookiebattle.core.database import faults
from rookiebattle.core.errors import Unavailable

# How long a writer waits for its turn, or for a program that holds the file's write lock.
TURN_SECONDS, LEAST_TURN_SECONDS = 3, 0.05
POOL_SIZE, POOL_SECONDS = 20, 10
# SQLite copies its log of writes (`-wal`) into the file only once the log has four megabytes. To
# copy, it needs room for new pages, and on a small rest of a disk the log has taken that room. So
# the log is kept short where the disk has little room, or has just refused a write.
LITTLE_ROOM, SHORT_LOG = 16_000_000, 256_000
# How long that waits for those who read, and for a program that holds the write lock.
SHORTENING_SECONDS = 0.2
LOOK_SECONDS, WARNED_SECONDS = 1.0, 60.0
PRIVATE, OTHERS = 0o600, 0o077
WRITES = "rookie_write"
LOCK_WAIT = "seconds for the write lock"
ONLY_READS = "rookie only reads"
PRAGMAS = (
    "journal_mode=WAL",
    "foreign_keys=ON",
    "synchronous=FULL",
    "cache_size=-16000",
    "secure_delete=ON",  # deleted rows leave no bytes in the file
    "recursive_triggers=ON",  # INSERT OR REPLACE fires the triggers of the rows it deletes
)


class FairLock:
    """A lock that is given in the order of asking, so that no writer of an SQLite file starves."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._held = False

    def acquire(self, seconds: float) -> None:
        with self._guard:
            if not self._held:
                self._held = True
                return
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        if not turn.acquire(timeout=seconds):
            self._leave(turn)

    def _leave(self, turn: threading.Lock) -> None:
        with self._guard:
            if turn in self._waiting:
                self._waiting.remove(turn)
                raise Unavailable("The site is very busy right now. Please try again.")

    def release(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._held = False

    @contextmanager
    def turn(self, seconds: float) -> Iterator[None]:
        self.acquire(seconds)
        try:
            yield
        finally:
            self.release()


class SqliteFile:
    def __init__(self, url: str) -> None:
        self.path = Path(sa.make_url(url).database or "").absolute()
        _make_private(self.path)
        self.engine = sa.create_engine(
            url,
            pool_size=POOL_SIZE,
            max_overflow=0,
            pool_timeout=POOL_SECONDS,
            json_deserializer=orjson.loads,
            hide_parameters=True,  # an error's log quotes no text that people wrote
            connect_args={"timeout": TURN_SECONDS},
        )
        self._turns = FairLock()
        self._is_held_by_others, self._lock_wait = False, float(TURN_SECONDS)
        self._has_little_room, self._look_again_at = False, 0.0
        event.listen(self.engine, "do_connect", self._open_existing)
        event.listen(self.engine, "connect", self._set_up)
        event.listen(self.engine, "checkin", _keep_no_reader)
        event.listen(self.engine, "begin", self._begin)
        event.listen(self.engine, "handle_error", faults.drop_spoiled)

    @contextmanager
    def turn(self, asked_at: float, seconds: float | None) -> Iterator[None]:
        """A writer's turn. `asked_at` is when its work began to wait, also for a thread.

        It waits at most `seconds` for its turn, and then for a program that holds the write lock.
        Once a writer has waited for that program in vain, those behind it would wait one after
        another. Each then has only the rest of its own time.
        """
        seconds = TURN_SECONDS if seconds is None else seconds
        with self._turns.turn(max(LEAST_TURN_SECONDS, self._rest_of(seconds, asked_at))):
            self._lock_wait = self._rest_of(seconds, asked_at)
            self._look_at_disk()
            if self._has_little_room:
                self._shorten_log()
            try:
                yield
            except DBAPIError as failed:
                self._suffer(failed)  # before the turn ends, so that the next writer knows
                raise

    def _rest_of(self, seconds: float, asked_at: float) -> float:
        if not self._is_held_by_others:
            return seconds
        return max(0.0, asked_at + seconds - time.monotonic())

    def _suffer(self, failed: DBAPIError) -> None:
        """Note after a failed write that another program holds the lock, or the disk is full."""
        code = faults.code_of(failed)
        if code.startswith(faults.BUSY):
            self._is_held_by_others = True
        elif code in faults.FULL:
            # A quota may be used up although the disk has room, so it is not asked for a while.
            self._has_little_room = True
            self._look_again_at = time.monotonic() + WARNED_SECONDS

    def is_writable(self) -> bool:
        """Whether the file may be written. Connections that are open already may not notice."""
        return os.access(self.path, os.W_OK)

    def _look_at_disk(self) -> None:
        now = time.monotonic()
        if now < self._look_again_at:
            return
        self._look_again_at = now + LOOK_SECONDS
        with suppress(OSError):
            disk = os.statvfs(self.path)
            self._has_little_room = disk.f_bavail * disk.f_frsize < LITTLE_ROOM

    def _shorten_log(self) -> None:
        """Copy the log into the file and give its bytes back to the disk; called by the writer."""
        log, _memory = _beside(self.path)
        with (
            suppress(OSError, sqlite3.Error, SQLAlchemyError),
            closing(self.engine.raw_connection()) as connection,
        ):
            if log.stat().st_size > SHORT_LOG:
                _wait(connection, SHORTENING_SECONDS)
                connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _open_existing(
        self, _dialect: object, _entry: object, arguments: list[Any], values: dict[str, Any]
    ) -> None:
        """Never make a new empty file because the old one is gone, such as with its disk."""
        arguments[0] = f"{self.path.as_uri()}?mode=rw"
        values["uri"] = True
        if self.is_writable():
            self._open_log()

    def _open_log(self) -> None:
        """Let the log be written again, if it was made while the file could not be written.

        SQLite gives the files beside the database the rights that the database has at the moment.
        """
        for one in _beside(self.path):
            if one.exists() and not os.access(one, os.W_OK):
                with suppress(OSError):
                    one.chmod(PRIVATE)

    def _set_up(self, connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # sqlite3 only: we emit BEGIN
        for pragma in PRAGMAS:
            connection.cursor().execute(f"PRAGMA {pragma}")
        entry.info[ONLY_READS] = not self.is_writable()

    def _begin(self, connection: sa.Connection) -> None:
        # A deferred transaction that becomes a write fails under load: 'database is locked'.
        if not connection.get_execution_options().get(WRITES):
            connection.exec_driver_sql("BEGIN")
            return
        _wait(connection.connection, self._lock_wait)
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        self._is_held_by_others = False


def _wait(connection: sa.PoolProxiedConnection, seconds: float) -> None:
    """Let SQLite wait so long for a lock that somebody else holds."""
    if connection.info.get(LOCK_WAIT, TURN_SECONDS) != seconds:
        connection.cursor().execute(f"PRAGMA busy_timeout={int(seconds * 1000)}")
        connection.info[LOCK_WAIT] = seconds


def _beside(file: Path) -> list[Path]:
    """The log of writes, and the memory that connections share."""
    return [file.with_name(file.name + end) for end in ("-wal", "-shm")]


def _make_private(file: Path) -> None:
    """Make the file, or close an existing one: only its owner reads and writes it.

    A file that cannot be made is reported when it is opened.
    """
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
            return
        for one in (file, *_beside(file)):
            if one.is_file() and one.stat().st_mode & OTHERS:
                one.chmod(PRIVATE)


def _keep_no_reader(_connection: DBAPIConnection | None, entry: ConnectionPoolEntry) -> None:
    """Close a connection that was opened while the file could not be written.

    SQLite opens it without a word, and it would refuse to write as long as it lives.
    """
    if entry.info.get(ONLY_READS):
        entry.invalidate()
