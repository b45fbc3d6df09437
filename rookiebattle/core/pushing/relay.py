"""Short messages between the workers of a site, through Redis pub/sub if REDIS_URL is set.

`redis` is loaded with the first message: a command needs none, and it was a third of its start.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

MOST_WAITING = 10_000
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 10.0
# How often Redis is asked whether it still answers, and how long it may take.
PING_SECONDS = 2.0
ANSWER_SECONDS = 3.0
log = logging.getLogger(__name__)


class Relay:
    """Sends texts to the other workers and receives theirs; recovers when Redis comes back.

    `missed` is called whenever it begins to hear, because messages may have been lost before. While
    `is_hearing` is false, messages are being lost.
    """

    def __init__(
        self, url: str, channel: str, heard: Callable[[str], None], missed: Callable[[], None]
    ) -> None:
        self._url, self._channel = url, channel
        self._heard, self._missed = heard, missed
        self.is_hearing = False
        self._me = uuid4().hex
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake = asyncio.Event()
        self._answered = asyncio.Event()

    def send(self, text: str) -> None:
        """Queue a text for sending, from any thread. Never fails and never waits."""
        self._waiting.append(text)
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake.set)

    async def run(self) -> None:
        """Send and receive until canceled."""
        self._loop = asyncio.get_running_loop()
        async with _connected(self._url) as redis, asyncio.TaskGroup() as group:
            group.create_task(self._send_forever(redis))
            group.create_task(self._hear_forever(redis))

    async def run_telling(self, seconds: float, news: Callable[[], Iterable[str]]) -> None:
        """Run, and send what there is to tell now and after each pause of so many seconds."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.run())
            group.create_task(self._tell_forever(seconds, news))

    async def _tell_forever(self, seconds: float, news: Callable[[], Iterable[str]]) -> None:
        while True:
            for text in news():
                self.send(text)
            await asyncio.sleep(seconds)

    async def _send_forever(self, redis: Redis) -> None:
        from redis.exceptions import RedisError

        pause = FIRST_PAUSE
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                while self._waiting:
                    async with asyncio.timeout(ANSWER_SECONDS):
                        await redis.publish(self._channel, f"{self._me} {self._waiting[0]}")
                    self._waiting.popleft()
                pause = FIRST_PAUSE
            except (RedisError, OSError) as failed:
                log.warning("messages to other workers wait for Redis: %s", type(failed).__name__)
                pause = await _pause(pause)
                self._wake.set()

    async def _hear_forever(self, redis: Redis) -> None:
        from redis.exceptions import RedisError

        pause = FIRST_PAUSE
        while True:
            try:
                await self._hear(redis)
            except (RedisError, OSError) as failed:
                log.warning("messages of other workers are late: %s", type(failed).__name__)
            finally:
                was_hearing, self.is_hearing = self.is_hearing, False
            pause = await _pause(FIRST_PAUSE if was_hearing else pause)

    async def _hear(self, redis: Redis) -> None:
        """Receive until the connection ends or Redis stops answering; then raise the error."""
        async with redis.pubsub() as subscription:
            async with asyncio.timeout(ANSWER_SECONDS):
                await subscription.subscribe(self._channel)
            await _until_one_ends(self._listen(subscription), self._ask(subscription))

    async def _listen(self, subscription: PubSub) -> None:
        async for message in subscription.listen():
            self._take(message)

    async def _ask(self, subscription: PubSub) -> None:
        """Ping Redis, because a Redis that hangs does not end the connection."""
        while True:
            await asyncio.sleep(PING_SECONDS)
            self._answered.clear()
            async with asyncio.timeout(ANSWER_SECONDS):
                await subscription.ping()
                await self._answered.wait()

    def _take(self, message: dict[str, str]) -> None:
        if message["type"] == "subscribe":
            self._missed()
            self.is_hearing = True
        elif message["type"] == "pong":
            self._answered.set()
        elif message["type"] == "message":
            sender, _, text = message["data"].partition(" ")
            if sender != self._me:
                self._heard(text)


async def _until_one_ends(*parts: Coroutine[None, None, None]) -> None:
    """Wait until one part ends, cancel the others, and raise the error of the first."""
    tasks = [asyncio.create_task(part) for part in parts]
    try:
        # No TaskGroup: it loses its own cancellation if one of its tasks fails at that moment.
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in ended:
        task.result()


def _connected(url: str) -> Redis:
    """A client without retries: a silent retry would be a gap in the messages.

    It also has no `socket_timeout`, with which redis-py loses cancellations.
    """
    from redis.asyncio import Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    return Redis.from_url(url, decode_responses=True, retry=Retry(NoBackoff(), 0))


async def _pause(pause: float) -> float:
    await asyncio.sleep(pause)
    return min(pause * 2, LONGEST_PAUSE)
