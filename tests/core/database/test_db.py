"""Units of work: commit, rollback, read-only, fairness, and clear errors of the database."""

import os
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta, timezone

import pytest
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.orm import Session

from rookiebattle.chapters.models import Chapter
from rookiebattle.core.database import db, sqlite
from rookiebattle.core.database.db import Database, on_commit
from rookiebattle.core.errors import Conflict, Unavailable
from tests import factories
from tests.servers.mute import MutePostgres
from tests.servers.postgres import PostgresCluster


def _names(database: Database) -> list[str]:
    with database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(Chapter.name)))  # type: ignore[call-overload]  # SQLModel columns


def test_a_unit_of_work_is_kept(each_database: Database) -> None:
    with each_database.unit_of_work(write=True) as session:
        session.add(factories.chapter("Tampa Bay"))
    assert _names(each_database) == ["Tampa Bay"]


def test_an_error_undoes_everything_and_tells_nobody(each_database: Database) -> None:
    told: list[str] = []
    with suppress(Conflict), each_database.unit_of_work(write=True) as session:
        session.add(factories.chapter("Tampa Bay"))
        session.flush()
        on_commit(session, lambda: told.append("kept"))
        raise Conflict
    assert (_names(each_database), told) == ([], [])


def test_what_waits_for_the_commit_runs_after_it(each_database: Database) -> None:
    seen: list[list[str]] = []
    with each_database.unit_of_work(write=True) as session:
        on_commit(session, lambda: seen.append(_names(each_database)))
        session.add(factories.chapter("Tampa Bay"))
    assert seen == [["Tampa Bay"]]


def test_a_reading_unit_of_work_refuses_to_write(database: Database) -> None:
    with database.unit_of_work(write=False) as session:
        session.add(factories.chapter("Tampa Bay"))
        with pytest.raises(RuntimeError, match="@writes"):
            session.flush()


@pytest.mark.parametrize("streams", [False, True])
def test_a_reading_unit_of_work_refuses_a_statement_that_writes(
    each_database: Database, *, streams: bool
) -> None:
    with each_database.unit_of_work(write=False, streams=streams) as session:
        with pytest.raises(RuntimeError, match="@writes"):
            session.execute(sa.update(Chapter).values(name="Tampa Bay"))
        assert session.scalar(sa.select(sa.func.count()).select_from(Chapter)) == 0


def test_reading_is_one_transaction_only_where_rows_are_streamed(postgres_url: str) -> None:
    database = Database(postgres_url)
    many = sa.text("SELECT * FROM generate_series(1, 3)").execution_options(yield_per=2)
    for streams in (False, True):
        with database.unit_of_work(write=False, streams=streams) as session:
            first = session.scalar(sa.text("SELECT txid_current()"))
            assert (session.scalar(sa.text("SELECT txid_current()")) == first) is streams
            if streams:
                assert [*session.scalars(many)] == [1, 2, 3]
    database.dispose()


def test_who_read_while_a_table_was_locked_waits_only_the_rest_of_its_time(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "LOCK_SECONDS", 1)
    database = Database(postgres_url)
    with database.unit_of_work(write=True) as holder:
        holder.execute(sa.text("LOCK TABLE chapters"))
        with pytest.raises(Unavailable):
            _names(database)
        with database.unit_of_work(write=False, asked_at=time.monotonic() - 1) as session:
            assert session.scalar(sa.text("SHOW lock_timeout")) == "20ms"
    with database.unit_of_work(write=False, lock_seconds=0.5) as session:
        short = str(session.scalar(sa.text("SHOW lock_timeout")))
        assert int(short.removesuffix("ms")) <= 500
    database.dispose()


def test_a_statement_that_writes_is_kept_by_no_reading_unit(each_database: Database) -> None:
    with each_database.unit_of_work(write=True) as session:
        session.add(factories.chapter("Tampa Bay"))
    with suppress(RuntimeError), each_database.unit_of_work(write=False) as session:
        session.execute(sa.update(Chapter).values(name="Miami"))
    assert _names(each_database) == ["Tampa Bay"]


def test_a_database_that_cannot_be_opened_is_unavailable(tmp_path: object) -> None:
    (tmp_path / "folder-as-file").mkdir()  # type: ignore[operator]  # a Path
    database = Database(f"sqlite:///{tmp_path}/folder-as-file")
    with pytest.raises(Unavailable), database.unit_of_work(write=True) as session:
        session.execute(sa.text("SELECT 1"))


