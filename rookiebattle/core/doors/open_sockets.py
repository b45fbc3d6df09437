"""Which sockets belong to which session, so that ending the session closes them."""

import asyncio
import logging
import threading
from collections import defaultdict
from typing import Any

from engineio.exceptions import SocketIsClosedError
from engineio.packet import PING, Packet
from reflex.app import App

from rookiebattle import routes

NAMESPACE = routes.SOCKET
SWEEP_EVERY = 1_000
log = logging.getLogger(__name__)


class OpenSockets:
    """Filled by the gate, event by event; emptied when a session ends or a socket is gone."""

    def __init__(self) -> None:
        self._of_session: dict[str, set[str]] = defaultdict(set)
        self._guard = threading.Lock()
        self._since_sweep = 0
        self._app: App | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def remember(self, app: App, session_key: str, sid: str) -> None:
        """Note that a socket carries a session's cookie."""
        if sid in self._of_session.get(session_key, ()):
            return
        self._app, self._loop = app, asyncio.get_running_loop()
        with self._guard:
            self._of_session[session_key].add(sid)
            self._since_sweep += 1
            if self._since_sweep >= SWEEP_EVERY:
                self._sweep(app)

    def _sweep(self, app: App) -> None:
        """Forget the sockets that are closed; Reflex knows which are open."""
        self._since_sweep = 0
        alive = app.event_namespace.sid_to_token if app.event_namespace else {}
        for key in list(self._of_session):
            self._of_session[key] = {sid for sid in self._of_session[key] if sid in alive}
            if not self._of_session[key]:
                del self._of_session[key]

    def of(self, session_key: str) -> frozenset[str]:
        """The sockets noted for a session."""
        return frozenset(self._of_session.get(session_key, ()))

    def close(self, session_key: str) -> None:
        """Close a session's sockets. May be called in any thread."""
        with self._guard:
            sids = self._of_session.pop(session_key, set())
        if self._app and self._loop and not self._loop.is_closed():
            for sid in sids:
                asyncio.run_coroutine_threadsafe(_close(self._app.sio, sid), self._loop)


async def _read_no_more(_packet: Packet) -> None:
    raise SocketIsClosedError


async def _close(server: Any, sid: str) -> None:  # socketio has no types
    """Drop the connection beneath the socket: its page connects again, with today's cookie.

    A goodbye in socket.io's own words would leave the page disconnected, or deaf, for good.
    """
    transport = server.eio.sockets.get(server.manager.eio_sid_from_sid(sid, NAMESPACE))
    if transport:
        await transport.close(wait=False, abort=True)
        # granian hangs up only between two frames of the client: the ping makes it send one. On a
        # busy machine that comes before we hang up, and nobody may wait for another one then.
        transport.receive = _read_no_more
        await transport.queue.put(Packet(PING))
        await transport.queue.put(None)
