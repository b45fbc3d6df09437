"""R25: hours of mixed traffic with open tabs and a fault every five minutes; memory stays flat."""

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle
from statistics import median

import httpx
import pytest

from rookiebattle.core.database.faults import RECENT_SECONDS
from rookiebattle.core.limits import raise_descriptors
from rookiebattle.manage.check_data import check
from rookiebattle.registrations.models import Registration
from tests.races.stage import Stage
from tests.servers.application import Application
from tests.servers.postgres import PostgresCluster
from tests.servers.redis import RedisServer
from tests.servers.resident import descriptors, megabytes
from tests.soak.report import tell
from tests.soak.scale import Start, scaled
from tests.soak.traffic import DONE, Crowd, crowd_at, people_at

pytestmark = pytest.mark.anyio
# Two hours have eight faults of each kind. A shorter soak has at least three of each.
MINUTES = float(os.environ.get("SOAK_MINUTES", "120"))
GAP = min(300.0, MINUTES * 60 / 9)
SOCKETS, EVENTS, WORKERS = scaled(1_000, 30), 8, 3
# Of PostgreSQL; members read the sentence meanwhile.
PAUSE_SECONDS = 5.0
# The health check tells of a fault for a while after it is gone.
HEALED_SECONDS, BACK_SECONDS = RECENT_SECONDS + 30, 180
BESIDE_THE_HOURS = 1_800
# The difference of memory between the first and the last third of the samples: tabs come and go.
FLAT_SHARE, FLAT_MEGABYTES = 0.15, 60
# And between the second and the last, when everything has been used once.
WARM_SHARE, WARM_MEGABYTES = 0.05, 20
# A fault is over, and the health check says so, within this time. One fault may be missing.
HEALING = 20.0
LEAST_FAULTS = MINUTES * 60 / (GAP + HEALING) - 1
# The part of the seats and cancellations that members ask for and get; the rest meets a fault.
LEAST_DONE = 0.9
MORE_DESCRIPTORS = 150
# Several questions, each over a connection of its own, reach all workers.
ASKED = 4 * WORKERS
CHANGES = ("seat: ", "cancellation: ")


@dataclass
class Samples:
    """The memory, in megabytes, of all processes and of the worker that no fault ends.

    `healed` has the seconds after each fault until all workers were well again.
    """

    whole: list[float] = field(default_factory=list)
    oldest: list[float] = field(default_factory=list)
    healed: list[float] = field(default_factory=list)

    def take(self, site: Application, oldest: int) -> None:
        self.whole.append(megabytes(site.program.process.pid))
        self.oldest.append(megabytes(oldest))


