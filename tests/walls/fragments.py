"""A websocket that speaks bytes: it sends messages in parts, and messages that never end."""

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Self

from tests.walls.raw_socket import upgrade

TEXT, CONTINUED, WHOLE = 0x1, 0x0, 0x80
MASKED, NO_MASK = 0x80, bytes(4)


def part(kind: int, data: bytes, *, stated: int | None = None) -> bytes:
    """A frame of a client; `stated` is the length that its head claims."""
    length = len(data) if stated is None else stated
    return bytes((kind, MASKED | 127)) + length.to_bytes(8, "big") + NO_MASK + data


class Fragments:
    """An open websocket. `first` is sent together with the request for it."""

    def __init__(self, url: str, first: bytes = b"") -> None:
        self._url, self._first = url, first

    async def __aenter__(self) -> Self:
        port = int(self._url.rpartition(":")[2])
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", port)
        self._writer.write(upgrade(self._url, origin=self._url) + self._first)
        head = await self._reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 "), head
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._writer.transport.abort()

    async def send(self, data: bytes) -> None:
        """Send bytes; without effect when the server has hung up."""
        with suppress(ConnectionError):
            self._writer.write(data)
            await self._writer.drain()

    async def closed(self, seconds: float = 30) -> None:
        """Read until the server hangs up."""
        async with asyncio.timeout(seconds):
            with suppress(ConnectionError):
                while await self._reader.read(65536):
                    pass

    async def until(self, wanted: bytes, seconds: float = 30) -> None:
        """Read until the server has sent this."""
        async with asyncio.timeout(seconds):
            await self._reader.readuntil(wanted)
