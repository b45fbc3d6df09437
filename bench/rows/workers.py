"""P20: what a second and a fourth worker add, for a list that is read from PostgreSQL each time."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from statistics import median

from bench import data
from bench.lab import Lab, Served
from bench.load import drive, request
from bench.plan import Goal, Line, Plan, Sample, of_pairs
from bench.processes import await_idle, cpu_seconds
from bench.rows.http import list_path

CROWDS = (2, 4)
CLIENTS = 16
# The client and PostgreSQL need a part of the processors too.
LEAST = 1.2


def side_by_side(plan: Plan, lab: Lab) -> Iterator[Line]:
    """One database and one Redis for three servers, of which one is asked at a time."""
    url, settings = lab.database(data.Size(), postgres=True), {"REDIS_URL": lab.redis.url}
    servers = {
        workers: lab.ours(url, workers=workers, settings=settings) for workers in (1, *CROWDS)
    }
    for served in servers.values():
        await_idle(served.pid)  # each worker packs its pages after its start
    numbers, postgres = count(1), lab.postgres.program.process.pid
    rounds = [
        {workers: _ask(served, numbers, postgres, plan) for workers, served in servers.items()}
        for _ in range(plan.rounds + 1)
    ][1:]
    for workers in CROWDS:
        line = of_pairs(
            "P20",
            f"list of 200 from PostgreSQL, {workers} workers",
            pairs=[(each[workers].sample, each[1].sample) for each in rounds],
            goal=Goal(least=LEAST),
            unit="requests/s",
        )
        database_ms = median(each[workers].database_ms for each in rounds)
        line.notes.append(
            f"PostgreSQL's own part {database_ms:.2g} ms; {os.cpu_count()} processors in all"
        )
        yield line


@dataclass(frozen=True, slots=True)
class _Asked:
    """One round with one server. `database_ms` is PostgreSQL's processor time per request."""

    sample: Sample
    database_ms: float


def _ask(served: Served, numbers: Iterator[int], postgres: int, plan: Plan) -> _Asked:
    """Ask for ranges that nobody asked for before."""
    before = cpu_seconds(served.pid), cpu_seconds(postgres)
    load = drive(
        served.port,
        lambda: request(list_path(next(numbers)), served.port),
        seconds=plan.seconds,
        connections=CLIENTS,
    )
    spent, of_database = cpu_seconds(served.pid) - before[0], cpu_seconds(postgres) - before[1]
    many = len(load.latencies)
    return _Asked(Sample(load.per_second, spent * 1000 / many), of_database * 1000 / many)