def is_flat(samples: list[float]) -> bool:
    """Whether the last third, by its median, is little more than the first and the second."""
    third = max(1, len(samples) // 3)
    first, second = median(samples[:third]), median(samples[third:-third] or samples[:third])
    last = median(samples[-third:])
    cold = samples[0] * FLAT_SHARE + FLAT_MEGABYTES
    return last - first < cold and last - second < second * WARM_SHARE + WARM_MEGABYTES


def test_growth_is_noticed() -> None:
    assert is_flat([500, 510, 480, 505, 530, 520])
    assert is_flat([500, 540, 580, 590, 585, 595])
    assert not is_flat([500, 520, 560, 600, 640, 700])
    assert not is_flat([500, 505, 510, 515, 570, 580])


class Faults:
    """Each method is one fault, from its begin until its cause is gone."""

    def __init__(self, site: Application, postgres: PostgresCluster, redis: RedisServer) -> None:
        self._site, self._postgres, self._redis = site, postgres, redis
        self.oldest = site.workers()[0]
        self.turns = cycle((self.kill_a_worker, self.restart_redis, self.stop_postgres))

    def kill_a_worker(self) -> None:
        """End another worker than the oldest, which shows what hours do to one."""
        victim = next(one for one in self._site.workers() if one != self.oldest)
        self._site.lose_worker(victim)

    def restart_redis(self) -> None:
        self._redis.stop()
        self._redis.start()

    def stop_postgres(self) -> None:
        self._postgres.halt()
        try:
            time.sleep(PAUSE_SECONDS)
        finally:
            self._postgres.resume()


def until(met: Callable[[], bool], failure: str, seconds: float = HEALED_SECONDS) -> None:
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline, failure
        time.sleep(0.5)


def is_healthy(site: Application) -> bool:
    """Whether every worker says so."""
    for _ in range(ASKED):
        try:
            answer = httpx.get(f"{site.url}/api/health", timeout=30)
        except httpx.TransportError:
            return False
        if answer.json()["status"] != "ok":
            return False
    return True


def suffer(fault: Callable[[], None], site: Application) -> float:
    """Let a fault happen, and say how many seconds after its end all workers were well again."""
    fault()
    began = time.monotonic()
    until(lambda: is_healthy(site), f"the site did not recover from {fault.__name__}")
    return time.monotonic() - began


async def everybody_is_there(crowd: Crowd) -> None:
    async with asyncio.timeout(BACK_SECONDS):
        while crowd.open_tabs() < SOCKETS * 0.98:  # some are about to open another tab
            await asyncio.sleep(0.5)


async def live_through(crowd: Crowd, site: Application, faults: Faults, samples: Samples) -> None:
    """Let time pass, with a fault whenever its turn has come."""
    loop = asyncio.get_running_loop()
    end = loop.time() + MINUTES * 60
    while loop.time() + GAP <= end:
        next_turn = loop.time() + GAP
        await everybody_is_there(crowd)
        await asyncio.sleep(max(0, next_turn - loop.time()))
        samples.take(site, faults.oldest)
        samples.healed.append(await asyncio.to_thread(suffer, next(faults.turns), site))
    await everybody_is_there(crowd)
    await asyncio.sleep(GAP / 2)
    samples.take(site, faults.oldest)


@pytest.mark.timeout(MINUTES * 60 + BESIDE_THE_HOURS)
async def test_hours_of_traffic_and_faults_lose_nothing_and_leak_nothing(
    own_postgres: PostgresCluster, redis_server: RedisServer, start: Start
) -> None:
    raise_descriptors()
    site = start(own_postgres.new_database(), REDIS_URL=redis_server.url, workers=str(WORKERS))
    stage = Stage.at(site.database_url)
    event_ids = [stage.event(max_participants=SOCKETS) for _ in range(EVENTS)]
    people = people_at(stage, event_ids, SOCKETS)
    faults = Faults(site, own_postgres, redis_server)
    samples = Samples()
    async with crowd_at(site.url, people) as crowd:
        await everybody_is_there(crowd)
        files = descriptors(site.program.process.pid)
        try:
            await live_through(crowd, site, faults, samples)
        finally:
            tell_of(crowd, site, samples)
        more_files = descriptors(site.program.process.pid) - files
        assert faults.oldest in site.workers()
    held = {row.user_id for one in event_ids for row in stage.world.rows(one) if is_active(row)}
    lost = [id_ for id_, has in crowd.book.seats.items() if has != (id_ in held)]
    broken = {sentence: found for sentence, found in check(stage.world.database).items() if found}
    stage.world.database.dispose()
    tell(f"{len(crowd.book.seats)} members knew of their seats at the end, {len(lost)} wrongly")
    tell(f"{files} open files at the start, {more_files:+} at the end")
    assert lost == []
    assert len(samples.healed) >= LEAST_FAULTS
    assert share_done(crowd) > LEAST_DONE
    assert crowd.book.wrong == []
    assert broken == {}
    assert is_flat(samples.whole)
    assert is_flat(samples.oldest)
    assert more_files < MORE_DESCRIPTORS


def share_done(crowd: Crowd) -> float:
    """Which part of the seats and cancellations that members asked for they got."""
    asked = {what: n for what, n in crowd.book.told.items() if what.startswith(CHANGES)}
    done = sum(n for what, n in asked.items() if what.endswith(f": {DONE}"))
    return done / max(1, sum(asked.values()))


def is_active(row: Registration) -> bool:
    return row.cancelled_at is None


def tell_of(crowd: Crowd, site: Application, samples: Samples) -> None:
    """The figures, also when the hours end early."""
    healed = max(samples.healed, default=0.0)
    tell(
        f"{SOCKETS} tabs, {WORKERS} workers, {len(samples.healed)} of the faults of "
        f"{MINUTES:.0f} minutes, healed after at most {healed:.1f} s"
    )
    tell(", ".join(f"{what} {count}" for what, count in sorted(crowd.book.told.items())))
    for name, found in (("all", samples.whole), ("the oldest worker", samples.oldest)):
        tell(f"memory of {name}: {' '.join(f'{one:.0f}' for one in found)} MB")
    tell(f"{site.log().count('Traceback')} tracebacks in {len(site.log())} characters of log")
