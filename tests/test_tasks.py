"""Every job runs in every worker, and administrators see all of them."""

from rookiebattle.core.jobs.jobs import Queue
from rookiebattle.tasks import JOBS, QUEUES, TASKS, TURNS


def test_every_job_is_a_task_of_each_worker() -> None:
    assert [one.run for one in TURNS] == [*TASKS[-len(TURNS) :]]


def test_every_job_is_registered_by_its_own_name() -> None:
    assert [*JOBS.values()] == [*QUEUES, *TURNS]
    assert all(name == one.name for name, one in JOBS.items())
    assert {isinstance(one, Queue) for one in JOBS.values()} == {True, False}
