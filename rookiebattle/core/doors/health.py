"""`/api/health`: whether the site can serve its members; `/api/health/live`: whether it runs."""

import os
from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa
from fastapi import Response, status
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry
from sqlalchemy.exc import SQLAlchemyError

from rookiebattle import routes
from rookiebattle.core.database.db import Database, get_database
from rookiebattle.core.database.migrations import is_served
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.http import documented, router
from rookiebattle.core.doors.work import Threads
from rookiebattle.core.errors import AppError
from rookiebattle.core.expiring import Expiring
from rookiebattle.core.jobs.jobs_table import DONE, FAILED, STORAGE, jobs
from rookiebattle.core.schemas import Wire
from rookiebattle.core.telemetry.version import version
from rookiebattle.settings import get_settings

State = Literal["ok", "failed"]
Optional = Literal["ok", "failed", "unknown", "none"]
"""`none`: the site has no such part. `unknown`: nobody has asked it yet."""
# Everybody may ask, and a check writes. So one check answers all who ask within this time.
CACHED_SECONDS = 1.0
# A monitor waits less than a member for a lock that somebody holds, and for Redis.
LOCK_SECONDS, REDIS_SECONDS = 1.0, 1.0
PROBE_BYTES = 4096
UNKNOWN: Optional = "unknown"
OF_RESULTS: dict[str, Optional] = {DONE: "ok", FAILED: "failed"}
api = router("health")


class Health(Wire):
    """The state of each part; `status` is ok when all parts are.

    `database` is about reading, `writes` about the database and `storage` about the data folder.
    `redis` and `bucket` are `none` on a site without them. `bucket` tells how the last probe ended.
    It does not make the site unwell: no other server could serve its members better.
    """

    status: State
    version: str
    database: State
    migrations: State
    writes: State
    storage: State
    redis: Optional
    bucket: Optional
    last_failed_write: datetime | None


@api.get(
    routes.HEALTH,
    responses={
        **documented(),
        503: {"model": Health, "description": "Something that the site needs does not work."},
    },
)
@public
async def health(response: Response) -> Health:
    """For monitors: 200 when the site can serve its members, otherwise 503."""
    found = await _checking.run(known_or_examined)
    response.headers["cache-control"] = "no-store"
    if found.status != "ok":
        response.status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    return found


class Alive(Wire):
    """The answer of a worker that runs."""

    status: State


@api.get(routes.ALIVE, operation_id="alive")
@public
async def alive(response: Response) -> Alive:
    """For supervisors: 200 while the worker answers at all, whatever else has failed.

    A restart brings no database back, so supervisors must not restart a worker that is not ready.
    """
    response.headers["cache-control"] = "no-store"
    return Alive(status="ok")


_known = Expiring[Database, Health](1)
_checking = Threads("health", 1)
"""While a check waits for a database that hangs, all others wait for that check."""


def known_or_examined() -> Health:
    """The state of a moment ago, or of now. It may wait for a database that hangs."""
    database = get_database()
    known = _known.find(database)
    if known is None:
        known = examine(database)
        _known.keep(database, known, CACHED_SECONDS)
    return known


def examine(database: Database) -> Health:
    revision, bucket = _read(database) or (None, UNKNOWN)
    settings = get_settings()
    found = {
        "database": revision is not None and not database.faults.are_recent(write=False),
        "migrations": revision is not None and is_served(revision),
        "writes": revision is not None
        and _writes(database)
        and not database.faults.are_recent(write=True),
        "storage": _is_writable(),
        "redis": _keeps_pages(settings.redis_url),
    }
    parts: dict[str, Any] = {name: "ok" if is_well else "failed" for name, is_well in found.items()}
    if not settings.redis_url:
        parts["redis"] = "none"
    return Health(
        status="ok" if all(found.values()) else "failed",
        version=version(),
        bucket=bucket if settings.s3_bucket else "none",
        last_failed_write=database.faults.last_failed_write,
        **parts,
    )


def _read(database: Database) -> tuple[str, Optional] | None:
    """The revision of the schema, and how the bucket's last probe ended; None when a row of a real
    table cannot be read."""
    try:
        with database.unit_of_work(write=False, lock_seconds=LOCK_SECONDS) as session:
            session.execute(sa.text("SELECT * FROM users LIMIT 1")).first()
            revision = session.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
            probe = sa.select(jobs.c.result).where(jobs.c.name == STORAGE)
            bucket = OF_RESULTS.get(session.scalar(probe) or "", UNKNOWN)
    except (AppError, SQLAlchemyError):
        return None
    return str(revision), bucket


def _writes(database: Database) -> bool:
    """Write a few bytes that change nothing."""
    if database.file and not database.file.is_writable():
        return False
    try:
        with database.unit_of_work(write=True, lock_seconds=LOCK_SECONDS) as session:
            session.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))
    except (AppError, SQLAlchemyError):
        return False
    return True


def _is_writable() -> bool:
    """Whether the data folder takes a small file: a full disk does not."""
    probe = get_settings().data_dir / "health"
    try:
        try:
            with os.fdopen(os.open(probe, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as out:
                out.write(bytes(PROBE_BYTES))
        finally:
            probe.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _keeps_pages(redis_url: str) -> bool:
    """Whether Redis takes a few bytes. Buttons of open pages wait while it hangs or is full."""
    if not redis_url:
        return True
    limits = {"socket_timeout": REDIS_SECONDS, "socket_connect_timeout": REDIS_SECONDS}
    try:
        with Redis.from_url(redis_url, retry=Retry(NoBackoff(), 0), **limits) as redis:
            redis.set("rookiebattle:health", b"", ex=60)
    except (RedisError, OSError):
        return False
    return True
