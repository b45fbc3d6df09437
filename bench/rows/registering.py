"""P12: sixteen clients on one hot event, through the service verb and as a bare transaction."""

import asyncio
import hashlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from statistics import median, quantiles

import sqlalchemy as sa

from bench import data
from bench.app import (
    Access,
    Actor,
    Conflict,
    Permission,
    get_database,
    identities,
    registrations,
    run_here,
)
from bench.baselines.registering import BareRegistering
from bench.lab import Lab
from bench.plan import Goal, Line, Plan, Sample, against_limit, compare
from bench.statements import product_on

CLIENTS, SEATS, PEOPLE = 16, 320, 352
P99_LIMIT_MS = 1000.0
Register = Callable[[int, str], bool]
ACCESS = Access(Permission.OWN_REGISTRATION_CREATE)


@dataclass(slots=True)
class Rush:
    """Hot events, one after another. `latencies` are one side's, in milliseconds, by round."""

    register: Register
    events: Callable[[], str]
    p99s: list[float] = field(default_factory=list)

    def run(self) -> Sample:
        """Everybody at once on a fresh event. One seat too many is an error."""
        event_id, people = self.events(), iter(range(PEOPLE))
        latencies, seats = list[float](), list[bool]()
        start, cpu = time.perf_counter(), time.process_time()
        threads = [
            threading.Thread(target=self._client, args=(event_id, people, latencies, seats))
            for _ in range(CLIENTS)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
        _must_be_full(event_id, sum(seats), len(latencies))
        self.p99s.append(quantiles(latencies, n=100)[98])
        return Sample(SEATS / seconds, cpu * 1000 / PEOPLE)

    def _client(
        self, event_id: str, people: Iterator[int], latencies: list[float], seats: list[bool]
    ) -> None:
        for person in people:
            before = time.perf_counter()
            seats.append(self.register(person, event_id))
            latencies.append((time.perf_counter() - before) * 1000)


def one_hot_event(plan: Plan, lab: Lab) -> Iterator[Line]:
    """Both databases, each with the slowest percent of the product's answers."""
    for postgres in (False, True):
        yield from _on(plan, lab, postgres=postgres)


def _on(plan: Plan, lab: Lab, *, postgres: bool) -> list[Line]:
    size = data.Size(members=PEOPLE, seats=SEATS, hot=2 * (plan.rounds + 1))
    url = lab.database(size, postgres=postgres)
    name = "PostgreSQL" if postgres else "SQLite"
    numbers = count()

    def fresh() -> str:
        return data.key("hot", next(numbers))

    with product_on(url):
        ours, bare = Rush(_through_the_verb(), fresh), Rush(_bare(url), fresh)
        line = compare(
            "P12",
            f"registrations, {CLIENTS} clients, {name}",
            ours=ours.run,
            baseline=bare.run,
            goal=Goal(least=0.55),
            unit="seats/s",
            plan=plan,
        )
    line.notes.append(f"p99 of the bare transaction {median(bare.p99s):.0f} ms")
    p99 = against_limit(
        "P12",
        f"slowest percent of them, {name}",
        values=ours.p99s[1:],
        limit=P99_LIMIT_MS,
        unit="ms",
        notes=[],
    )
    return [line, p99]


def _through_the_verb() -> Register:
    actors = asyncio.run(_actors())

    def register(person: int, event_id: str) -> bool:
        try:
            run_here(
                time.monotonic(), registrations.register, actors[person], ACCESS, event_id=event_id
            )
        except Conflict:
            return False
        return True

    return register


async def _actors() -> list[Actor]:
    return [await identities().resolve(data.cookie(n)["Cookie"]) for n in range(PEOPLE)]


def _bare(url: str) -> Register:
    bare = BareRegistering(url)
    keys = [hashlib.sha256(data.session_id(n).encode()).hexdigest() for n in range(PEOPLE)]
    members = [data.key("member", n) for n in range(PEOPLE)]
    return lambda person, event_id: bare.register(keys[person], members[person], event_id)


def _must_be_full(event_id: str, said: int, asked: int) -> None:
    """Answers, counter and rows must have exactly as many seats as there are."""
    with get_database().engine.connect() as connection:
        rows = connection.scalar(
            sa.text("SELECT count(*) FROM event_registrations WHERE event_id = :id"),
            {"id": event_id},
        )
        counter = connection.scalar(
            sa.text("SELECT current_participants FROM events WHERE id = :id"), {"id": event_id}
        )
    if (said, rows, counter, asked) != (SEATS, SEATS, SEATS, PEOPLE):
        raise RuntimeError(f"{SEATS} seats: {said} answers, {rows} rows, counter {counter}")
