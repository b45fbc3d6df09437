"""Serves the figures of this worker on a port of its own, which the public never reaches."""

import asyncio
import logging
from collections.abc import Iterable
from functools import partial
from wsgiref.simple_server import WSGIServer

from prometheus_client import start_http_server

from rookiebattle.core.telemetry.metrics import REGISTRY
from rookiebattle.settings import get_settings

AGAIN_SECONDS = 5.0
log = logging.getLogger(__name__)


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