def test_a_statement_that_takes_too_long_is_given_up(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "STATEMENT_SECONDS", 1)
    database = Database(postgres_url)
    with pytest.raises(Unavailable), database.unit_of_work(write=False) as session:
        session.execute(sa.text("SELECT pg_sleep(5)"))
    with database.unit_of_work(write=False) as session:
        assert session.scalar(sa.text("SELECT 1")) == 1
    database.dispose()


@contextmanager
def hanging(pid: int) -> Iterator[None]:
    """A server process that neither works nor ends."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def _pid(session: Session) -> int:
    return int(session.scalar(sa.text("SELECT pg_backend_pid()")) or 0)


def test_a_server_that_hangs_in_the_middle_is_given_up(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "ANSWER_SECONDS", 1)
    database = Database(postgres_url)
    with pytest.raises(Unavailable):
        _write_while_it_hangs(database)
    assert _names(database) == []
    database.dispose()


def _write_while_it_hangs(database: Database) -> None:
    with database.unit_of_work(write=True) as session:
        session.add(factories.chapter("Tampa Bay"))
        session.flush()
        with hanging(_pid(session)):
            session.execute(sa.text("SELECT 1"))


def test_a_connection_that_hangs_is_replaced_before_it_is_used(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(postgres_url)
    with database.unit_of_work(write=False) as session:
        monkeypatch.setattr(db, "CONNECT_SECONDS", 1)
        pid = _pid(session)
    with hanging(pid):
        assert _names(database) == []
        with database.unit_of_work(write=False) as session:
            assert _pid(session) != pid
    database.dispose()


def test_the_first_connection_does_not_wait_for_ever_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(db, "CONNECT_SECONDS", 1)
    server = MutePostgres()
    database = Database(server.url)
    # If nothing gives up the wait, the end of the connection ends the test.
    rescue = threading.Timer(30, server.stop)
    rescue.start()
    with pytest.raises(Unavailable) as refused:
        _names(database)
    assert "did not answer in time" in str(refused.value.__cause__)
    rescue.cancel()
    server.stop()
    database.dispose()


def test_who_holds_a_lock_for_long_makes_nobody_wait_for_ever(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "LOCK_SECONDS", 1)
    database = Database(postgres_url)
    lock = sa.text("LOCK TABLE chapters")
    with database.unit_of_work(write=True) as holder:
        holder.execute(lock)
        with pytest.raises(Unavailable), database.unit_of_work(write=True) as session:
            session.execute(lock)
    assert _names(database) == []
    database.dispose()


def test_when_every_connection_is_taken_one_is_told_so(
    each_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (db, sqlite):
        monkeypatch.setattr(module, "POOL_SIZE", 1)
        monkeypatch.setattr(module, "POOL_SECONDS", 1)
    database = Database(each_url)
    with database.unit_of_work(write=False) as session:
        session.execute(sa.text("SELECT 1"))
        with pytest.raises(Unavailable):
            _names(database)
    assert _names(database) == []
    database.dispose()


def test_a_file_that_cannot_be_written_is_still_read(database: Database) -> None:
    def forbid(connection: sa.Connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only=ON")

    event.listen(database.engine, "begin", forbid, insert=True)
    with pytest.raises(Unavailable), database.unit_of_work(write=True) as session:
        session.add(factories.chapter("Tampa Bay"))
    assert _names(database) == []


def test_connections_to_a_server_that_only_reads_are_dropped(
    postgres: PostgresCluster, postgres_url: str
) -> None:
    """A standby after a failover; later the address leads to a server that writes again."""
    database = Database(postgres_url)
    with postgres.only_reading(postgres_url):
        assert _names(database) == []
        with pytest.raises(Unavailable):
            _add(database)
    _add(database)
    assert _names(database) == ["Tampa Bay"]
    database.dispose()


def _add(database: Database) -> None:
    with database.unit_of_work(write=True) as session:
        session.add(factories.chapter("Tampa Bay"))


def test_a_foreign_writer_does_not_block_readers(database: Database, sqlite_url: str) -> None:
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert _names(database) == []
    other.execute("ROLLBACK")
    other.close()


def test_instants_come_back_in_utc_whatever_the_offset(each_database: Database) -> None:
    at = datetime(2026, 3, 14, 18, tzinfo=timezone(timedelta(hours=-4)))
    chapter = factories.chapter("Tampa Bay")
    chapter.created_at = at
    with each_database.unit_of_work(write=True) as session:
        session.add(chapter)
    with each_database.unit_of_work(write=False) as session:
        kept = session.get_one(Chapter, chapter.id).created_at
    assert (kept, kept.tzinfo) == (at, UTC)
