"""The database: engines, column types and `unit_of_work`, the only place that commits."""

import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Generic, TypeVar

import orjson
import sqlalchemy as sa
from pydantic import TypeAdapter
from sqlalchemy import event
from sqlalchemy.engine import Dialect, Result
from sqlalchemy.engine.interfaces import DBAPIConnection, ExecutionContext
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session, UOWTransaction
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import SQLModel

from rookiebattle.core.database import freshness, topics
from rookiebattle.core.database.faults import LOCKED, Faults, code_of, drop_spoiled, is_fault
from rookiebattle.core.database.sqlite import POOL_SECONDS, POOL_SIZE, WRITES, SqliteFile
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.telemetry import slow_statements
from rookiebattle.settings import get_settings

# A wait for a lock of PostgreSQL, and the least that is left of it to work that waited before.
LOCK_SECONDS, LEAST_LOCK_SECONDS = 3.0, 0.02
CONNECT_SECONDS = 5
# No person waits this long. Migrations lift the limit.
STATEMENT_SECONDS = 30
# A working server ends the statement before this, so only a hanging server reaches it.
ANSWER_SECONDS = STATEMENT_SECONDS + 5
NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
SQLModel.metadata.naming_convention = NAMING
# Rows are never validated, so no table needs the validator that Pydantic would build at the start.
SQLModel.model_config["defer_build"] = True

CHANGED, NO_TRANSACTION = "topics changed", "AUTOCOMMIT"
NO_KEY_UPDATE = {"key_share": True}
"""How `session.get` locks a member's row. Others may go on adding rows that name the member: a
check-in does so with its event locked, for which a paper of the same member waits."""
MUST_BE_MARKED = "A verb that writes must be marked with @writes"

Value = TypeVar("Value")
Verb = TypeVar("Verb", bound=Callable[..., object])


def new_id() -> str:
    return str(uuid.uuid4())


class UtcDateTime(sa.TypeDecorator[datetime]):
    """An aware instant, stored in UTC. SQLite keeps no zone, so reading adds it again."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs its offset")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class TypedJson(sa.TypeDecorator[Value], Generic[Value]):
    """A JSON column whose Python side is a typed value, validated both ways by pydantic."""

    impl = sa.JSON
    cache_ok = True

    def __init__(self, type_: type[Value]) -> None:
        super().__init__()
        self.type_ = type_
        self._adapter: TypeAdapter[Value] = TypeAdapter(type_)

    def process_bind_param(self, value: Value | None, dialect: Dialect) -> object:
        return None if value is None else self._adapter.dump_python(value, mode="json")

    def process_result_value(self, value: object, dialect: Dialect) -> Value | None:
        return None if value is None else self._adapter.validate_python(value)


class Database:
    """One engine for one URL, with variants for readers and writers. Open it after forking."""

    def __init__(self, url: str) -> None:
        self.file = SqliteFile(url) if url.startswith("sqlite") else None
        self.engine = self.file.engine if self.file else _postgres_engine(url)
        slow_statements.watch(self.engine, get_settings().slow_query_ms)
        self.faults = Faults()
        self._locked_at = -LOCK_SECONDS
        # A variant of its own, so that what is asked of readers is not asked of writers.
        self._streamer = self.engine.execution_options(**{WRITES: False})
        event.listen(self._streamer, "before_cursor_execute", _refuse_writing)
        self._reader = self._streamer
        if not self.file:
            self._reader = self._streamer.execution_options(isolation_level=NO_TRANSACTION)
        self._writer = self.engine.execution_options(**{WRITES: True})
        event.listen(self._writer, "after_cursor_execute", _note_topics)

    @property
    def is_sqlite(self) -> bool:
        return self.file is not None

    @contextmanager
    def unit_of_work(
        self,
        *,
        write: bool,
        asked_at: float | None = None,
        lock_seconds: float | None = None,
        streams: bool = False,
    ) -> Iterator[Session]:
        """A transaction: committed at the end when `write`, rolled back on any error.

        `asked_at` (`time.monotonic`) is when its work began to wait, if it waited before, and
        `lock_seconds` is how long it waits for what others hold, if not as long as a member.
        Reading on PostgreSQL needs no transaction, unless it `streams` rows in parts: a statement
        sees what was committed before it, as it would in one, and two exchanges are saved. Raises
        Unavailable when the database cannot be reached, is locked, full or damaged.
        """
        asked_at = time.monotonic() if asked_at is None else asked_at
        turn: AbstractContextManager[None] = nullcontext()
        if write and self.file:
            turn = self.file.turn(asked_at, lock_seconds)
        try:
            with (
                turn,
                self._session(asked_at, lock_seconds, write=write, streams=streams) as session,
            ):
                yield session
                if write:
                    session.commit()
        except PoolTimeout as failed:
            raise Unavailable() from failed
        except DBAPIError as failed:
            if not is_fault(failed):
                raise
            self._suffer(failed, write=write)
            raise Unavailable() from failed
        if write:
            freshness.announce(session.info.pop(CHANGED, ()))
            for callback in session.info.pop("after_commit", ()):
                callback()

    def _suffer(self, failed: DBAPIError, *, write: bool) -> None:
        self.faults.note(failed, write=write)
        if code_of(failed) == LOCKED:
            self._locked_at = time.monotonic()

    @contextmanager
    def _session(
        self, asked_at: float, lock_seconds: float | None, *, write: bool, streams: bool
    ) -> Iterator[Session]:
        wait = LOCK_SECONDS if self.file else self._wait_for_locks(asked_at, lock_seconds)
        is_short = wait < LOCK_SECONDS
        engine = self._streamer if is_short or streams else self._reader
        kind = WritingSession if write else ReadingSession
        with kind(self._writer if write else engine, expire_on_commit=False) as session:
            if is_short:
                session.execute(sa.text(f"SET LOCAL lock_timeout = {int(wait * 1000)}"))
            yield session

    def _wait_for_locks(self, asked_at: float, seconds: float | None) -> float:
        """Let work that waited for a thread wait for PostgreSQL's locks only the rest of its time.

        Otherwise all the work behind a lock that somebody else holds would wait one after another.
        """
        now = time.monotonic()
        rest = LOCK_SECONDS if seconds is None else seconds
        if now - self._locked_at < LOCK_SECONDS:
            rest = max(LEAST_LOCK_SECONDS, asked_at + rest - now)
        return rest

    def dispose(self) -> None:
        self.engine.dispose()


def in_parts(session: Session, wanted: sa.Select[Any]) -> Result[Any]:
    """The rows of a long list, fetched in parts by a unit of work that streams, else together."""
    is_one = session.get_bind().get_execution_options().get("isolation_level") != NO_TRANSACTION
    return session.execute(wanted.execution_options(yield_per=5_000) if is_one else wanted)


def on_commit(session: Session, callback: Callable[[], None]) -> None:
    """Run `callback` once the transaction has been committed; never when it is rolled back."""
    session.info.setdefault("after_commit", []).append(callback)


class ReadingSession(Session):
    """The session of a reading unit of work. To listen once to all of them costs nothing each."""


class WritingSession(Session):
    """The session of a writing unit of work. Its `info` collects the topics that change."""


@event.listens_for(WritingSession, "after_begin")
def _collect_topics(session: Session, _begun: object, connection: sa.Connection) -> None:
    connection.info[CHANGED] = session.info.setdefault(CHANGED, set())


def _note_topics(
    connection: sa.Connection,
    _cursor: object,
    _sql: str,
    _values: object,
    context: ExecutionContext,
    _many: bool,
) -> None:
    """SQLAlchemy calls this after every statement of a writer, including those of a flush."""
    if context.compiled and (changed := topics.changed_by(context.compiled)):
        connection.info[CHANGED].update(changed)


def _refuse_writing(
    _connection: sa.Connection,
    _cursor: object,
    _sql: str,
    _values: object,
    context: ExecutionContext,
    _many: bool,
) -> None:
    """Reading ends without a commit: what a statement writes would be lost, or kept where there is
    no transaction, whatever comes after it."""
    if context.compiled and isinstance(context.compiled.statement, sa.UpdateBase):
        raise RuntimeError(MUST_BE_MARKED)


def note_topics(connection: sa.Connection, statement: sa.UpdateBase) -> None:
    """Note what a statement changes that a writer sends past SQLAlchemy's compiler."""
    connection.info[CHANGED].update(topics.changed_by_statement(statement))


