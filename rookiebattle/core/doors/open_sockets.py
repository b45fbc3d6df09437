"""Which sockets belong to which session, so that ending a session can close them."""

import asyncio
import threading
from collections import defaultdict

from reflex.app import App

from rookiebattle.core import reflex_internals
from rookiebattle.core.pushing import live

SWEEP_EVERY = 1_000


class OpenSockets:
    """The gate adds sockets with each event. They leave when closed or when their session ends."""

    def __init__(self) -> None:
        self._of_session: dict[str, set[str]] = defaultdict(set)
        self._guard = threading.Lock()
        self._since_sweep = 0
        self._app: App | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def remember(self, app: App, session_key: str, sid: str) -> None:
        """Note that a socket carries this session's cookie."""
        if sid in self._of_session.get(session_key, ()):
            return
        self._app, self._loop = app, asyncio.get_running_loop()
        with self._guard:
            self._of_session[session_key].add(sid)
            self._since_sweep += 1
            if self._since_sweep >= SWEEP_EVERY:
                self._sweep(app)

    def _sweep(self, app: App) -> None:
        """Drop the sockets that are closed; Reflex knows which are open."""
        self._since_sweep = 0
        alive = reflex_internals.open_sockets(app)
        for key in list(self._of_session):
            self._of_session[key] = {sid for sid in self._of_session[key] if sid in alive}
            if not self._of_session[key]:
                del self._of_session[key]

    def of(self, session_key: str) -> frozenset[str]:
        return frozenset(self._of_session.get(session_key, ()))

    def close(self, session_key: str) -> None:
        """Close a session's sockets. May be called from any thread.

        What their tabs watch is forgotten: they connect again, perhaps without a session.
        """
        with self._guard:
            sids = self._of_session.pop(session_key, set())
        if self._app and self._loop and not self._loop.is_closed():
            for sid in sids:
                if tab := reflex_internals.tab_of_socket(self._app, sid):
                    live.unwatch(tab)
                closing = reflex_internals.hang_up(self._app, sid)
                asyncio.run_coroutine_threadsafe(closing, self._loop)
