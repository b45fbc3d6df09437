"""Traces: without a collector a span is nothing, and errors leave no words."""

from collections.abc import Iterator

import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from sqlalchemy.orm import Session

from rookiebattle.core import reflex_internals
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.work import run
from rookiebattle.core.telemetry import tracing
from rookiebattle.core.telemetry.tracing import span, trace_id

CANARY = "canary-of-a-private-word"


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    tracing._bind(exporter, SimpleSpanProcessor, "A club")
    yield exporter
    tracing._bound.clear()


def look(_session: Session, _actor: Actor) -> str:
    return trace_id()


@pytest.mark.anyio
async def test_a_verb_belongs_to_the_trace_of_its_request(
    database: Database, spans: InMemorySpanExporter
) -> None:
    with span("GET /api/events"):
        inside, outside = await run(look, VISITOR), trace_id()
    assert inside == outside != ""
    verb, request = spans.get_finished_spans()
    assert (verb.name, request.name) == (
        "tests.core.telemetry.test_tracing.look",
        "GET /api/events",
    )
    assert verb.parent is not None
    assert request.context is not None
    assert verb.parent.span_id == request.context.span_id
    assert request.resource.attributes["service.name"] == "A club"


def test_an_error_leaves_its_type_and_no_words(spans: InMemorySpanExporter) -> None:
    with pytest.raises(KeyError), span("of a test"):
        raise KeyError(CANARY)
    (one,) = spans.get_finished_spans()
    assert dict(one.attributes or {}) == {"error.type": "KeyError"}
    assert CANARY not in one.to_json()


def test_an_event_of_reflex_leaves_no_words_either(spans: InMemorySpanExporter) -> None:
    tracer = tracing._Wordless().get_tracer("reflex")
    with pytest.raises(KeyError), tracer.start_as_current_span("calendar.register", attributes={}):
        raise KeyError(CANARY)
    (one,) = spans.get_finished_spans()
    assert dict(one.attributes or {}) == {"error.type": "KeyError"}
    assert CANARY not in one.to_json()


def test_without_a_collector_a_span_is_nothing() -> None:
    tracing.start("", "A club")
    with span("of a test"):
        assert trace_id() == ""


def test_with_an_address_spans_go_there(monkeypatch: pytest.MonkeyPatch) -> None:
    bound: list[object] = []
    told: list[object] = []
    monkeypatch.setattr(tracing, "_bind", lambda exporter, *_told: bound.append(exporter))
    monkeypatch.setattr(reflex_internals, "trace_events", told.append)
    tracing.start("http://127.0.0.1:4318", "A club")
    (exporter,) = bound
    assert len(told) == 1
    assert exporter._endpoint == "http://127.0.0.1:4318/v1/traces"  # type: ignore[attr-defined]  # its own
