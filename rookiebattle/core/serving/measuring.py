"""The outermost layer where METRICS_PORT is set: counts requests by route, method and status.

The route is the template of a path, so that ids and invented paths never become labels.
"""

import asyncio
import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from wsgiref.simple_server import WSGIServer

from prometheus_client import start_http_server
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookiebattle import routes
from rookiebattle.core.telemetry.metrics import REGISTRY, REQUEST_SECONDS, REQUESTS
from rookiebattle.settings import get_settings

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
ABORTED = "aborted"
"""The status of a request without an answer: its client has gone."""
OTHER = "other"
ANY, REST = "{}", "{:path}"
# The files of the build: their names change with every build.
FILES = (routes.BUILT, *(routes.art(""), routes.FONTS))
AGAIN_SECONDS = 5.0
log = logging.getLogger(__name__)


class Measuring:
    """ASGI layer. Sockets pass uncounted: `core/sockets/connections.py` counts them."""

    def __init__(self, app: ASGIApp, names: "RouteNames") -> None:
        self._app, self._names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), ABORTED

        async def see(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        try:
            await self._app(scope, receive, see)
        finally:
            route = self._names.of(scope["path"])
            method = scope["method"] if scope["method"] in METHODS else OTHER
            REQUESTS.labels(route, method, status).inc()
            REQUEST_SECONDS.labels(route).observe(time.perf_counter() - began)


@dataclass(slots=True)
class _Node:
    template: str = ""
    below: dict[str, "_Node"] = field(default_factory=dict)


class RouteNames:
    """Finds templates by the parts of a path: a word before a parameter, a parameter otherwise."""

    def __init__(self, templates: Iterable[str]) -> None:
        self._root = _Node()
        for template in templates:
            self._add(template.replace("[", "{").replace("]", "}"))

    def _add(self, template: str) -> None:
        node = self._root
        for part in template.strip("/").split("/"):
            kind = REST if ":path}" in part else ANY if "{" in part else part
            node = node.below.setdefault(kind, _Node())
        node.template = template

    def of(self, path: str) -> str:
        """'/events/{event_id}' for '/events/1a2b'; 'files' for built ones; 'other' for none."""
        if path.startswith(FILES):
            return "files"
        found = _find(self._root, path.strip("/").split("/"), 0)
        return found.template if found else OTHER


def _find(node: _Node, parts: list[str], at: int) -> _Node | None:
    if at == len(parts):
        return node if node.template else None
    for kind in (parts[at], ANY):
        if (below := node.below.get(kind)) and (found := _find(below, parts, at + 1)):
            return found
    return node.below.get(REST)


async def serve_metrics() -> None:
    """Serve until canceled; nothing without METRICS_PORT.

    Each worker takes the first free port of its range, so Prometheus reads every worker by itself.
    A worker that starts while the one before it still ends waits for its port.
    """
    settings = get_settings()
    if not settings.metrics_port:
        return
    while (server := first_free(settings.metrics_host, settings.metrics_ports)) is None:
        log.warning("no port for metrics is free; looking again in %g s", AGAIN_SECONDS)
        await asyncio.sleep(AGAIN_SECONDS)
    try:
        await asyncio.Event().wait()
    finally:
        await asyncio.to_thread(partial(_stop, server))


def first_free(host: str, ports: Iterable[int]) -> WSGIServer | None:
    """A server on the first of these ports that nobody uses; None when all are used."""
    for port in ports:
        try:
            server, _thread = start_http_server(port, host, REGISTRY)
        except OSError:
            continue
        return server
    return None


def _stop(server: WSGIServer) -> None:
    server.shutdown()
    server.server_close()
