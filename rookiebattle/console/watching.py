"""The site's watch over itself: it writes to the club about trouble, of each kind once a day."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle import routes
from rookiebattle.accounts.letters import composed
from rookiebattle.accounts.models import User
from rookiebattle.console.wording import JOB_IS_STUCK, QUEUES, job_words, letter_words
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.backup_note import last_backup
from rookiebattle.core.database.db import writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.jobs import leases
from rookiebattle.core.jobs.jobs import Job, Queue
from rookiebattle.core.jobs.jobs_table import JobState
from rookiebattle.core.mail import failed, outbox
from rookiebattle.core.mail.layout import Content
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.events.wording import counted, day_at, time_words
from rookiebattle.settings import get_settings

EVERY = timedelta(hours=1)
OLD_BACKUP, PAUSE = timedelta(days=2), timedelta(days=1)
LATE, LONG, MANY_FAILURES = timedelta(hours=1), timedelta(hours=6), 3
"""A job that is due is tried again after minutes, and none of them works for hours."""
BACKUP, LETTERS, JOBS = "site.backup", "site.letters", "site.jobs"
NO_BACKUP = "No backup has been made on this machine yet."
Jobs = Mapping[str, Job | Queue]


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that needs a person. `kind` is that of its letter."""

    kind: str
    title: str
    sentences: tuple[str, ...]
    cure: str


async def watch_over(jobs: Jobs) -> str:
    """Look for trouble and promise letters about it; returns how much was found."""
    return await run(watch, VISITOR, jobs=jobs)


@writes
def watch(session: Session, _actor: Actor, *, jobs: Jobs) -> str:
    """Write to the club about each kind of trouble of which nothing was written for a day.

    Nobody operates a site in development.
    """
    if get_settings().is_development:
        return "not in development"
    now = clock.now()
    found = [*_old_backup(session, now), *_lost_letters(session, jobs, now)]
    found += _still_jobs(session, jobs, now)
    for one in found:
        if not outbox.was_queued(session, one.kind, since=now - PAUSE):
            outbox.put(session, _letter(one))
    return f"{len(found)} found"


def _old_backup(session: Session, now: datetime) -> Iterator[Trouble]:
    """A backup that is old or of the future, or none on a site that has been there for a while."""
    backup = last_backup(get_settings().data_dir)
    began = session.scalar(sa.select(sa.func.min(col(User.created_at))))
    made = backup.made if backup else began
    if made is None or abs(now - made) <= OLD_BACKUP:
        return
    sentence = f"The last backup was made on {_when(made, now)}." if backup else NO_BACKUP
    cure = "Run “make backup” from cron every night; docs/operations.md has the line."
    yield Trouble(BACKUP, "The site has no new backup", (sentence,), cure)


def _lost_letters(session: Session, jobs: Jobs, now: datetime) -> Iterator[Trouble]:
    lost = failed.count_undelivered(session, but=(BACKUP, LETTERS, JOBS))
    sentences = [f"{counted(lost, 'email')} couldn’t be delivered."] if lost else []
    sentences += _late(session, jobs["letters"], now)
    cure = "The console lists each one: send it again, or set it aside."
    if sentences:
        yield Trouble(LETTERS, letter_words(LETTERS), tuple(sentences), cure)


def _still_jobs(session: Session, jobs: Jobs, now: datetime) -> Iterator[Trouble]:
    states = (one for one in leases.states(session) if isinstance(jobs.get(one.name), Job))
    sentences = [sentence for one in states if (sentence := _of_job(one, now))]
    for name, job in jobs.items():
        if name != "letters":
            sentences += _late(session, job, now)
    cure = "The system page of the console shows each job, with “Run Now”; the log has the reason."
    if sentences:
        yield Trouble(JOBS, JOB_IS_STUCK, tuple(sentences), cure)


def _of_job(state: JobState, now: datetime) -> str:
    title = job_words(state.name).title
    if state.failures >= MANY_FAILURES:
        return f"“{title}” failed {state.failures} times in a row: {state.words}."
    if state.leased_until and state.leased_until > now:
        began = state.began_at or now
        if began < now - LONG:
            return f"“{title}” has been running since {_when(began, now)}."
    elif state.due_at < now - LATE:
        return f"“{title}” was due on {_when(state.due_at, now)}, and didn’t run."
    return ""


def _late(session: Session, job: Job | Queue, now: datetime) -> Iterator[str]:
    """A sentence for each queue of this job whose oldest row has been late for long."""
    for one in job.standings(session) if isinstance(job, Queue) else ():
        if one.late_since and one.late_since < now - LATE:
            since = _when(one.late_since, now)
            yield f"“{QUEUES[one.name]}”: the oldest has been due since {since}."


def _when(at: datetime, now: datetime) -> str:
    """'Sat, Mar 6, 6:00 PM', by the organization's clock."""
    zone = get_settings().org_time_zone
    return f"{day_at(at, zone, now)}, {time_words(at.astimezone(ZoneInfo(zone)))}"


def _letter(trouble: Trouble) -> Letter:
    settings = get_settings()
    content = Content(
        title=trouble.title,
        opening=[*trouble.sentences],
        closing=[trouble.cure],
        link=("Open the system page", routes.absolute(routes.ADMIN_SYSTEM)),
        reason="This email goes to the address in the setting ORG_CONTACT_EMAIL, at most once a "
        "day about the same kind of trouble.",
    )
    subject = f"{trouble.title}: {settings.org_name}"
    return composed(settings.org_contact_email, trouble.kind, subject, content)
