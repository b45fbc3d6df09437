"""Short messages between the workers of one site, through Redis pub/sub when REDIS_URL is set."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from uuid import uuid4

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

MOST_WAITING = 10_000
PATIENCE = 0.5
LONGEST_PATIENCE = 10.0
log = logging.getLogger(__name__)


class Relay:
    """Sends texts to the other workers and hears theirs. Heals by itself when Redis comes back.

    `missed` is called after a gap in which messages of others may have been lost. While
    `is_hearing` is false, they are being lost.
    """

    def __init__(
        self, url: str, channel: str, heard: Callable[[str], None], missed: Callable[[], None]
    ) -> None:
        self._url, self._channel = url, channel
        self._heard, self._missed = heard, missed
        self.is_hearing = self._has_gap = False
        self._me = uuid4().hex
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake = asyncio.Event()

    def send(self, text: str) -> None:
        """Hand over a text, from any thread. Never fails and never waits."""
        self._waiting.append(text)
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake.set)

    async def run(self) -> None:
        """Send and hear until cancelled."""
        self._loop = asyncio.get_running_loop()
        async with (
            _connected(self._url) as redis,
            asyncio.TaskGroup() as group,
        ):
            group.create_task(self._send_forever(redis))
            group.create_task(self._hear_forever(redis))

    async def _send_forever(self, redis: Redis) -> None:
        patience = PATIENCE
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                while self._waiting:
                    await redis.publish(self._channel, f"{self._me} {self._waiting[0]}")
                    self._waiting.popleft()
                patience = PATIENCE
            except (RedisError, OSError) as failed:
                log.warning("messages to other workers wait for Redis: %s", type(failed).__name__)
                patience = await _pause(patience)
                self._wake.set()

    async def _hear_forever(self, redis: Redis) -> None:
        patience = PATIENCE
        while True:
            try:
                async with redis.pubsub() as subscription:
                    await subscription.subscribe(self._channel)
                    async for message in subscription.listen():
                        self._take(message)
            except (RedisError, OSError) as failed:
                log.warning("messages of other workers are late: %s", type(failed).__name__)
            finally:
                was_hearing, self.is_hearing, self._has_gap = self.is_hearing, False, True
            patience = await _pause(PATIENCE if was_hearing else patience)

    def _take(self, message: dict[str, str]) -> None:
        if message["type"] == "subscribe":
            self._begin_hearing()
        elif message["type"] == "message":
            sender, _, text = message["data"].partition(" ")
            if sender != self._me:
                self._heard(text)

    def _begin_hearing(self) -> None:
        self.is_hearing = True
        if self._has_gap:
            self._missed()


def _connected(url: str) -> Redis:
    """Fails at once: what is tried again in silence would be a gap that nobody notices."""
    return Redis.from_url(url, decode_responses=True, retry=Retry(NoBackoff(), 0))


async def _pause(patience: float) -> float:
    await asyncio.sleep(patience)
    return min(patience * 2, LONGEST_PATIENCE)