@event.listens_for(ReadingSession, "before_flush")
def _refuse_flush(session: Session, _context: UOWTransaction, _instances: object) -> None:
    if session.new or session.dirty or session.deleted:
        raise RuntimeError(MUST_BE_MARKED)


def _postgres_engine(url: str) -> sa.Engine:
    from rookiebattle.core.database import answer_timeout

    engine = sa.create_engine(
        url.replace("postgres://", "postgresql://").replace(
            "postgresql://", "postgresql+psycopg://"
        ),
        pool_size=POOL_SIZE,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        pool_pre_ping=True,
        json_deserializer=orjson.loads,
        hide_parameters=True,  # an error's log quotes no text that people wrote
        # `client_encoding` overrides PGCLIENTENCODING and the database's own. The texts of a
        # database of SQL_ASCII would arrive as bytes, and no command could explain what is wrong.
        connect_args={"connect_timeout": CONNECT_SECONDS, "client_encoding": "utf8"},
    )
    event.listen(engine, "do_connect", answer_timeout.connect)
    event.listen(engine, "connect", _configure_session)
    event.listen(engine, "checkin", _use_ping_timeout)
    event.listen(engine, "checkout", _use_answer_timeout)
    event.listen(engine, "handle_error", drop_spoiled)
    return engine


def _configure_session(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Set up a new connection: UTC also for reads without our own type, and time limits."""
    cursor = connection.cursor()
    cursor.execute(
        f"""
        SET TIME ZONE 'UTC';
        SET statement_timeout = '{STATEMENT_SECONDS}s';
        SET lock_timeout = '{int(LOCK_SECONDS * 1000)}ms';
        SET idle_in_transaction_session_timeout = '{STATEMENT_SECONDS}s'
        """
    )
    cursor.close()
    connection.commit()


def _use_ping_timeout(connection: DBAPIConnection | None, _entry: ConnectionPoolEntry) -> None:
    """The pool's next question is only whether the server still answers, so it must come soon."""
    if connection:
        connection.answer_timeout = CONNECT_SECONDS


def _use_answer_timeout(connection: DBAPIConnection, *_pool: object) -> None:
    connection.answer_timeout = ANSWER_SECONDS


def without_limits(connection: sa.Connection) -> None:
    """Let PostgreSQL take any time, for migrations."""
    from rookiebattle.core.database import answer_timeout

    for limit in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
        connection.exec_driver_sql(f"SET {limit} = 0")
    connection.commit()
    driver = connection.connection.driver_connection
    if isinstance(driver, answer_timeout.TimeoutConnection):
        driver.answer_timeout = None


@lru_cache(maxsize=1)
def get_database() -> Database:
    return Database(get_settings().database_url)


def writes(verb: Verb) -> Verb:
    """Mark a service verb that changes data, so that it runs in a writing unit of work."""
    setattr(verb, "__writes__", True)  # noqa: B010  # the mark itself; a plain attribute has no type
    return verb


def does_write(verb: Callable[..., object]) -> bool:
    return bool(getattr(verb, "__writes__", False))
