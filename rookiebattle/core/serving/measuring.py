"""The outermost layer where METRICS_PORT is set: counts requests by route, method and status."""

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookiebattle.core.serving.route_names import OTHER, RouteNames
from rookiebattle.core.telemetry.metrics import REQUEST_SECONDS, REQUESTS

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
ABORTED = "aborted"
"""The status of a request without an answer: its client has gone."""


class Measuring:
    """ASGI layer. Sockets pass uncounted: `core/sockets/connections.py` counts them."""

    def __init__(self, app: ASGIApp, names: RouteNames) -> None:
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
