"""The figures that stand in the database, read when Prometheus asks: queues, jobs, the backup."""

from collections.abc import Iterator, Mapping

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.backup_note import last_backup
from rookiebattle.core.database.db import get_database
from rookiebattle.core.doors.health import known_or_examined
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.jobs import leases
from rookiebattle.core.jobs.jobs import Job, Queue
from rookiebattle.core.telemetry.metrics import PREFIX
from rookiebattle.settings import get_settings

READY = f"{PREFIX}_ready"
QUEUE_ROWS, QUEUE_LATE = f"{PREFIX}_queue_rows", f"{PREFIX}_queue_late_seconds"
JOB_ENDED, JOB_FAILURES = f"{PREFIX}_job_ended_timestamp_seconds", f"{PREFIX}_job_failures"
BACKUP = f"{PREFIX}_backup_timestamp_seconds"


class StoredMetrics(Collector):
    """Queues, jobs and the backup are the same at every worker: take `max`, never `sum`.

    `ready` is what each worker found for itself: take `min`, which shows one that cannot serve.
    """

    def __init__(self, jobs: Mapping[str, Job | Queue]) -> None:
        self._jobs = jobs

    def describe(self) -> list[GaugeMetricFamily]:
        """The names, without asking the database while the program starts."""
        return [*_families().values()]

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The figures now. While the database is away only `ready` is told, which is 0 then."""
        found = _families()
        found[READY].add_metric([], known_or_examined().status == "ok")
        yield found[READY]
        backup = last_backup(get_settings().data_dir)
        if backup:
            found[BACKUP].add_metric([], backup.made.timestamp())
            yield found[BACKUP]
        try:
            with get_database().unit_of_work(write=False) as session:
                self._add_queues(session, found)
                self._add_jobs(session, found)
        except Unavailable:
            return
        yield from (found[name] for name in (QUEUE_ROWS, QUEUE_LATE, JOB_ENDED, JOB_FAILURES))

    def _add_queues(self, session: Session, found: dict[str, GaugeMetricFamily]) -> None:
        now = clock.now()
        queues = (one for one in self._jobs.values() if isinstance(one, Queue))
        for one in (standing for queue in queues for standing in queue.standings(session)):
            found[QUEUE_ROWS].add_metric([one.name, "waiting"], one.waiting)
            found[QUEUE_ROWS].add_metric([one.name, "failed"], one.failed)
            late = (now - one.late_since).total_seconds() if one.late_since else 0
            found[QUEUE_LATE].add_metric([one.name], late)

    def _add_jobs(self, session: Session, found: dict[str, GaugeMetricFamily]) -> None:
        for one in leases.states(session):
            if one.name in self._jobs and one.ended_at:
                found[JOB_ENDED].add_metric([one.name], one.ended_at.timestamp())
                found[JOB_FAILURES].add_metric([one.name], one.failures)


def _families() -> dict[str, GaugeMetricFamily]:
    named = (
        GaugeMetricFamily(READY, "1 when the site can serve its members, as /api/health says"),
        GaugeMetricFamily(QUEUE_ROWS, "Rows of a queue by state", labels=["queue", "state"]),
        GaugeMetricFamily(QUEUE_LATE, "How late the oldest row of a queue is", labels=["queue"]),
        GaugeMetricFamily(JOB_ENDED, "When a job last ended", labels=["name"]),
        GaugeMetricFamily(JOB_FAILURES, "Runs in a row that failed", labels=["name"]),
        GaugeMetricFamily(BACKUP, "When the last backup was made"),
    )
    return {one.name: one for one in named}
