"""The machine room: what runs, what waits, how the jobs stand; and starting one of them."""

from collections.abc import Iterable, Mapping
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.console.schemas import BackupRead, JobRead, QueueRead, SystemRead
from rookiebattle.console.wording import job_words
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.backup_note import last_backup
from rookiebattle.core.changes import record_change
from rookiebattle.core.database.db import writes
from rookiebattle.core.database.migrations import newest_revision
from rookiebattle.core.errors import NotFound
from rookiebattle.core.jobs import jobs, leases
from rookiebattle.core.jobs.jobs import Job, Queue
from rookiebattle.core.jobs.jobs_table import JobState
from rookiebattle.core.jobs.queues import Standing
from rookiebattle.core.permissions import Permission
from rookiebattle.core.sockets.open_elsewhere import open_elsewhere
from rookiebattle.core.telemetry.version import version
from rookiebattle.payments.cards import webhooks
from rookiebattle.settings import get_settings
from rookiebattle.tasks import JOBS

NO_JOB = "No job has this name."
DATABASES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def show_system(session: Session, actor: Actor) -> SystemRead:
    """How the site stands; administrators only."""
    actor.require(Permission.ALL_SYSTEM_READ)
    settings = get_settings()
    backup = last_backup(settings.data_dir)
    return SystemRead(
        version=version(),
        revision=_revision(session),
        newest_revision=newest_revision(),
        database=DATABASES[session.get_bind().dialect.name],
        # While Redis is away nobody is heard, and there are at least this server's.
        workers=max(settings.granian_workers, open_elsewhere.workers()),
        uses_redis=bool(settings.redis_url),
        last_backup=BackupRead(**backup.model_dump()) if backup else None,
        queues=[QueueRead(**one._asdict()) for one in standings(session)],
        jobs=_jobs(session),
    )


def standings(session: Session) -> Iterable[Standing]:
    """How every queue stands."""
    for one in JOBS.values():
        if isinstance(one, Queue):
            yield from one.standings(session)


@writes
def start_job(session: Session, actor: Actor, *, name: str) -> JobRead:
    """Run a job as soon as a worker is free; administrators only. Twice is once.

    Raises NotFound for an unknown job.
    """
    actor.require(Permission.ALL_JOB_START)
    job = JOBS.get(name)
    if job is None:
        raise NotFound(NO_JOB)
    if jobs.start(session, job):
        record_change(session, actor, "job.started", name, thing=job_words(name).title)
    return _job(job, _states(session), clock.now())


@writes
def replay_webhooks(session: Session, actor: Actor) -> int:
    """Handle the webhooks again that failed; returns how many. Administrators only."""
    return webhooks.replay(session, actor)


def _revision(session: Session) -> str:
    table = sa.table("alembic_version", sa.column("version_num"))
    return str(session.scalar(sa.select(table.c.version_num)) or "")


def _jobs(session: Session) -> list[JobRead]:
    states, now = _states(session), clock.now()
    return [_job(one, states, now) for one in JOBS.values()]


def _states(session: Session) -> Mapping[str, JobState]:
    return {one.name: one for one in leases.states(session)}


def _job(job: Job | Queue, states: Mapping[str, JobState], now: datetime) -> JobRead:
    state = states.get(job.name) or JobState(name=job.name, due_at=now)
    return JobRead(
        name=job.name,
        every_seconds=int(job.every.total_seconds()) if isinstance(job, Job) else None,
        is_running=not clock.is_over(state.leased_until or now, now, leases.LEASED_FOR),
        is_asked=state.asked_at is not None,
        began_at=state.began_at,
        ended_at=state.ended_at,
        result=state.result,
        words=state.words,
        failures=state.failures,
        due_at=_due_at(job, state, now) if isinstance(job, Job) else None,
    )


def _due_at(job: Job, state: JobState, now: datetime) -> datetime:
    return now if clock.is_over(state.due_at, now, job.every) else state.due_at
