"""R8: every confirmed registration is kept, however often the server is killed."""

import asyncio
import time

import httpx
import pytest

from rookiebattle.manage.serve import answers
from tests.races.stage import Stage
from tests.servers.application import Application
from tests.servers.postgres import PostgresCluster
from tests.soak.scale import Start, scaled

pytestmark = pytest.mark.anyio
WRITES, KILLS, AT_ONCE = scaled(2_000, 200), scaled(20, 3), 8
BACK_SECONDS = 10


class Writers:
    """Members who register one after another, and the registrations that were confirmed."""

    def __init__(self, site: Application, event_id: str, cookies: list[str]) -> None:
        self.site, self.event_id, self.waiting = site, event_id, list(cookies)
        self.acknowledged: list[str] = []
        self.attempts = 0

    async def write(self) -> None:
        async with httpx.AsyncClient(base_url=self.site.url, timeout=30) as client:
            while self.waiting:
                await self._attempt(client, self.waiting.pop())

    async def _attempt(self, client: httpx.AsyncClient, cookie: str) -> None:
        """Register once. Without an answer there is no second try, so that half rows would show."""
        headers = {"cookie": cookie, "origin": self.site.url}
        self.attempts += 1
        try:
            path = f"/api/events/{self.event_id}/register"
            answer = await client.post(path, headers=headers)
        except httpx.TransportError:
            await asyncio.to_thread(self._wait_until_back)
            return
        assert answer.status_code == 200, answer.text
        self.acknowledged.append(str(answer.json()["userId"]))

    def _wait_until_back(self) -> None:
        while not answers(self.site.port):
            time.sleep(0.1)


async def kill_again_and_again(writers: Writers) -> list[float]:
    """Kill the server at equal parts of the work. Returns how long each start took."""
    took, total = [], len(writers.waiting)
    for number in range(1, KILLS + 1):
        while total - len(writers.waiting) < number * total // (KILLS + 1):
            await asyncio.sleep(0.01)
        writers.site.kill()
        began = time.monotonic()
        await asyncio.to_thread(writers.site.restart)
        took.append(time.monotonic() - began)
    return took


async def survives(site: Application) -> None:
    stage = Stage.at(site.database_url)
    event_id = stage.event(max_participants=WRITES)
    writers = Writers(site, event_id, stage.signed_in(WRITES))
    async with asyncio.TaskGroup() as group:
        killing = group.create_task(kill_again_and_again(writers))
        for _ in range(AT_ONCE):
            group.create_task(writers.write())
    held = {row.user_id for row in stage.world.rows(event_id)}
    print(
        f"{KILLS} kills: {len(writers.acknowledged)} acknowledged, {len(held)} kept, "
        f"back in at most {max(killing.result()):.1f} s"
    )
    assert set(writers.acknowledged) <= held
    assert stage.world.counter(event_id) == stage.world.held(event_id) == len(held)
    assert max(killing.result()) < BACK_SECONDS
    assert len(writers.acknowledged) > writers.attempts // 2
    stage.world.database.dispose()


async def test_sqlite_keeps_every_confirmed_registration(sqlite_url: str, start: Start) -> None:
    await survives(start(sqlite_url))


async def test_postgres_keeps_every_confirmed_registration(
    own_postgres: PostgresCluster, start: Start
) -> None:
    await survives(start(own_postgres.new_database()))
