"""Which errors of a database are its own faults, and what is remembered of them."""

import logging
import sqlite3

import psycopg.errors
import pytest
from sqlalchemy.exc import DBAPIError

from rookiebattle.core.database.faults import TOLD_AGAIN_SECONDS, Faults, code_of, is_fault


def of_sqlite(kind: type[sqlite3.Error], name: str) -> DBAPIError:
    error = kind("the driver's words")
    error.sqlite_errorname = name
    return wrapped(error, sqlite3.Error)


def of_postgres(kind: type[psycopg.Error]) -> DBAPIError:
    return wrapped(kind("the driver's words"), psycopg.Error)


def wrapped(error: Exception, base: type[Exception]) -> DBAPIError:
    found = DBAPIError.instance("SELECT 1", None, error, base)
    assert isinstance(found, DBAPIError)
    return found


@pytest.mark.parametrize(
    "failed",
    [
        of_sqlite(sqlite3.OperationalError, "SQLITE_FULL"),
        of_sqlite(sqlite3.OperationalError, "SQLITE_READONLY"),
        of_sqlite(sqlite3.DatabaseError, "SQLITE_CORRUPT"),
        of_sqlite(sqlite3.DatabaseError, "SQLITE_NOTADB"),
        of_postgres(psycopg.errors.DiskFull),
        of_postgres(psycopg.errors.ReadOnlySqlTransaction),
        of_postgres(psycopg.errors.DataCorrupted),
        of_postgres(psycopg.errors.IndexCorrupted),
        of_postgres(psycopg.errors.TooManyConnections),
    ],
    ids=code_of,
)
def test_disks_files_and_servers_have_faults_of_their_own(failed: DBAPIError) -> None:
    assert is_fault(failed)
    faults = Faults()
    faults.note(failed, write=True)
    assert faults.are_recent(write=True)
    assert not faults.are_recent(write=False)


@pytest.mark.parametrize(
    "failed",
    [
        of_sqlite(sqlite3.IntegrityError, "SQLITE_CONSTRAINT_UNIQUE"),
        of_sqlite(sqlite3.ProgrammingError, "SQLITE_MISUSE"),
        of_postgres(psycopg.errors.UniqueViolation),
        of_postgres(psycopg.errors.UndefinedColumn),
        of_postgres(psycopg.errors.StringDataRightTruncation),
        of_postgres(psycopg.errors.InFailedSqlTransaction),
    ],
    ids=code_of,
)
def test_our_own_mistakes_stay_unforeseen(failed: DBAPIError) -> None:
    assert not is_fault(failed)


@pytest.mark.parametrize(
    "failed",
    [
        of_sqlite(sqlite3.OperationalError, "SQLITE_BUSY"),
        of_postgres(psycopg.errors.LockNotAvailable),
        of_postgres(psycopg.errors.QueryCanceled),
    ],
    ids=code_of,
)
def test_a_lock_that_was_held_too_long_says_nothing_about_the_disk(failed: DBAPIError) -> None:
    faults = Faults()
    faults.note(failed, write=True)
    assert is_fault(failed)
    assert not faults.are_recent(write=True)
    assert faults.last_failed_write


def test_the_log_names_a_fault_once_however_many_meet_it(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults, now = Faults(), 1000.0
    monkeypatch.setattr("rookiebattle.core.database.faults.time.monotonic", lambda: now)
    with caplog.at_level(logging.ERROR):
        for _ in range(100):
            faults.note(of_sqlite(sqlite3.OperationalError, "SQLITE_FULL"), write=True)
        faults.note(of_sqlite(sqlite3.OperationalError, "SQLITE_IOERR_WRITE"), write=True)
        now += TOLD_AGAIN_SECONDS
        faults.note(of_sqlite(sqlite3.OperationalError, "SQLITE_FULL"), write=True)
    assert [record.getMessage().split()[3] for record in caplog.records] == [
        "SQLITE_FULL",
        "SQLITE_IOERR_WRITE",
        "SQLITE_FULL",
    ]
