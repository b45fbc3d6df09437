"""The figures that stand in the database."""

from datetime import timedelta

import pytest
from prometheus_client import CollectorRegistry

from rookiebattle.core.actor import VISITOR
from rookiebattle.core.backup_note import BackupNote, write_note
from rookiebattle.core.database.db import Database, get_database
from rookiebattle.core.doors.health import examine
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.jobs import leases, stored_metrics
from rookiebattle.core.jobs.jobs_table import FAILED
from rookiebattle.core.jobs.stored_metrics import StoredMetrics
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.settings import get_settings
from rookiebattle.tasks import JOBS
from tests.clocks import NOW, StillClock
from tests.world import World


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> CollectorRegistry:
    # A check is kept for a second, which a test with a clock that stands still would not leave.
    monkeypatch.setattr(stored_metrics, "known_or_examined", lambda: examine(get_database()))
    registry = CollectorRegistry(auto_describe=True)
    registry.register(StoredMetrics(JOBS))
    return registry


def value(registry: CollectorRegistry, name: str, /, **labels: str) -> float | None:
    return registry.get_sample_value(f"rookiebattle_{name}", labels)


def test_queues_jobs_and_the_backup(
    each_database: Database, still_clock: StillClock, told: CollectorRegistry
) -> None:
    world = World(each_database)
    assert value(told, "queue_rows", queue="letters", state="waiting") == 0
    assert value(told, "backup_timestamp_seconds") is None
    with each_database.unit_of_work(write=True) as session:
        outbox.put(session, Letter(to="m@example.org", subject="Hi", text="Words", kind="test"))
    hour = timedelta(hours=1)
    held = world.do(leases.take, VISITOR, name="tidying", every=hour)
    assert held
    world.do(leases.leave, VISITOR, held=held, every=hour, result=FAILED, words="KeyError")
    write_note(get_settings().data_dir, BackupNote(made=NOW, file="b.tar.gz", size=1))
    still_clock.now = NOW + timedelta(minutes=5)
    assert value(told, "ready") == 1
    assert value(told, "queue_rows", queue="letters", state="waiting") == 1
    assert value(told, "queue_rows", queue="webhooks", state="failed") == 0
    assert value(told, "queue_late_seconds", queue="letters") == 300
    assert value(told, "job_ended_timestamp_seconds", name="tidying") == NOW.timestamp()
    assert value(told, "job_failures", name="tidying") == 1
    assert value(told, "backup_timestamp_seconds") == NOW.timestamp()


def test_without_a_database_only_ready_is_told(
    database: Database, told: CollectorRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_given: object, **_told: object) -> None:
        raise Unavailable

    monkeypatch.setattr(database, "unit_of_work", away)
    assert value(told, "ready") == 0
    assert value(told, "queue_rows", queue="letters", state="waiting") is None
