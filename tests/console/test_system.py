"""The machine room: what administrators see, and the jobs that they start."""

from datetime import timedelta

import pytest

from rookiebattle.console import system
from rookiebattle.console.wording import JOBS as WORDS
from rookiebattle.console.wording import QUEUES
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.backup_note import BackupNote, write_note
from rookiebattle.core.database.migrations import newest_revision
from rookiebattle.core.errors import Forbidden, NotFound, Unauthorized
from rookiebattle.core.jobs import leases
from rookiebattle.core.jobs.jobs_table import DONE
from rookiebattle.settings import get_settings
from rookiebattle.tasks import JOBS
from tests.clocks import NOW
from tests.console.mishaps import failed_letter
from tests.world import World


@pytest.mark.each_database
def test_everything_is_told(world: World, ada: Actor) -> None:
    failed_letter(world)
    write_note(get_settings().data_dir, BackupNote(made=NOW, file="b.tar.gz", size=9))
    found = world.do(system.show_system, ada)
    assert found.version
    assert found.revision == found.newest_revision == newest_revision()
    assert found.database == ("SQLite" if world.database.is_sqlite else "PostgreSQL")
    assert found.last_backup is not None
    assert (found.last_backup.file, found.last_backup.made) == ("b.tar.gz", NOW)
    queues = {one.name: (one.waiting, one.failed) for one in found.queues}
    assert queues == {
        "letters": (0, 1),
        "webhooks": (0, 0),
        "orders": (0, 0),
        "posts": (0, 0),
        "files": (0, 0),
    }
    assert [one.name for one in found.jobs] == [*JOBS]
    assert not any(one.is_running or one.is_asked or one.ended_at for one in found.jobs)


@pytest.mark.each_database
def test_a_job_is_started_once_and_the_log_says_by_whom(world: World, ada: Actor) -> None:
    asked = [world.do(system.start_job, ada, name="tidying").is_asked for _ in range(2)]
    assert asked == [True, True]
    assert world.actions() == ["job.started"]
    held = world.do(leases.take, VISITOR, name="tidying", every=timedelta(hours=1))
    (one,) = [one for one in world.do(system.show_system, ada).jobs if one.name == "tidying"]
    assert one.is_running
    assert held is not None
    hour, words = timedelta(hours=1), "8 kinds of rows"
    world.do(leases.leave, VISITOR, held=held, every=hour, result=DONE, words=words)
    (one,) = [one for one in world.do(system.show_system, ada).jobs if one.name == "tidying"]
    assert (one.is_running, one.is_asked, one.result) == (False, False, DONE)
    assert (one.ended_at, one.words) == (NOW, "8 kinds of rows")


def test_an_unknown_job_is_not_found(world: World, ada: Actor) -> None:
    with pytest.raises(NotFound):
        world.do(system.start_job, ada, name="nothing")


@pytest.mark.each_database
def test_webhooks_are_handled_again(world: World, ada: Actor) -> None:
    assert world.do(system.replay_webhooks, ada) == 0
    assert world.actions() == ["webhook.replayed"]


def test_nobody_else_looks_into_it(world: World) -> None:
    for actor, error in ((world.person(), Forbidden), (VISITOR, Unauthorized)):
        with pytest.raises(error):
            world.do(system.show_system, actor)
        with pytest.raises(error):
            world.do(system.start_job, actor, name="tidying")
        with pytest.raises(error):
            world.do(system.replay_webhooks, actor)


def test_every_job_and_queue_has_words(world: World, ada: Actor) -> None:
    assert WORDS.keys() == JOBS.keys()
    assert {one.name for one in world.do(system.show_system, ada).queues} == QUEUES.keys()
