"""P24: the gate of an event with 500 people, and 500 check-ins that a device kept."""

import asyncio
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count

import sqlalchemy as sa

from bench import data
from bench.app import (
    Access,
    Actor,
    CheckInsWrite,
    Permission,
    clock,
    get_database,
    identities,
    late_check_ins,
    metadata,
    people_at_gate,
    run_here,
)
from bench.lab import Lab
from bench.plan import Line, Plan, against_limit
from bench.processes import cpu_seconds
from bench.statements import product_on

PEOPLE, READS = 500, 10
READ_LIMIT_MS, REPLAY_CPU_MS = 150.0, 250.0
ACCESS = Access(Permission.OWN_REGISTRATION_CHECK)
EVENT = data.key("hot", 0)
numbers = count()


def of_five_hundred(plan: Plan, lab: Lab) -> Iterator[Line]:
    """Both databases: everybody with their verdict, packed as JSON; and a queue of everybody."""
    for postgres in (False, True):
        size = data.Size(members=PEOPLE, seats=PEOPLE, hot=1)
        url = lab.database(size, postgres=postgres)
        name = "PostgreSQL" if postgres else "SQLite"
        with product_on(url):
            take_seats()
            organizer = asyncio.run(identities().resolve(data.cookie(0)["Cookie"]))
            yield against_limit(
                "P24",
                f"the verdicts of {PEOPLE} people, {name}",
                values=_times(partial(_read, organizer), plan.rounds * READS),
                limit=READ_LIMIT_MS,
                unit="ms",
                notes=[],
            )
            # A busy machine makes everybody wait, so the replay is not told by the clock.
            spent = partial(_cpu, lab.postgres.program.process.pid if postgres else 0)
            yield against_limit(
                "P24",
                f"{PEOPLE} check-ins of a device, processor, {name}",
                values=_times(partial(_replay, organizer), plan.rounds, spent),
                limit=REPLAY_CPU_MS,
                unit="ms",
                notes=[],
            )


def _cpu(postgres: int) -> float:
    """The processor time of this process, and of a cluster beside it."""
    return time.process_time() + (cpu_seconds(postgres) if postgres else 0.0)


def _times(
    act: Callable[[], None], rounds: int, timer: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Milliseconds of each round after the first."""
    found = list[float]()
    for _ in range(rounds + 1):
        before = timer()
        act()
        found.append((timer() - before) * 1000)
    return found[1:]


def take_seats() -> None:
    """Let the event run now, with the first member as its organizer and a seat for each."""
    events, seats = metadata.tables["events"], metadata.tables["event_registrations"]
    begun = {"start_at": clock.now() - data.HOUR, "end_at": clock.now() + data.HOUR}
    with get_database().unit_of_work(write=True) as session:
        running = sa.update(events).where(events.c.id == EVENT)
        session.execute(running.values(**begun, organizer_id=data.key("member", 0)))
        rows = [
            {
                "id": data.key("seat", number),
                "event_id": EVENT,
                "user_id": data.key("member", number),
                "payment_status": "not_required",
                "payment_amount_cents": 0,
                "registration_date": clock.now(),
            }
            for number in range(PEOPLE)
        ]
        session.execute(sa.insert(seats), rows)


def _read(actor: Actor) -> None:
    shown = run_here(time.monotonic(), people_at_gate.read_gate, actor, ACCESS, event_id=EVENT)
    if len(shown.people) != PEOPLE:
        raise RuntimeError(f"{len(shown.people)} people at the gate")
    shown.model_dump_json()


def _replay(actor: Actor) -> None:
    """Everybody, once more under new ids, after the marks of the last time are taken away."""
    seats = metadata.tables["event_registrations"]
    with get_database().unit_of_work(write=True) as session:
        session.execute(sa.update(seats).values(checked_in_at=None, checked_in_by=None))
    at = clock.now().isoformat()
    sent = [
        {"clientId": f"c{next(numbers)}", "userId": data.key("member", number), "at": at}
        for number in range(PEOPLE)
    ]
    values = CheckInsWrite.model_validate({"checkIns": sent})
    read, write = late_check_ins.find_holders, late_check_ins.replay
    now = time.monotonic()
    holders = run_here(now, read, actor, ACCESS, event_id=EVENT, values=values)
    told = run_here(now, write, actor, ACCESS, event_id=EVENT, values=values, holders=holders)
    if any(one.outcome != "checked_in" for one in told):
        raise RuntimeError("a check-in of the queue was not taken")
