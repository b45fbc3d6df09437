"""R8: every confirmed registration and check-in is kept, however often the server is killed."""

import asyncio
import time
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import cycle
from statistics import median

import httpx
import pytest

from rookiebattle.core import clock
from rookiebattle.manage.first_process import answers
from tests import factories
from tests.races.stage import Stage
from tests.servers.application import Application
from tests.servers.postgres import PostgresCluster
from tests.soak.report import tell
from tests.soak.scale import Start, scaled

pytestmark = pytest.mark.anyio
MOST_KILLS, PACE = 20, 100
WRITES, KILLS, AT_ONCE = scaled(4_000, 200), scaled(MOST_KILLS, 3), 16
# Seats of one event are taken one after another, and each waits for the disk.
EVENTS = 8
BACK_SECONDS, MOST_SECONDS = 10, 120


class Writers:
    """Members who register one after another, and the seats that were confirmed.

    A seat is an event with the member who has it.
    """

    def __init__(self, site: Application, event_ids: list[str], cookies: list[str]) -> None:
        self.site, self.waiting = site, list(zip(cycle(event_ids), cookies, strict=False))
        self.acknowledged: list[tuple[str, str]] = []
        self.attempts = 0

    async def write(self) -> None:
        async with httpx.AsyncClient(base_url=self.site.url, timeout=30) as client:
            while self.waiting:
                await self._attempt(client, *self.waiting.pop())

    async def _attempt(self, client: httpx.AsyncClient, event_id: str, cookie: str) -> None:
        """Register once. Without an answer there is no second try, so that half rows would show."""
        headers = {"cookie": cookie, "origin": self.site.url}
        self.attempts += 1
        try:
            path = f"/api/events/{event_id}/register"
            answer = await client.post(path, headers=headers)
        except httpx.TransportError:
            await asyncio.to_thread(self._wait_until_back)
            return
        assert answer.status_code == 200, answer.text
        self.acknowledged.append((event_id, str(answer.json()["userId"])))

    async def until_left(self, number: int) -> None:
        """Return when no more than so many members have still to register."""
        while len(self.waiting) > number:
            await asyncio.sleep(0.01)

    def _wait_until_back(self) -> None:
        """A server that stays away ends the test: a thread that waits cannot be canceled."""
        deadline = time.monotonic() + MOST_SECONDS
        while not answers(self.site.port):
            assert time.monotonic() < deadline, self.site.log()
            time.sleep(0.1)


class Devices(Writers):
    """Devices at the gate, each with a queue of one. What was not answered is sent again."""

    def __init__(self, site: Application, cookie: str, arriving: list[tuple[str, str]]) -> None:
        super().__init__(site, [], [])
        self.waiting, self._cookie = arriving, cookie

    async def _attempt(self, client: httpx.AsyncClient, event_id: str, user_id: str) -> None:
        headers = {"cookie": self._cookie, "origin": self.site.url}
        sent = {"clientId": user_id, "userId": user_id, "at": clock.now().isoformat()}
        while True:
            self.attempts += 1
            try:
                answer = await client.post(
                    f"/api/events/{event_id}/check-ins", headers=headers, json={"checkIns": [sent]}
                )
            except httpx.TransportError:
                await asyncio.to_thread(self._wait_until_back)
                continue
            assert answer.json()[0]["outcome"] == "checked_in", answer.text
            self.acknowledged.append((event_id, user_id))
            return


@dataclass
class Lives:
    """Of each life of the server: the pace in the half before its end, and the seconds after it."""

    writes_per_second: list[float] = field(default_factory=list)
    seconds_to_return: list[float] = field(default_factory=list)


async def kill_again_and_again(writers: Writers) -> Lives:
    """Kill the server at equal parts of the work, in the middle of its writes."""
    lives, total = Lives(), len(writers.waiting)
    for number in range(1, KILLS + 1):
        share = total // (KILLS + 1)
        await writers.until_left(total - number * share + share // 2)
        began, before = time.monotonic(), len(writers.acknowledged)
        await writers.until_left(total - number * share)
        writes = len(writers.acknowledged) - before
        lives.writes_per_second.append(writes / (time.monotonic() - began))
        writers.site.kill()
        began = time.monotonic()
        await asyncio.to_thread(writers.site.restart)
        lives.seconds_to_return.append(time.monotonic() - began)
    return lives


async def survives(site: Application) -> None:
    stage = Stage.at(site.database_url)
    event_ids = [stage.event(max_participants=WRITES) for _ in range(EVENTS)]
    writers = Writers(site, event_ids, stage.signed_in(WRITES))
    async with asyncio.TaskGroup() as group:
        killing = group.create_task(kill_again_and_again(writers))
        for _ in range(AT_ONCE):
            group.create_task(writers.write())
    held = {(one, row.user_id) for one in event_ids for row in stage.world.rows(one)}
    counters = [stage.world.counter(one) for one in event_ids]
    active = [stage.world.held(one) for one in event_ids]
    stage.world.database.dispose()
    lives = killing.result()
    tell(
        f"{KILLS} kills: {len(writers.acknowledged)} acknowledged, {len(held)} kept, "
        f"{median(lives.writes_per_second):.0f} a second before each kill, "
        f"back in at most {max(lives.seconds_to_return):.1f} s"
    )
    assert set(writers.acknowledged) <= held
    if KILLS == MOST_KILLS:
        assert median(lives.writes_per_second) >= PACE, "killed at too slow a pace"
    assert counters == active
    assert sum(active) == len(held)
    assert max(lives.seconds_to_return) < BACK_SECONDS
    assert len(writers.acknowledged) > writers.attempts // 2


async def gates_survive(site: Application) -> None:
    stage = Stage.at(site.database_url)
    world, now = stage.world, clock.now()
    running = {"start_at": now - timedelta(hours=1), "end_at": now + timedelta(hours=9)}
    organizer = world.person()
    event_ids = [world.event(organizer, **running) for _ in range(EVENTS)]
    people = world.people(WRITES)
    seats = [(one, who.user_id) for one, who in zip(cycle(event_ids), people, strict=False)]
    with world.database.unit_of_work(write=True) as session:
        session.add_all(factories.registration(event_id=one, user_id=who) for one, who in seats)
    devices = Devices(site, world.cookie_of(organizer), list(seats))
    async with asyncio.TaskGroup() as group:
        killing = group.create_task(kill_again_and_again(devices))
        for _ in range(AT_ONCE):
            group.create_task(devices.write())
    rows = [row for one in event_ids for row in world.rows(one)]
    noted = world.actions().count("registration.checked_in")
    world.database.dispose()
    tell(f"{KILLS} kills: {devices.attempts} attempts, {len(devices.acknowledged)} checked in")
    assert sorted(devices.acknowledged) == sorted(seats)
    assert all(row.checked_in_at for row in rows)
    assert noted == len(seats)
    assert len(killing.result().seconds_to_return) == KILLS


async def test_sqlite_keeps_every_confirmed_check_in(sqlite_url: str, start: Start) -> None:
    await gates_survive(start(sqlite_url))


async def test_postgres_keeps_every_confirmed_check_in(
    own_postgres: PostgresCluster, start: Start
) -> None:
    await gates_survive(start(own_postgres.new_database()))


async def test_sqlite_keeps_every_confirmed_registration(sqlite_url: str, start: Start) -> None:
    await survives(start(sqlite_url))


async def test_postgres_keeps_every_confirmed_registration(
    own_postgres: PostgresCluster, start: Start
) -> None:
    await survives(start(own_postgres.new_database()))
