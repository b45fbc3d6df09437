"""R17 at length: two hundred sessions end under load, and no tab shows another person's data."""

import pytest

from tests.servers.application import Application
from tests.servers.redis import RedisServer
from tests.soak.scale import Start, scaled
from tests.walls.crowd import READING, end_sessions_under_load, settle

pytestmark = pytest.mark.anyio
ENDED = scaled(200, 20)


async def everybody_is_logged_out(site: Application) -> None:
    people = settle(site.database_url, ENDED + READING)
    await end_sessions_under_load(site, people, ENDED)


async def test_one_worker_ends_every_session(sqlite_url: str, start: Start) -> None:
    await everybody_is_logged_out(start(sqlite_url))


async def test_two_workers_end_every_session(
    postgres_url: str, redis_server: RedisServer, start: Start
) -> None:
    await everybody_is_logged_out(start(postgres_url, REDIS_URL=redis_server.url, workers="2"))
