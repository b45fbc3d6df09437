"""R5 at length: thousands of people want two hundred seats on the running site."""

import asyncio
from collections import Counter

import httpx
import pytest

from tests.races.stage import Stage
from tests.servers.application import Application
from tests.servers.redis import RedisServer
from tests.soak.scale import Start, scaled

pytestmark = pytest.mark.anyio
PEOPLE, SEATS, AT_ONCE = scaled(5_000, 250), scaled(200, 20), 32


async def everybody_registers(site: Application) -> None:
    stage = Stage.at(site.database_url)
    event_id = stage.event(max_participants=SEATS)
    cookies = stage.signed_in(PEOPLE)
    limits = httpx.Limits(max_connections=AT_ONCE)
    async with httpx.AsyncClient(
        base_url=site.url, headers={"origin": site.url}, limits=limits, timeout=600
    ) as client:

        async def attempt(cookie: str) -> str:
            path = f"/api/events/{event_id}/register"
            answer = await client.post(path, headers={"cookie": cookie})
            return "ok" if answer.status_code == 200 else answer.text

        ended = Counter(await asyncio.gather(*map(attempt, cookies)))
    assert ended == {"ok": SEATS, "Event is full": PEOPLE - SEATS}
    assert stage.world.held(event_id) == stage.world.counter(event_id) == SEATS
    stage.world.database.dispose()


async def test_one_worker_sells_each_seat_once(each_url: str, start: Start) -> None:
    await everybody_registers(start(each_url))


async def test_four_workers_sell_each_seat_once(
    postgres_url: str, redis_server: RedisServer, start: Start
) -> None:
    await everybody_registers(start(postgres_url, REDIS_URL=redis_server.url, workers="4"))
