"""Many open pages in one process. They speak Reflex's websocket without a client library.

Engine.io frames: '0' open, '2' ping, '3' pong, '4' message; in a message '0' connect, '2' event.
"""

import asyncio
import json
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import aiohttp

SPACE = "/_event"
STATE = "reflex___state____state"
HYDRATE = f"{STATE}.hydrate_and_load"


class Tab:
    """One open page. `on_frame` gets every update with the instant of its arrival."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        port: int,
        *,
        path: str,
        cookie: str,
        hashes: Sequence[str] = (),
    ) -> None:
        """`hashes` of the vars that were built into the page: it is sent only what differs."""
        self.token = str(uuid.uuid4())
        self.path = path
        self._hashes = hashes
        self.on_frame: Callable[[dict[str, Any], float], None] = lambda _update, _at: None
        self._session, self._url = session, f"http://localhost:{port}"
        self._headers = {"Origin": self._url, **({"Cookie": cookie} if cookie else {})}
        self._frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def open(self, *, hydrate: bool = True) -> None:
        """Connect; with `hydrate`, return when the page has its data."""
        address = f"{self._url}{SPACE}/?token={self.token}&EIO=4&transport=websocket"
        self._socket = await self._session.ws_connect(address, headers=self._headers)
        await self._socket.receive_str()
        built: dict[str, object] = {"hashes": self._hashes} if self._hashes else {}
        boot = {"event": self._event(HYDRATE, built)} if hydrate else {}
        await self._socket.send_str(f"40{SPACE},{json.dumps(boot)}")
        self._reader = asyncio.create_task(self._read())
        while hydrate and not _is_hydrated(await self.next()):
            pass

    async def close(self) -> None:
        self._reader.cancel()
        await self._socket.close()

    async def next(self, seconds: float = 30) -> dict[str, Any]:
        """The next update."""
        return await asyncio.wait_for(self._frames.get(), seconds)

    def forget(self) -> None:
        """Drop the updates that were not waited for."""
        while not self._frames.empty():
            self._frames.get_nowait()

    async def round_trip(self, name: str, *, path: str = "", **payload: object) -> float:
        """Milliseconds from sending an event to the first update."""
        self.path = path or self.path
        start = time.perf_counter()
        await self._socket.send_str(
            f"42{SPACE},{json.dumps(['event', self._event(name, payload)])}"
        )
        await self.next()
        return (time.perf_counter() - start) * 1000

    def _event(self, name: str, payload: dict[str, object]) -> dict[str, object]:
        router = {"pathname": self.path, "asPath": self.path, "query": {}, "origin": self._url}
        return {"name": name, "payload": payload, "router_data": router}

    async def _read(self) -> None:
        start = f"42{SPACE},"
        async for message in self._socket:
            text = str(message.data)
            if text == "2":
                await self._socket.send_str("3")
            elif text.startswith(start):
                at = time.perf_counter()
                update = json.loads(text[len(start) :])[1]
                self.on_frame(update, at)
                self._frames.put_nowait(update)


async def open_many(tabs: list[Tab], *, at_once: int = 10) -> None:
    """Open all of them, a few at a time, as pages would."""
    places = asyncio.Semaphore(at_once)

    async def one(tab: Tab) -> None:
        async with places:
            await tab.open()

    await asyncio.gather(*(one(tab) for tab in tabs))


def _is_hydrated(update: dict[str, Any]) -> bool:
    of_root = (update.get("delta") or {}).get(STATE, {})
    return any(name.startswith("is_hydrated") and value for name, value in of_root.items())
