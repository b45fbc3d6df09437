"""A double of Discord: one channel that takes webhooks' messages and enforces Discord's limits."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import anyio
import httpx2
import pytest

from rookiebattle.core import clock
from rookiebattle.integrations import discord

SECRET = "a-Secret_token"
ADDRESS = f"https://discord.com/api/webhooks/123456789/{SECRET}"
MOST, SPAN = 5, timedelta(seconds=2)
NEVER = -1


class Flood(httpx2.AsyncByteStream):
    """An answer of 10 MB, which counts how much of it was read."""

    def __init__(self) -> None:
        self.read = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for _ in range(10_240):
            self.read += 1024
            yield b"x" * 1024


class Channel(httpx2.AsyncBaseTransport):
    """Takes five messages in two seconds, of 2,000 characters each, by the site's clock.

    With `answers` the next requests get these statuses; 0 is a timeout, and `NEVER` no answer.
    """

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.asked: list[str] = []
        self.answers: Iterator[int] = iter(())
        self.flood = Flood()
        self._came: list[datetime] = []

    @property
    def texts(self) -> list[str]:
        return [one["content"] for one in self.messages]

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.append(str(request.url))
        status = next(self.answers, 200)
        if status == NEVER:
            await anyio.sleep_forever()
        if status == 0:
            raise httpx2.ReadTimeout(f"no answer from {request.url}", request=request)
        if status != 200:
            head = {"location": "http://127.0.0.1/inside"}
            return httpx2.Response(status, headers=head, stream=self.flood, request=request)
        return self._take(request, json.loads(await request.aread()))

    def _take(self, request: httpx2.Request, told: dict[str, Any]) -> httpx2.Response:
        assert str(request.url) == f"{ADDRESS}?wait=true"
        now = clock.now()
        self._came = [at for at in self._came if at > now - SPAN]
        if len(self._came) >= MOST:
            wait = (self._came[0] + SPAN - now).total_seconds()
            asked = httpx2.ByteStream(json.dumps({"retry_after": wait}).encode())
            return httpx2.Response(429, stream=asked, request=request)
        self._came.append(now)
        if not 0 < len(told["content"]) <= 2_000 or told["allowed_mentions"] != {"parse": []}:
            return httpx2.Response(400, request=request)
        self.messages.append(told)
        return httpx2.Response(200, json={"id": "1"}, request=request)


@contextmanager
def channel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Channel]:
    """Discord, for the whole process, until the block ends."""
    double = Channel()
    with monkeypatch.context() as patched:
        patched.setattr(discord, "_transport", double)
        yield double
