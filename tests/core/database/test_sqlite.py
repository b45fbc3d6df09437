"""SQLite files: private, healing after a fault, and shared fairly by those who write."""

import shutil
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import anyio
import pytest
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.orm import Session

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database import sqlite
from rookiebattle.core.database.db import Database, writes
from rookiebattle.core.database.sqlite import FairLock
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Unavailable
from tests import factories
from tests.disks import damage, full_disk, only_to_be_read, without_privileges
from tests.identities import People, bind

AT_ONCE, EACH_LIMIT = 160, 8.0


def add(database: Database, name: str = "Tampa Bay") -> None:
    with database.unit_of_work(write=True) as session:
        session.add(factories.chapter(name))


def count(database: Database) -> int:
    with database.unit_of_work(write=False) as session:
        return int(session.scalar(sa.text("SELECT count(*) FROM chapters")) or 0)


@pytest.fixture
def file(sqlite_url: str) -> Path:
    return Path(sqlite_url.removeprefix("sqlite:///"))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_only_its_owner_reads_a_new_file(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    database = Database(f"sqlite:///{tmp_path}/new.db")
    with database.unit_of_work(write=True) as session:
        session.execute(sa.text("CREATE TABLE people (name TEXT)"))
    assert {path.name: mode(path) for path in tmp_path.glob("new.db*")} == dict.fromkeys(
        ("new.db", "new.db-wal", "new.db-shm"), 0o600
    )
    database.dispose()


def test_a_file_that_others_could_read_is_closed(file: Path) -> None:
    wal = Path(f"{file}-wal")
    wal.touch()
    for path in (file, wal):
        path.chmod(0o644)
    Database(f"sqlite:///{file}").dispose()
    assert [mode(path) for path in (file, wal)] == [0o600, 0o600]


def test_a_missing_file_is_not_replaced_by_an_empty_one(database: Database, file: Path) -> None:
    database.dispose()
    file.rename(file.with_name("elsewhere.db"))
    with pytest.raises(Unavailable):
        add(database)
    assert not file.exists()
    file.with_name("elsewhere.db").rename(file)
    add(database)
    assert count(database) == 1


def test_connections_that_were_opened_in_a_read_only_moment_do_not_stay(
    database: Database, file: Path
) -> None:
    def moment() -> list[str]:
        with only_to_be_read(file), _several_readers(database):
            _refused(database)
        return ["refused" if _is_refused(database) else "written" for _ in range(2 * AT_ONCE)]

    database.dispose()
    assert set(without_privileges(moment)) == {"written"}


def test_a_site_that_begins_on_a_disk_that_cannot_be_written_reads_and_heals(
    database: Database, file: Path, tmp_path: Path
) -> None:
    """The files beside the database are there, as after the crash that made the disk read-only."""
    add(database)
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    copies = [
        Path(shutil.copy(path, crashed / path.name)) for path in tmp_path.glob(f"{file.name}*")
    ]
    assert len(copies) == len(("the file", "-wal", "-shm"))
    begun = Database(f"sqlite:///{crashed}/{file.name}")

    def moment() -> list[str]:
        with only_to_be_read(crashed, *copies), _several_readers(begun):
            assert count(begun) == 1
            _refused(begun)
        return ["refused" if _is_refused(begun) else "written" for _ in range(20)]

    assert set(without_privileges(moment)) == {"written"}
    begun.dispose()


@contextmanager
def _several_readers(database: Database) -> Iterator[None]:
    """So many units of work at once that the pool opens a connection for each."""
    with (
        database.unit_of_work(write=False) as one,
        database.unit_of_work(write=False) as two,
        database.unit_of_work(write=False) as three,
    ):
        for session in (one, two, three):
            session.execute(sa.text("SELECT 1"))
        yield


def _refused(database: Database) -> None:
    assert _is_refused(database)


def _is_refused(database: Database) -> bool:
    try:
        add(database)
    except Unavailable:
        return True
    return False


def test_a_connection_that_proves_to_be_for_reading_only_is_dropped(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file may become writable between the opening and the look at its rights."""
    connected: list[sa.PoolProxiedConnection] = []

    def read_only_at_first(connection: sqlite3.Connection, *_entry: object) -> None:
        if not connected:
            connection.execute("PRAGMA query_only=ON")
        connected.append(connection)  # type: ignore[arg-type]  # only counted

    database.dispose()
    event.listen(database.engine, "connect", read_only_at_first)
    assert [_is_refused(database) for _ in range(3)] == [True, False, False]
    assert len(connected) == 2


def test_a_damaged_file_is_unavailable_and_no_unforeseen_error(
    database: Database, file: Path
) -> None:
    database.dispose()
    damage(file, "chapters")
    with pytest.raises(Unavailable), database.unit_of_work(write=False) as session:
        session.execute(sa.text("SELECT * FROM chapters"))
    with pytest.raises(Unavailable):
        add(database)


def log_after(database: Database, file: Path, number: int = 100) -> int:
    """The size of SQLite's log of writes after so many of them."""
    for _ in range(number):
        add(database)
    return Path(f"{file}-wal").stat().st_size


def test_a_disk_with_little_room_gets_the_log_of_writes_back(
    database: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LITTLE_ROOM", 0)
    assert log_after(database, file) > 2 * sqlite.SHORT_LOG
    database.dispose()
    monkeypatch.setattr(sqlite, "LITTLE_ROOM", shutil.disk_usage(file).total)
    assert log_after(Database(f"sqlite:///{file}"), file) < 2 * sqlite.SHORT_LOG


def test_a_full_disk_gets_the_log_of_writes_back(database: Database, file: Path) -> None:
    """Also where the disk says that it has room, but a quota of this account is used up."""
    add(database)
    with full_disk():
        _refused(database)
    assert log_after(database, file) < 2 * sqlite.SHORT_LOG
    assert count(database) == 101


@writes
def _register(session: Session, _actor: Actor) -> None:
    session.execute(sa.text("UPDATE chapters SET name = name"))


@pytest.mark.anyio
async def test_a_foreign_lock_costs_nobody_more_than_a_few_seconds(
    database: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More people write at once than there are threads; they must not wait one after another."""
    monkeypatch.setattr(sqlite, "TURN_SECONDS", 1)
    database = Database(f"sqlite:///{file}")
    monkeypatch.setattr("rookiebattle.core.doors.work.get_database", lambda: database)
    bind(People())
    took: list[float] = []

    async def write() -> None:
        began = time.monotonic()
        with pytest.raises(Unavailable):
            await run(_register, VISITOR)
        took.append(time.monotonic() - began)

    with closing(sqlite3.connect(file, isolation_level=None)) as rude:
        rude.execute("BEGIN IMMEDIATE")
        async with anyio.create_task_group() as group:
            for _ in range(AT_ONCE):
                group.start_soon(write)
        rude.execute("ROLLBACK")
    assert len(took) == AT_ONCE
    assert max(took) < EACH_LIMIT
    await run(_register, VISITOR)
    database.dispose()


def test_what_is_deleted_leaves_no_bytes_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "plain.db"
    database = Database(f"sqlite:///{file}")
    # Some builds of SQLite begin with it, others do not.
    event.listen(database.engine, "connect", _keep_deleted_bytes, insert=True)
    for statement in (
        "CREATE TABLE people (name TEXT)",
        "INSERT INTO people VALUES ('Whispering Heron')",
        "DELETE FROM people",
    ):
        with database.unit_of_work(write=True) as session:
            session.execute(sa.text(statement))
    database.dispose()
    assert b"people" in file.read_bytes()
    assert b"Whispering Heron" not in file.read_bytes()


def _keep_deleted_bytes(connection: sqlite3.Connection, _entry: object) -> None:
    connection.execute("PRAGMA secure_delete=OFF")


def test_writers_take_turns_in_the_order_they_came() -> None:
    lock = FairLock()
    order: list[int] = []
    lock.acquire(0)
    threads = []
    for number in range(8):
        thread = threading.Thread(target=lambda n=number: _take(lock, order, n))
        thread.start()
        threads.append(thread)
        _until(lambda n=number: len(lock._waiting) == n + 1)  # type: ignore[misc]  # bound now
    lock.release()
    for thread in threads:
        thread.join()
    assert order == list(range(8))


def _take(lock: FairLock, order: list[int], number: int) -> None:
    with lock.turn(30):
        order.append(number)


def _until(met: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.001)
