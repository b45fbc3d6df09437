"""Traces for OpenTelemetry. Without OTEL_EXPORTER_OTLP_ENDPOINT none of its parts is imported."""

from types import TracebackType
from typing import TYPE_CHECKING, Any

from rookiebattle import routes

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Span, Tracer

ERROR = "error.type"
_bound: "list[Tracer]" = []


def start(endpoint: str, service: str) -> None:
    """Send the spans of this worker to a collector at this address; nothing without an address."""
    if not endpoint:
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    from rookiebattle.core.reflex_internals import trace_events

    exporter = OTLPSpanExporter(endpoint=endpoint + routes.OTLP_TRACES)
    _bind(exporter, BatchSpanProcessor, service)
    trace_events(_Wordless())


def _bind(exporter: "SpanExporter", processor: type, service: str) -> None:
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider

    provider = TracerProvider(resource=Resource.create({"service.name": service}))
    provider.add_span_processor(processor(exporter))
    _bound[:] = [provider.get_tracer("rookiebattle")]


class _Wordless:
    """The provider and tracer of Reflex, whose own spans would quote the words of each error."""

    def get_tracer(self, *_names: object) -> "_Wordless":
        return self

    def start_as_current_span(self, name: str, **told: Any) -> "span":
        return span(name, **told)


def trace_id() -> str:
    """The trace that runs here, as the collector names it; empty without traces."""
    if not _bound:
        return ""
    from opentelemetry.trace import format_trace_id, get_current_span

    context = get_current_span().get_span_context()
    return format_trace_id(context.trace_id) if context.is_valid else ""


class span:  # noqa: N801  # read like a word: `with span("…")`
    """A part of a trace. An error leaves its type there, never its message, which quotes people."""

    __slots__ = ("_name", "_opened", "_span", "_told")

    def __init__(self, name: str, **told: Any) -> None:
        self._name, self._told = name, told

    def __enter__(self) -> "Span | None":
        self._span: Span | None = None
        if not _bound:
            return None
        self._opened = _bound[0].start_as_current_span(
            self._name, record_exception=False, set_status_on_exception=False, **self._told
        )
        self._span = self._opened.__enter__()
        return self._span

    def __exit__(
        self,
        kind: type[BaseException] | None,
        failed: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._span is None:
            return
        if kind:
            self._span.set_attribute(ERROR, kind.__name__)
        self._opened.__exit__(kind, failed, trace)
