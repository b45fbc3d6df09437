"""The machine room as its page shows it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from rookiebattle.console.schemas import BackupRead, JobRead, QueueRead, SystemRead
from rookiebattle.console.watching import OLD_BACKUP
from rookiebattle.console.wording import QUEUES, job_words
from rookiebattle.core import clock
from rookiebattle.core.jobs.jobs_table import FAILED
from rookiebattle.events.wording import counted, near_day, time_words
from rookiebattle.settings import get_settings

LATE = timedelta(minutes=15)
NO_BACKUP = "No backup has been made here yet. Run “make backup” every night."
AHEAD = "Check the clock of each machine: something was noted for"
NEVER = "Not yet"


@dataclass(frozen=True)
class Fact:
    """A line about the site; `tone` colors a value that needs somebody."""

    label: str = ""
    value: str = ""
    more: str = ""
    tone: str = ""


@dataclass(frozen=True)
class JobRow:
    """A row of the jobs. `tone` is that of the result's badge."""

    name: str = ""
    title: str = ""
    about: str = ""
    last: str = ""
    result: str = ""
    tone: str = "neutral"
    words: str = ""
    next: str = ""


@dataclass(frozen=True)
class SystemView:
    """The page. `failed_webhooks` is empty when none failed."""

    facts: Sequence[Fact] = ()
    queues: Sequence[Fact] = ()
    jobs: Sequence[JobRow] = ()
    failed_webhooks: str = ""


def view_of(found: SystemRead, now: datetime) -> SystemView:
    failed = sum(one.failed for one in found.queues if one.name == "webhooks")
    return SystemView(
        facts=[*_facts(found), _backup(found.last_backup, now), *_clock(found, now)],
        queues=[_queue(one, now) for one in found.queues],
        jobs=[_job(one, now) for one in found.jobs],
        failed_webhooks=counted(failed, "webhook") if failed else "",
    )


def _facts(found: SystemRead) -> list[Fact]:
    is_newest = found.revision == found.newest_revision
    schema = "Up to date" if is_newest else f"This version needs {found.newest_revision}"
    workers = counted(found.workers, "worker")
    return [
        Fact("Version", found.version),
        Fact("Schema", found.revision, schema, "" if is_newest else "danger"),
        Fact("Database", found.database, f"{workers}{' with Redis' if found.uses_redis else ''}"),
    ]


def _backup(made: BackupRead | None, now: datetime) -> Fact:
    if made is None:
        return Fact("Last backup", "None", NO_BACKUP, "warning")
    tone = "warning" if made.made < now - OLD_BACKUP else ""
    return Fact("Last backup", moment(made.made, now), f"{made.file}, {_size(made.size)}", tone)


def _clock(found: SystemRead, now: datetime) -> list[Fact]:
    """A warning while something stands there that happens in the future."""
    made = [found.last_backup.made] if found.last_backup else []
    noted = max([*made, *(one.ended_at for one in found.jobs if one.ended_at)], default=now)
    if not clock.is_ahead(noted, now):
        return []
    return [Fact("Clock", "Was ahead", f"{AHEAD} {moment(noted, now)}.", "danger")]


def _size(size: int) -> str:
    megabytes = size / 1_000_000
    return f"{megabytes:,.0f} MB" if megabytes >= 10 else f"{megabytes:.1f} MB"


def _queue(one: QueueRead, now: datetime) -> Fact:
    is_late = one.late_since is not None and one.late_since < now - LATE
    late = f"Late since {moment(one.late_since, now)}" if one.late_since and is_late else ""
    name, waiting = QUEUES.get(one.name, one.name), f"{one.waiting:,} waiting"
    if one.failed:
        return Fact(name, f"{one.failed:,} failed", waiting, "danger")
    return Fact(name, waiting, late, "warning" if late else "")


def _job(one: JobRead, now: datetime) -> JobRow:
    words = job_words(one.name)
    result, tone = _result(one)
    words_told = one.words[:1].upper() + one.words[1:]
    return JobRow(
        name=one.name,
        title=words.title,
        about=words.about,
        last=moment(one.ended_at, now) if one.ended_at else NEVER,
        result=result,
        tone=tone,
        words="" if words_told == result else words_told,
        next=_next(one, now),
    )


def _result(one: JobRead) -> tuple[str, str]:
    if one.is_running:
        return "Running", "info"
    if one.is_asked:
        return "Starting", "info"
    if one.result == FAILED:
        times = f", {one.failures} times" if one.failures > 1 else ""
        return f"Failed{times}", "danger"
    return ("Done", "success") if one.result else (NEVER, "neutral")


def _next(one: JobRead, now: datetime) -> str:
    if one.due_at is None:
        return "When something waits"
    return moment(one.due_at, now) if one.due_at > now else "Now"


def moment(at: datetime, now: datetime) -> str:
    """'Today, 6:00 PM', by the organization's clock."""
    zone = get_settings().org_time_zone
    return f"{near_day(at, zone, now)}, {time_words(at.astimezone(ZoneInfo(zone)))}"
