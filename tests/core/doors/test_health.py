"""`/api/health` names the part that fails."""

import asyncio
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from redis import Redis

from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database import faults
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors import health
from rookiebattle.core.doors.health import api
from rookiebattle.core.doors.http import build_api
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.jobs import leases
from rookiebattle.core.jobs.jobs_table import DONE, FAILED, STORAGE
from rookiebattle.core.telemetry.version import version
from rookiebattle.settings import get_settings
from tests import factories
from tests.clocks import NOW, StillClock
from tests.disks import damage, full_disk, only_to_be_read, without_privileges
from tests.held_locks import held_by_another_program
from tests.identities import People, bind
from tests.servers.redis import RedisServer

pytestmark = pytest.mark.anyio
# A monitor's patience; the check's own is one second for a turn and one for a lock.
MONITOR_SECONDS = 2.5


async def ask() -> tuple[int, dict[str, Any]]:
    (answer,) = await ask_together(1)
    return answer.status_code, answer.json()


async def ask_together(number: int) -> list[httpx.Response]:
    bind(People())
    transport = httpx.ASGITransport(build_api([api]))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        return await asyncio.gather(*(client.get("/api/health") for _ in range(number)))


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question is examined anew."""
    monkeypatch.setattr(health, "CACHED_SECONDS", 0)


@pytest.fixture
def folder() -> Path:
    folder = get_settings().data_dir
    folder.mkdir(parents=True, exist_ok=True)
    return folder


async def test_all_is_well(each_database: Database, folder: Path) -> None:
    assert await ask() == (
        200,
        {
            "status": "ok",
            "version": version(),
            **dict.fromkeys(("database", "migrations", "writes", "storage"), "ok"),
            **dict.fromkeys(("redis", "bucket"), "none"),
            "lastFailedWrite": None,
        },
    )


@pytest.mark.parametrize(
    ("results", "told"), [((), "unknown"), ((DONE,), "ok"), ((DONE, FAILED), "failed")]
)
async def test_the_last_probe_of_a_bucket_is_told_and_makes_nobody_unwell(
    results: tuple[str, ...],
    told: str,
    each_database: Database,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("S3_BUCKET", "club")
    get_settings.cache_clear()
    for result in results:
        with each_database.unit_of_work(write=True) as session:
            leases.note(session, VISITOR, name=STORAGE, began=NOW, result=result, words="")
    status, parts = await ask()
    assert (status, parts["status"], parts["bucket"]) == (200, "ok", told)


async def test_an_old_schema_is_found(database: Database, folder: Path) -> None:
    with database.unit_of_work(write=True) as session:
        session.execute(sa.text("UPDATE alembic_version SET version_num = '0002'"))
    status, parts = await ask()
    assert (status, parts["status"], parts["migrations"]) == (503, "failed", "failed")
    assert parts["database"] == "ok"


async def test_a_server_stays_ready_while_a_newer_version_starts_beside_it(
    database: Database, folder: Path
) -> None:
    with database.unit_of_work(write=True) as session:
        session.execute(sa.text("UPDATE alembic_version SET version_num = 'of a newer version'"))
    status, parts = await ask()
    assert (status, parts["migrations"]) == (200, "ok")


async def test_a_missing_folder_is_found(database: Database, folder: Path) -> None:
    folder.rename(folder.with_name("gone"))
    status, parts = await ask()
    assert (status, parts["storage"], parts["database"]) == (503, "failed", "ok")


async def test_a_database_that_does_not_answer_is_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:9/none?connect_timeout=1")
    get_settings.cache_clear()
    status, parts = await ask()
    assert status == 503
    assert {parts[name] for name in ("database", "migrations", "writes")} == {"failed"}


@pytest.fixture
def file(sqlite_url: str) -> Path:
    return Path(sqlite_url.removeprefix("sqlite:///"))


async def test_a_damaged_file_is_found(database: Database, file: Path, folder: Path) -> None:
    database.dispose()
    damage(file, "users")
    status, parts = await ask()
    assert (status, parts["database"], parts["writes"]) == (503, "failed", "failed")


async def test_damage_that_only_a_member_met_is_told(
    database: Database, file: Path, folder: Path, nothing_kept: None
) -> None:
    database.dispose()
    damage(file, "chapters")
    assert (await ask())[0] == 200
    with pytest.raises(Unavailable), database.unit_of_work(write=False) as session:
        session.execute(sa.text("SELECT * FROM chapters"))
    status, parts = await ask()
    assert (status, parts["database"], parts["writes"]) == (503, "failed", "ok")


async def test_a_file_that_cannot_be_written_is_found(
    database: Database, file: Path, folder: Path, nothing_kept: None
) -> None:
    """Also when every connection was opened before, when it could be written."""

    def examined() -> tuple[str, str]:
        health.examine(database)
        with only_to_be_read(file):
            found = health.examine(database)
        return found.database, found.writes

    assert without_privileges(examined) == ("ok", "failed")
    assert (await ask())[0] == 200


async def test_a_full_disk_is_found_and_forgotten_when_there_is_room_again(
    database: Database, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    health.examine(database)
    with full_disk():
        full = health.examine(database)
    assert (full.status, full.writes, full.storage) == ("failed", "failed", "failed")
    assert (full.database, full.migrations) == ("ok", "ok")
    monkeypatch.setattr(faults, "RECENT_SECONDS", 0)
    assert health.examine(database).status == "ok"


async def test_a_write_that_failed_a_moment_ago_is_told(
    database: Database, folder: Path, still_clock: StillClock, nothing_kept: None
) -> None:
    """The few bytes of the check itself may still fit when a member's write did not."""
    with (
        full_disk(),
        pytest.raises(Unavailable),
        database.unit_of_work(write=True) as session,
    ):
        session.add(factories.chapter("Tampa Bay"))
    status, parts = await ask()
    assert (status, parts["writes"], parts["database"]) == (503, "failed", "ok")
    assert parts["lastFailedWrite"] == still_clock.now.isoformat().replace("+00:00", "Z")


