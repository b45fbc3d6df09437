"""A tab without a browser: it speaks over the websocket as the compiled client does."""

import asyncio
import uuid
from types import TracebackType
from typing import Any, Self

import socketio

NAMESPACE = "/_event"
STATE = "reflex___state____state"
HYDRATE = f"{STATE}.hydrate_and_load"
MARK = "_rx_state_"
Values = dict[str, Any]  # the vars of one state, as JSON


class SocketClient:
    """One tab. `vars` has what the page would show: state name → var name → value."""

    def __init__(self, url: str, *, cookie: str = "", path: str = "/", origin: str = "") -> None:
        self.url, self.path = url, path
        self.token = str(uuid.uuid4())
        self.vars: dict[str, Values] = {}
        self.frames: list[Any] = []
        self.client_events: list[Any] = []
        self._changed = asyncio.Condition()
        self._headers = {"Origin": origin or url}
        if cookie:
            self._headers["Cookie"] = cookie
        self._socket = socketio.AsyncClient(reconnection=False)
        self._socket.on("event", self._receive, namespace=NAMESPACE)

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._socket.disconnect()

    async def connect(self, *, hydrate: bool = True) -> None:
        """Open the socket. As in the browser, the first event is sent with the connect."""
        boot = {"event": self._event(HYDRATE, {})} if hydrate else None
        await self._socket.connect(
            f"{self.url}/_event/?token={self.token}",
            headers=self._headers,
            transports=["websocket"],
            namespaces=[NAMESPACE],
            socketio_path=NAMESPACE,
            auth=boot,
            wait_timeout=30,
        )
        if hydrate:
            await self.until(lambda: self.of(STATE).get("is_hydrated") is True)

    @property
    def connected(self) -> bool:
        return bool(self._socket.connected)

    async def send(self, name: str, /, **payload: object) -> None:
        """Send an event, by the handler's full name, without waiting for its effect."""
        await self._socket.emit("event", self._event(name, payload), namespace=NAMESPACE)

    async def send_raw(self, frame: object) -> None:
        """Send any value in place of an event."""
        await self._socket.emit("event", frame, namespace=NAMESPACE)

    async def until(self, met: Any, *, seconds: float = 30) -> None:
        """Wait until `met()` is true; it is called after every frame."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(met)

    def of(self, state: str) -> Values:
        """The vars of a state, by its full name."""
        return self.vars.get(state, {})

    def _event(self, name: str, payload: dict[str, object]) -> dict[str, object]:
        path, _, query = self.path.partition("?")
        pairs = (part.partition("=") for part in query.split("&") if part)
        return {
            "name": name,
            "payload": payload,
            "router_data": {
                "pathname": path,
                "asPath": self.path,
                "query": {key: value for key, _, value in pairs},
                "origin": self.url,
            },
        }

    async def _receive(self, update: Any) -> None:
        async with self._changed:
            self.frames.append(update)
            for state, values in (update.get("delta") or {}).items():
                known = self.vars.setdefault(state, {})
                known |= {name.removesuffix(MARK): value for name, value in values.items()}
            self.client_events += update.get("events") or []
            self._changed.notify_all()
