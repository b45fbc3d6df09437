"""The machine room in words."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.console.schemas import BackupRead, JobRead, QueueRead, SystemRead
from rookiebattle.pages.admin.system.view import NO_BACKUP, Fact, JobRow, view_of
from tests.clocks import NOW

HOUR = timedelta(hours=1)


def job(**told: Any) -> JobRead:
    quiet = {"is_running": False, "is_asked": False, "began_at": None, "ended_at": None}
    usual: dict[str, Any] = {"name": "tidying", "every_seconds": 3600, **quiet}
    usual |= {"result": "", "words": "", "failures": 0, "due_at": NOW + HOUR}
    return JobRead(**usual | told)


def queue(name: str, waiting: int = 0, failed: int = 0, **told: Any) -> QueueRead:
    return QueueRead(name=name, waiting=waiting, failed=failed, late_since=told.get("late_since"))


def system(**told: Any) -> SystemRead:
    usual: dict[str, Any] = {"version": "0.1.0", "revision": "0027", "newest_revision": "0027"}
    usual |= {"database": "SQLite", "workers": 1, "uses_redis": False, "last_backup": None}
    return SystemRead(**usual | {"queues": [], "jobs": []} | told)


def row(**told: Any) -> JobRow:
    (found,) = view_of(system(jobs=[job(**told)]), NOW).jobs
    return found


def test_the_facts_of_a_quiet_site() -> None:
    made = BackupRead(made=NOW - HOUR, file="b.tar.gz", size=12_400_000)
    view = view_of(system(last_backup=made), NOW)
    assert view.facts == [
        Fact("Version", "0.1.0"),
        Fact("Schema", "0027", "Up to date"),
        Fact("Database", "SQLite", "1 worker"),
        Fact("Last backup", "Today, 7:00 AM", "b.tar.gz, 12 MB"),
    ]
    assert view.failed_webhooks == ""


def test_what_needs_somebody_has_a_color() -> None:
    made = BackupRead(made=NOW - timedelta(days=3), file="b.tar.gz", size=400_000)
    late = queue("letters", 3, late_since=NOW - HOUR)
    found = system(
        revision="0026",
        last_backup=made,
        uses_redis=True,
        workers=4,
        queues=[late, queue("webhooks", 0, 2), queue("orders", 1, late_since=NOW)],
    )
    view = view_of(found, NOW)
    assert view.facts[1] == Fact("Schema", "0026", "This version needs 0027", "danger")
    assert view.facts[2].more == "4 workers with Redis"
    backup = view.facts[3]
    assert (backup.value, backup.more) == ("Wed, Mar 11, 8:00 AM", "b.tar.gz, 0.4 MB")
    assert backup.tone == "warning"
    assert view.queues == [
        Fact("Emails", "3 waiting", "Late since Today, 7:00 AM", "warning"),
        Fact("Webhooks from Stripe", "2 failed", "0 waiting", "danger"),
        Fact("Orders to Stripe", "1 waiting", ""),
    ]
    assert view.failed_webhooks == "2 webhooks"


def test_a_site_without_a_backup_says_what_to_do() -> None:
    assert view_of(system(), NOW).facts[3] == Fact("Last backup", "None", NO_BACKUP, "warning")


@pytest.mark.parametrize(
    ("told", "result", "tone"),
    [
        ({}, "Not yet", "neutral"),
        ({"is_running": True, "result": "failed"}, "Running", "info"),
        ({"is_asked": True, "result": "done"}, "Starting", "info"),
        ({"result": "done"}, "Done", "success"),
        ({"result": "failed", "failures": 1}, "Failed", "danger"),
        ({"result": "failed", "failures": 3}, "Failed, 3 times", "danger"),
    ],
)
def test_a_result_in_a_word(told: dict[str, Any], result: str, tone: str) -> None:
    found = row(**told)
    assert (found.result, found.tone) == (result, tone)


def test_when_a_job_ran_and_runs_next() -> None:
    found = row(ended_at=NOW, result="done", words="cards are not set up")
    assert (found.title, found.last, found.next) == ("Cleanup", "Today, 8:00 AM", "Today, 9:00 AM")
    assert found.words == "Cards are not set up"
    assert not row(ended_at=NOW, result="done", words="done").words, "the badge says it"
    assert row(due_at=NOW).next == "Now"
    assert row(due_at=None, every_seconds=None).next == "When something waits"
    assert replace(row(name="of_later"), about="x").title == "Of_later"


@pytest.mark.parametrize("what", ["job", "backup"])
def test_what_ended_in_the_future_tells_of_a_clock_that_was_ahead(what: str) -> None:
    future = NOW + timedelta(days=2)
    made = BackupRead(made=future, file="b.tar.gz", size=1)
    found = {"job": system(jobs=[job(ended_at=future)]), "backup": system(last_backup=made)}[what]
    fact = view_of(found, NOW).facts[-1]
    assert (fact.label, fact.value, fact.tone) == ("Clock", "Was ahead", "danger")
    assert "Mar 16" in fact.more