async def test_a_foreign_lock_fails_the_check_but_is_no_fault_of_the_disk(
    each_database: Database, each_url: str, folder: Path, nothing_kept: None
) -> None:
    with held_by_another_program(each_url, "alembic_version"):
        began = time.monotonic()
        status, parts = await ask()
        assert time.monotonic() - began < MONITOR_SECONDS
    assert (status, parts["writes"], parts["database"]) == (503, "failed", "ok")
    assert (await ask())[0] == 200


async def test_a_monitor_does_not_wait_behind_a_member_who_waits_for_a_lock(
    database: Database, sqlite_url: str, folder: Path
) -> None:
    has_turn = threading.Event()

    def write() -> None:
        with suppress(Unavailable), database.unit_of_work(write=True) as session:
            has_turn.set()
            session.execute(sa.text("UPDATE chapters SET name = name"))

    member = threading.Thread(target=write)
    with held_by_another_program(sqlite_url, "chapters"):
        member.start()
        has_turn.wait()
        began = time.monotonic()
        assert health.examine(database).writes == "failed"
        assert time.monotonic() - began < MONITOR_SECONDS
    member.join()


async def test_many_who_ask_at_once_are_one_check(
    each_database: Database, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks: list[Database] = []
    examine = health.examine

    def counted(database: Database) -> health.Health:
        checks.append(database)
        return examine(database)

    monkeypatch.setattr(health, "examine", counted)
    monkeypatch.setattr(health, "CACHED_SECONDS", 60)
    answers = await ask_together(50)
    assert {answer.status_code for answer in answers} == {200}
    assert len(checks) == 1


@pytest.fixture
def with_redis(
    redis_server: RedisServer, database: Database, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> RedisServer:
    monkeypatch.setenv("REDIS_URL", redis_server.url)
    get_settings.cache_clear()
    return redis_server


async def test_a_redis_that_hangs_is_found_before_the_monitor_gives_up(
    with_redis: RedisServer, nothing_kept: None
) -> None:
    with_redis.freeze()
    began = time.monotonic()
    try:
        status, parts = await ask()
    finally:
        with_redis.thaw()
    assert time.monotonic() - began < MONITOR_SECONDS
    assert (status, parts["redis"], parts["database"]) == (503, "failed", "ok")
    assert (await ask())[0] == 200


async def test_a_redis_that_is_gone_is_found(with_redis: RedisServer, nothing_kept: None) -> None:
    with_redis.stop()
    try:
        assert (await ask())[1]["redis"] == "failed"
    finally:
        with_redis.start()
    assert (await ask())[0] == 200


async def test_a_redis_without_memory_is_found(with_redis: RedisServer, nothing_kept: None) -> None:
    """Redis then answers every question, but keeps no page."""
    with Redis.from_url(with_redis.url) as operator:
        operator.config_set("maxmemory", 1)
        try:
            status, parts = await ask()
        finally:
            operator.config_set("maxmemory", 0)
    assert (status, parts["redis"]) == (503, "failed")
    assert (await ask())[0] == 200


async def test_a_worker_without_its_database_is_alive_and_not_ready(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_given: object, **_told: object) -> None:
        raise Unavailable

    health._known.clear()
    monkeypatch.setattr(database, "unit_of_work", away)
    bind(People())
    transport = httpx.ASGITransport(build_api([api]))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        ready, alive = [await client.get(f"/api/health{path}") for path in ("", "/live")]
    assert ready.status_code == 503
    assert (alive.status_code, alive.json()) == (200, {"status": "ok"})
    assert alive.headers["cache-control"] == "no-store"
