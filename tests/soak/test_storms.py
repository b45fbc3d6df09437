"""R3 and R4 at length: junk frames, and thousands of visitors who come and go."""

import asyncio
import time
from pathlib import Path

import aiohttp
import pytest
from redis import Redis

from rookiebattle.core.database.db import Database
from rookiebattle.core.jobs.jobs_table import JobState
from rookiebattle.core.limits import raise_descriptors
from rookiebattle.core.sockets.frames import JOIN_SECONDS, POLICY_VIOLATION
from rookiebattle.pages.my_events.state import MyEventsState
from tests.matrix.cast import assemble
from tests.reflex_internals import event_of
from tests.servers.application import Application
from tests.soak.report import tell
from tests.soak.scale import Start, scaled
from tests.walls.attack import attack
from tests.walls.fuzz import CANARY
from tests.walls.raw_socket import RawSocket
from tests.wire.socket_client import SocketClient

pytestmark = pytest.mark.anyio
FRAMES, CONNECTS, AT_ONCE = scaled(200_000, 2_000), scaled(20_000, 300), 10
SOCKETS = scaled(2_500, 200)
PATIENCE, MOST_LOG = 2.0, 1024 * 1024
# For one worker, in megabytes: the memory that the states of that many visitors may need.
MOST_GROWTH = 400
# In Redis, in megabytes. It keeps the states of pages for an hour.
MOST_STORED = 400
SHOW = event_of(MyEventsState.event_handlers["show"])


def memory(site: Application) -> float:
    """The resident memory of the server and its workers, in megabytes."""
    return sum(map(_resident, _family(site.program.process.pid))) / 1024


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    below = [int(one) for one in children.read_text().split()] if children.exists() else []
    return [pid, *(member for child in below for member in _family(child))]


def _resident(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


async def test_junk_frames_hurt_nobody(sqlite_url: str, start: Start) -> None:
    cast = assemble(Database(sqlite_url))
    site = start(sqlite_url)
    before, at_first = cast.fingerprint(without=JobState.__tablename__), memory(site)
    cookies = ["", cast.cookies["other"], cast.cookies["expired"], cast.cookies["admin"]]
    outcome = await attack(site.url, 1, FRAMES, cookies, cast.cookies["member"])
    growth = memory(site) - at_first
    tell(
        f"{FRAMES} frames: p99 {outcome.p99() * 1000:.0f} ms, {outcome.hung_up} times hung up, "
        f"{len(site.log())} characters of log, {growth:.0f} MB"
    )
    assert cast.fingerprint(without=JobState.__tablename__) == before
    assert outcome.p99() < PATIENCE
    assert len(site.log()) < MOST_LOG
    assert CANARY not in site.log()
    assert growth < MOST_GROWTH
    cast.database.dispose()


@pytest.fixture(params=["alone", "with Redis"])
def redis_url(request: pytest.FixtureRequest) -> str:
    """Where the states of pages lie: empty for the worker's own memory."""
    is_alone = request.param == "alone"
    return "" if is_alone else str(request.getfixturevalue("redis_server").url)


def held_by(redis_url: str) -> float:
    """The memory of Redis, in megabytes."""
    if not redis_url:
        return 0.0
    with Redis.from_url(redis_url) as redis:
        return float(redis.info("memory")["used_memory"]) / 1024 / 1024


async def keep_asking(tab: SocketClient, waits: list[float], done: asyncio.Event) -> None:
    """Load the member's page again and again, and note for how long each answer is waited for."""
    while not done.is_set():
        before, began = len(tab.frames), time.monotonic()
        await tab.send(SHOW)
        await tab.until(lambda before=before: len(tab.frames) > before)
        waits.append(time.monotonic() - began)
        await asyncio.sleep(0.2)


async def come_and_go(site: Application, visits: list[int]) -> None:
    while visits:
        visits.pop()
        async with SocketClient(site.url, path="/events"):
            pass


async def test_thousands_of_visitors_leave_little_memory_behind(
    sqlite_url: str, start: Start, redis_url: str
) -> None:
    database = Database(sqlite_url)
    cast = assemble(database)
    site = start(sqlite_url, REDIS_URL=redis_url)
    await come_and_go(site, list(range(50)))
    at_first, held, visits = memory(site), held_by(redis_url), list(range(CONNECTS))
    waits: list[float] = []
    async with SocketClient(site.url, cookie=cast.cookies["member"], path="/my-events") as member:
        done = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            asking = group.create_task(keep_asking(member, waits, done))
            await asyncio.gather(*(come_and_go(site, visits) for _ in range(AT_ONCE)))
            done.set()
            await asking
    growth, stored = memory(site) - at_first, held_by(redis_url) - held
    slowest = sorted(waits)[len(waits) * 99 // 100]
    tell(
        f"{CONNECTS} connects: {growth:.0f} MB, and {stored:.0f} MB in Redis; "
        f"{len(waits)} answers for a member, p99 {slowest * 1000:.0f} ms"
    )
    assert growth < MOST_GROWTH
    assert stored < MOST_STORED
    assert slowest < PATIENCE
    database.dispose()


async def test_sockets_that_never_join_leave_room_for_members_and_go(
    sqlite_url: str, start: Start
) -> None:
    raise_descriptors()
    database = Database(sqlite_url)
    cast = assemble(database)
    places = SOCKETS * 4 // 5
    site = start(sqlite_url, SOCKETS_PER_WORKER=str(places), TRUSTED_PROXIES="1")
    silent = [_from_somewhere(site, number) for number in range(SOCKETS)]
    doors = asyncio.Semaphore(AT_ONCE)
    accepted = await asyncio.gather(*(_opens(one, doors) for one in silent))
    assert sum(accepted) == places * 3 // 4
    async with SocketClient(site.url, cookie=cast.cookies["member"], path="/my-events") as member:
        assert member.connected
        opened = (one for one, is_open in zip(silent, accepted, strict=True) if is_open)
        await asyncio.gather(*(_is_dropped(one) for one in opened))
        assert member.connected
    async with _from_somewhere(site, 1) as again:
        assert again.is_open
    database.dispose()


def _from_somewhere(site: Application, number: int) -> RawSocket:
    return RawSocket(site.url, **{"X-Forwarded-For": f"203.0.113.{number % 250}"})


async def _opens(socket: RawSocket, doors: asyncio.Semaphore) -> bool:
    async with doors:
        try:
            await socket.__aenter__()
        except aiohttp.WSServerHandshakeError:
            return False
    return True


async def _is_dropped(socket: RawSocket) -> None:
    assert await socket.closed(3 * JOIN_SECONDS) == POLICY_VIOLATION
    await socket.__aexit__(None, None, None)
