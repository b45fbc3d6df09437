"""Generations change after a commit, not after a rollback, and on other workers too."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from unittest.mock import Mock

import pytest
from redis.asyncio import Redis
from sqlalchemy.orm import Session

from rookiebattle.core.database import freshness
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict
from rookiebattle.core.jobs import jobs
from rookiebattle.core.pushing import relay
from rookiebattle.core.pushing.relay import Relay
from rookiebattle.settings import get_settings
from tests import factories
from tests.servers.redis import RedisServer

TOPIC = freshness.CHAPTERS


def write(session: Session) -> None:
    """Write so that this topic changes."""
    session.add(factories.chapter())


def test_a_generation_ends_with_the_commit(database: Database) -> None:
    before = freshness.generation(TOPIC)
    with database.unit_of_work(write=True) as session:
        write(session)
        assert freshness.generation(TOPIC) == before
    assert freshness.generation(TOPIC) == before + 1


def test_a_rollback_changes_nothing(database: Database) -> None:
    before = freshness.generation(TOPIC)
    with suppress(Conflict), database.unit_of_work(write=True) as session:
        write(session)
        session.flush()
        raise Conflict
    assert freshness.generation(TOPIC) == before


def test_workers_tell_each_other_over_redis(
    redis_server: RedisServer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", redis_server.url)
    get_settings.cache_clear()

    def write_here() -> None:
        with database.unit_of_work(write=True) as session:
            write(session)

    async def two_workers() -> tuple[str, int]:
        """The test plays the other worker: it hears our change, then announces one of its own."""
        async with (
            Redis.from_url(redis_server.url, decode_responses=True) as other,
            other.pubsub() as heard,
        ):
            await heard.subscribe(freshness.CHANNEL)
            following = asyncio.create_task(freshness.follow_other_workers())
            await until(is_sure)
            before = freshness.generation(TOPIC)
            await asyncio.to_thread(write_here)
            ours = await anext(m async for m in heard.listen() if m["type"] == "message")
            await other.publish(freshness.CHANNEL, f"other {TOPIC}")
            await until(lambda: freshness.generation(TOPIC) > before + 1)
            added = freshness.generation(TOPIC) - before
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
        return str(ours["data"]).partition(" ")[2], added

    assert asyncio.run(asyncio.wait_for(two_workers(), 60)) == (TOPIC, 2)


@pytest.fixture
def lost_redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RedisServer]:
    """A Redis that the test may stop."""
    server = RedisServer(tmp_path)
    monkeypatch.setenv("REDIS_URL", server.url)
    get_settings.cache_clear()
    yield server
    server.stop()


def is_sure() -> bool:
    """Whether two reads in a row get the same generation, so that a copy can be shared."""
    return freshness.generation(TOPIC) == freshness.generation(TOPIC)


async def until(met: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not met():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def losing_the_others(
    follow: Callable[[], Awaitable[None]] = freshness.follow_other_workers,
) -> AsyncIterator[None]:
    """The other workers are heard before and after the block, with a gap inside it."""
    assert not is_sure()
    following = asyncio.ensure_future(follow())
    await until(is_sure)
    before = freshness.generation(TOPIC)
    yield
    await until(is_sure)
    assert freshness.generation(TOPIC) > before
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)


@pytest.mark.parametrize(("lose", "find"), [("stop", "start"), ("freeze", "thaw")])
def test_nothing_is_shared_while_the_other_workers_are_not_heard(
    lost_redis: RedisServer, monkeypatch: pytest.MonkeyPatch, lose: str, find: str
) -> None:
    monkeypatch.setattr(relay, "PING_SECONDS", 0.1)

    async def lose_and_find() -> None:
        async with losing_the_others():
            getattr(lost_redis, lose)()
            await until(lambda: not is_sure())
            getattr(lost_redis, find)()

    asyncio.run(lose_and_find())
    assert not is_sure()


def test_a_task_that_died_leaves_nothing_shared_and_begins_with_a_gap(
    lost_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "PAUSE_SECONDS", 0.5)

    async def die_and_begin_again() -> None:
        async with losing_the_others(jobs.supervised(freshness.follow_other_workers)):
            with monkeypatch.context() as broken:
                broken.setattr(Relay, "_take", Mock(side_effect=ValueError))
                async with Redis.from_url(lost_redis.url) as other:
                    await other.publish(freshness.CHANNEL, f"other {TOPIC}")
                await until(lambda: not freshness._relays)
                assert not is_sure()

    asyncio.run(die_and_begin_again())
