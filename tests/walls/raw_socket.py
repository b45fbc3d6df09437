"""A websocket that sends any text, also invalid frames."""

import asyncio
import re
import socket
import uuid
from types import TracebackType
from typing import Any, Self

import aiohttp
import orjson

NAMESPACE = "/_event"
CONNECT, EVENT = f"40{NAMESPACE},", f"42{NAMESPACE},"


class RawSocket:
    """Speaks engine.io by hand. `texts` holds everything that was received."""

    def __init__(
        self, url: str, *, cookie: str = "", token: str | None = None, **headers: str
    ) -> None:
        self.url, self.token = url, str(uuid.uuid4()) if token is None else token
        self.texts: list[str] = []
        self._headers = {"Origin": url, **({"Cookie": cookie} if cookie else {}), **headers}

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        query = f"?EIO=4&transport=websocket&token={self.token}"
        try:
            self._socket = await self._session.ws_connect(
                f"{self.url}/_event/{query}", headers=self._headers, max_msg_size=0
            )
        except aiohttp.WSServerHandshakeError:
            await self._session.close()
            raise
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._reader.cancel()
        await self._socket.close()
        await self._session.close()

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type is aiohttp.WSMsgType.TEXT:
                self.texts.append(message.data)
                if message.data == "2":
                    await self._socket.send_str("3")

    @property
    def is_open(self) -> bool:
        return not self._reader.done()

    async def connect(self, greeting: Any = None) -> None:
        """Send socket.io's connect; `greeting` is what Reflex calls auth."""
        await self.text(CONNECT + ("" if greeting is None else orjson.dumps(greeting).decode()))

    async def text(self, text: str) -> None:
        await self._socket.send_str(text)

    async def frame(self, *parts: Any) -> None:
        """Send a socket.io event of these parts."""
        await self.text(EVENT + orjson.dumps(list(parts)).decode())

    async def closed(self, seconds: float = 30) -> int | None:
        """Wait until the server hangs up; returns the close code."""
        await asyncio.wait_for(asyncio.shield(self._reader), seconds)
        return self._socket.close_code

    async def until(self, wanted: str, seconds: float = 30) -> None:
        """Wait until a received text contains `wanted`."""
        async with asyncio.timeout(seconds):
            while not any(wanted in text for text in self.texts):
                await asyncio.sleep(0.01)

    async def settled(self, quiet: float = 0.3) -> None:
        """Wait until nothing was received for a moment, or the server hung up."""
        seen = -1
        while self.is_open and seen != len(self.texts):
            seen = len(self.texts)
            await asyncio.sleep(quiet)


def upgrade(url: str, *, origin: str, token: str | None = None, **headers: str) -> bytes:
    """The request for a websocket."""
    token = str(uuid.uuid4()) if token is None else token
    lines = [
        f"GET /_event/?EIO=4&transport=websocket&token={token} HTTP/1.1",
        f"Host: {url.removeprefix('http://')}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        f"Origin: {origin}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join((*lines, "", "")).encode()


def handshake(url: str, *, origin: str, token: str | None = None, **headers: str) -> str:
    """The server's answer to the request for a websocket."""
    port = int(url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=30) as stream:
        stream.sendall(upgrade(url, origin=origin, token=token, **headers))
        return _head_and_body(stream)


def _head_and_body(stream: socket.socket) -> str:
    """Everything up to the end of the answer; only its head if the server accepts the websocket."""
    text = ""
    while part := stream.recv(65536):
        text += part.decode("latin-1")
        head, end, body = text.partition("\r\n\r\n")
        length = re.search(r"content-length: (\d+)", head)
        if end and (
            " 101 " in head.splitlines()[0] or len(body) >= int(length[1] if length else 0)
        ):
            break
    return text
