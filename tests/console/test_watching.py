"""The site writes to the club about what needs a person, and about each kind once a day."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import User
from rookiebattle.console import watching
from rookiebattle.console.watching import BACKUP, JOBS, LETTERS
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.backup_note import BackupNote, write_note
from rookiebattle.core.jobs import leases
from rookiebattle.core.jobs.jobs_table import FAILED
from rookiebattle.core.mail.failed import MAYBE_SENT
from rookiebattle.core.mail.outbox_table import SENT, letters
from rookiebattle.settings import get_settings
from rookiebattle.tasks import JOBS as ALL
from tests.clocks import NOW, StillClock
from tests.console.mishaps import failed_letter
from tests.world import World

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
pytestmark = pytest.mark.each_database


@pytest.fixture(autouse=True)
def operated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site with a provider, whose last backup is of now."""
    monkeypatch.setenv("OIDC_ISSUER", "https://login.example.org")
    monkeypatch.setenv("OIDC_CLIENT_ID", "club")
    monkeypatch.setenv("OIDC_CLIENT_SECRET", "for the tests")
    monkeypatch.setenv("SESSION_SECRET", "x" * 32)
    monkeypatch.setenv("ORG_CONTACT_EMAIL", "club@example.org")
    get_settings.cache_clear()
    back_up(timedelta())


def back_up(age: timedelta) -> None:
    write_note(get_settings().data_dir, BackupNote(made=NOW - age, file="b.tar.gz", size=9))


def watched(world: World) -> str:
    """Letters of the watch are sent at once."""
    found = world.do(watching.watch, VISITOR, jobs=ALL)
    with world.database.unit_of_work(write=True) as session:
        ours = sa.update(letters).where(letters.c.kind.startswith("site."), letters.c.body != "")
        session.execute(ours.values(state=SENT))
    return found


def told(world: World) -> list[tuple[str, str, str]]:
    """Kind, recipient and text of each letter of the watch."""
    with world.database.unit_of_work(write=False) as session:
        wanted = sa.select(letters.c.kind, letters.c.recipient, letters.c.body)
        ours = wanted.where(letters.c.kind.startswith("site.")).order_by(letters.c.created_at)
        return [(row.kind, row.recipient, row.body) for row in session.execute(ours)]


def failing(world: World, times: int) -> None:
    for _ in range(times):
        world.run(
            leases.note, VISITOR, name="storage", began=NOW, result=FAILED, words="storing failed"
        )


def due(world: World, ago: timedelta, *, began: timedelta | None = None) -> None:
    """A job that was due then; `began`: a worker took it then and has it still."""
    with world.database.unit_of_work(write=True) as session:
        row = leases._locked(session, "tidying")
        row.due_at = NOW - ago
        if began:
            row.lease, row.leased_until, row.began_at = "1", NOW + HOUR, NOW - began


def test_nothing_is_written_while_all_is_well(world: World) -> None:
    world.person()
    due(world, timedelta(minutes=59))
    failing(world, 2)
    assert (watched(world), told(world)) == ("0 found", [])


@pytest.mark.parametrize("age", [timedelta(days=2, seconds=1), -timedelta(days=2, seconds=1)])
def test_an_old_backup_is_told_and_one_of_the_future(age: timedelta, world: World) -> None:
    back_up(age)
    assert watched(world) == "1 found"
    ((kind, recipient, text),) = told(world)
    assert (kind, recipient) == (BACKUP, "club@example.org")
    assert "The last backup was made on" in text


def test_a_site_that_never_had_a_backup_is_told_after_two_days(
    world: World, still_clock: StillClock
) -> None:
    (get_settings().data_dir / "last-backup.json").unlink()
    assert watched(world) == "0 found"
    world.person()
    world.write(sa.update(User).values(created_at=NOW))
    assert watched(world) == "0 found"
    still_clock.now += timedelta(days=2, seconds=1)
    watched(world)
    assert "No backup has been made" in told(world)[0][2]


@pytest.mark.parametrize(
    ("happens", "sentence"),
    [
        (lambda world: failing(world, 3), "“Storage probe” failed 3 times in a row: storing"),
        (lambda world: due(world, timedelta(minutes=61)), "“Cleanup” was due on"),
        (
            lambda world: due(world, DAY, began=timedelta(hours=7)),
            "“Cleanup” has been running since",
        ),
    ],
    ids=["fails", "does not run", "hangs"],
)
def test_a_job_that_stands_still_is_told(
    happens: Callable[[World], None], sentence: str, world: World
) -> None:
    happens(world)
    assert watched(world) == "1 found"
    ((kind, _, text),) = told(world)
    assert (kind, sentence in " ".join(text.split())) == (JOBS, True), text


def test_a_job_that_works_for_some_hours_is_no_trouble(world: World) -> None:
    due(world, DAY, began=timedelta(hours=5))
    assert watched(world) == "0 found"


def test_letters_that_failed_or_wait_are_told_but_not_those_of_the_watch(world: World) -> None:
    failed_letter(world)
    world.write(sa.update(letters).values(kind=BACKUP, body=""))
    assert watched(world) == "0 found"
    failed_letter(world)
    assert watched(world) == "1 found"
    assert "1 email couldn’t be delivered" in told(world)[-1][2]


def test_letters_that_waited_in_a_backup_were_not_refused(world: World) -> None:
    failed_letter(world, MAYBE_SENT)
    assert (watched(world), told(world)) == ("0 found", [])


def test_a_queue_that_is_late_is_told(world: World) -> None:
    failed_letter(world)
    late = {"state": "waiting", "due_at": NOW - timedelta(minutes=61)}
    world.write(sa.update(letters).values(late))
    watched(world)
    ((kind, _, text),) = told(world)
    assert (kind, "“Emails”: the oldest has been due since" in text) == (LETTERS, True)


def test_each_kind_is_told_once_a_day(world: World, still_clock: StillClock) -> None:
    back_up(10 * DAY)
    for wait in (timedelta(), HOUR, DAY - HOUR - timedelta(seconds=1)):
        still_clock.now += wait
        watched(world)
    failing(world, 3)
    watched(world)
    assert [kind for kind, _, _ in told(world)] == [BACKUP, JOBS]
    still_clock.now += timedelta(seconds=2)
    watched(world)
    assert [kind for kind, _, _ in told(world)] == [BACKUP, JOBS, BACKUP]


def test_a_clock_that_was_ahead_silences_nothing(world: World, still_clock: StillClock) -> None:
    back_up(10 * DAY)
    still_clock.now += 3 * DAY
    watched(world)
    still_clock.now = NOW
    watched(world)
    assert [kind for kind, _, _ in told(world)] == [BACKUP, BACKUP]


def test_nobody_is_written_to_in_development(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    back_up(10 * DAY)
    monkeypatch.delenv("OIDC_ISSUER")
    get_settings.cache_clear()
    assert (watched(world), told(world)) == ("not in development", [])
