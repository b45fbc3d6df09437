"""A collector of OpenTelemetry: it takes spans as OTLP over HTTP and keeps them."""

import gzip
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from rookiebattle import routes
from tests.servers.programs import LOOPBACK


class Collector:
    """Listens on loopback until it is stopped. `spans` has all that arrived, `asked` the paths."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.asked: set[str] = set()
        self._server = ThreadingHTTPServer((LOOPBACK, 0), self._handler())
        self.url = f"http://{LOOPBACK}:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        take = self._take

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                is_packed = self.headers.get("content-encoding") == "gzip"
                take(self.path, gzip.decompress(body) if is_packed else body)
                self.send_response(200)
                self.send_header("content-type", "application/x-protobuf")
                self.end_headers()
                self.wfile.write(ExportTraceServiceResponse().SerializeToString())

            def log_message(self, *_told: object) -> None:
                """Say nothing."""

        return Handler

    def _take(self, path: str, body: bytes) -> None:
        self.asked.add(path)
        if path == routes.OTLP_TRACES:
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                self.spans += [span for scope in resource.scope_spans for span in scope.spans]

    def wait_for(self, met: Callable[[], bool], *, seconds: float = 20) -> None:
        """Return once the spans are as wanted; raises TimeoutError with the names of all."""
        deadline = time.monotonic() + seconds
        while not met():
            if time.monotonic() > deadline:
                raise TimeoutError(sorted({span.name for span in self.spans}))
            time.sleep(0.05)

    def inside(self, name: str) -> set[str]:
        """The names of the spans right inside those of this name."""
        outer = {span.span_id for span in self.spans if span.name == name}
        return {span.name for span in self.spans if span.parent_span_id in outer}

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
