"""Leases: of all workers one takes a job that is due, keeps it while it runs, and gives it back."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import new_id, on_commit, writes
from rookiebattle.core.jobs.jobs_table import DONE, FAILED, LONGEST_WORDS, JobState, jobs
from rookiebattle.core.pushing import live

LEASED_FOR, RENEWED_EVERY = timedelta(minutes=2), timedelta(seconds=30)
"""After a crash other workers wait this long. A worker that lives renews its lease in time."""
FAILED_AGAIN = timedelta(minutes=10)
"""A job that failed is tried again after this, or after its usual pause if that is shorter."""
TOPIC = f"{live.LIST}jobs"
"""The topic that is announced when a job begins and ends, for pages that show jobs."""
_ADD = {
    dialect.dialect.name: dialect.insert(jobs).on_conflict_do_nothing()
    for dialect in (postgresql, sqlite)
}


def due_in(session: Session, _actor: Actor, *, name: str, every: timedelta) -> timedelta:
    """How long a worker waits before it may take the job; nothing when it may now.

    Asked before `take`, which takes the turn of a writer. A job that runs `every` so often is never
    due later than that.
    """
    found = session.execute(sa.select(jobs.c.due_at, jobs.c.leased_until).where(_is(name))).first()
    if found is None:
        return timedelta()
    now, (due_at, leased_until) = clock.now(), found
    waits = ((due_at, every), (leased_until or now, LEASED_FOR))
    return max(_left(until, now, longest) for until, longest in waits)


def _left(until: datetime, now: datetime, longest: timedelta) -> timedelta:
    return timedelta() if clock.is_over(until, now, longest) else until - now


@writes
def take(session: Session, _actor: Actor, *, name: str, every: timedelta) -> JobState | None:
    """Take a job that is due; None when it is not, or when another worker has it."""
    now, row = clock.now(), _locked(session, name)
    is_free = clock.is_over(row.leased_until or now, now, LEASED_FOR)
    if not is_free or not clock.is_over(row.due_at, now, every):
        return None
    row.lease, row.leased_until, row.began_at = new_id(), now + LEASED_FOR, now
    return row


@writes
def renew(session: Session, _actor: Actor, *, name: str, lease: str) -> None:
    this = sa.update(jobs).where(_is(name), jobs.c.lease == lease)
    session.execute(this.values(leased_until=clock.now() + LEASED_FOR))


@writes
def leave(
    session: Session, _actor: Actor, *, held: JobState, every: timedelta, result: str, words: str
) -> None:
    """Note how a run ended, and when the next one is due. A lease that was lost notes nothing."""
    now, row = clock.now(), _locked(session, held.name)
    if row.lease != held.lease:
        return
    was_asked_meanwhile = row.asked_at != held.asked_at
    pause = every if result == DONE else min(every, FAILED_AGAIN)
    row.due_at = now if was_asked_meanwhile else now + pause
    row.asked_at = row.asked_at if was_asked_meanwhile else None
    row.lease = row.leased_until = None
    _end(row, now, result, words)


@writes
def give_back(session: Session, _actor: Actor, *, name: str, lease: str) -> None:
    """Let another worker run a job from its beginning, because this worker stops."""
    this = sa.update(jobs).where(_is(name), jobs.c.lease == lease)
    session.execute(this.values(lease=None, leased_until=None))


@writes
def note(
    session: Session, _actor: Actor, *, name: str, began: datetime, result: str, words: str
) -> None:
    """Note how a worker's look at a queue ended. All workers look, so there is no lease."""
    now, row = clock.now(), _locked(session, name)
    row.began_at, row.due_at, row.asked_at = began, now, None
    _end(row, now, result, words)


def ask(session: Session, name: str) -> bool:
    """Let a job run as soon as a worker looks; False when it was asked for already."""
    row = _locked(session, name)
    if row.asked_at is not None:
        return False
    row.asked_at = clock.now()
    row.due_at = min(row.due_at, row.asked_at)
    return True


def states(session: Session) -> Sequence[JobState]:
    return session.scalars(sa.select(JobState)).all()


def _end(row: JobState, now: datetime, result: str, words: str) -> None:
    row.ended_at, row.result, row.words = now, result, words[:LONGEST_WORDS]
    row.failures = row.failures + 1 if result == FAILED else 0


def _locked(session: Session, name: str) -> JobState:
    """The row of this name, locked; a new one is due at once. Its lock allows a change."""
    on_commit(session, partial(live.announce, TOPIC))
    new = JobState(name=name, due_at=clock.now()).model_dump()
    session.connection().execute(_ADD[session.get_bind().dialect.name], new)
    return session.get_one(JobState, name, with_for_update=True)


def _is(name: str) -> sa.ColumnElement[bool]:
    return jobs.c.name == name
