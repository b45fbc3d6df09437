"""Tells the other workers, over Redis, which sessions and members to read anew."""

import asyncio
import logging

import redis
import redis.asyncio
from redis.exceptions import RedisError

from rookiebattle.accounts.identity import SessionIdentities

CHANNEL = "rookiebattle:identity"
WAIT_SECONDS, RETRY_SECONDS = 1, 2
log = logging.getLogger(__name__)


class Broadcast:
    """Without Redis, or while it is down, other workers follow within a second by themselves."""

    def __init__(self, url: str, identities: SessionIdentities) -> None:
        self._url, self._identities = url, identities
        self._publisher = redis.Redis.from_url(
            url, socket_timeout=WAIT_SECONDS, socket_connect_timeout=WAIT_SECONDS
        )
        self.listening = asyncio.Event()
        identities.tell_others = self.tell

    def tell(self, kind: str, value: str) -> None:
        """Called in worker threads, after the commit."""
        try:
            self._publisher.publish(CHANNEL, f"{kind} {value}")
        except RedisError as failed:
            log.warning("the other workers could not be told: %s", failed)

    async def listen(self) -> None:
        """Runs as long as the worker does."""
        while True:
            try:
                await self._follow()
            except (RedisError, OSError) as failed:
                self.listening.clear()
                log.warning("not hearing the other workers: %s", failed)
                await asyncio.sleep(RETRY_SECONDS)

    async def _follow(self) -> None:
        client = redis.asyncio.Redis.from_url(
            self._url, decode_responses=True, socket_connect_timeout=WAIT_SECONDS
        )
        async with client, client.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            self._identities.forget_all()
            self.listening.set()
            async for message in channel.listen():
                if message["type"] == "message":
                    self._obey(str(message["data"]))

    def close(self) -> None:
        self._publisher.close()

    def _obey(self, message: str) -> None:
        kind, _, value = message.partition(" ")
        if kind == "session":
            self._identities.forget(value)
        elif kind == "user":
            self._identities.forget_user(value)
