"""Traces of the running site, as a collector gets them: spans, and nothing about people."""

import uuid
from collections.abc import Iterator

import httpx
import pytest

from rookiebattle.pages.calendar.state import CalendarState
from rookiebattle.ui.state import ShellState
from tests.matrix.cast import Cast
from tests.reflex_internals import event_of
from tests.servers.application import Application
from tests.servers.collector import Collector
from tests.wire.socket_client import SocketClient

pytestmark = pytest.mark.anyio
OUTSIDER = "0af7651916cd43dd8448eb211c80319c"
CANARY = "CanaryQuery0123456789"
REGISTER, LOAD = (event_of(CalendarState.event_handlers[name]) for name in ("register", "load"))
NO_EVENT = str(uuid.UUID(int=1))
OWN_EVENTS = "GET /api/events/user"


@pytest.fixture(scope="module")
def listening() -> Iterator[Collector]:
    running = Collector()
    yield running
    running.stop()


@pytest.fixture
def collector(listening: Collector) -> Collector:
    """Without what the tests before this one have sent."""
    listening.spans.clear()
    return listening


@pytest.fixture(scope="module")
def traced(
    population: tuple[Cast, str], listening: Collector, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Application]:
    settings = {"OTEL_EXPORTER_OTLP_ENDPOINT": listening.url, "OTEL_BSP_SCHEDULE_DELAY": "100"}
    folder = tmp_path_factory.mktemp("traced")
    running = Application(folder, database_url=population[1], settings=settings)
    yield running
    running.stop()


async def use(site: Application, cast: Cast) -> None:
    """Ask, look and press as a member, with words that must stay here."""
    headers = {
        "origin": site.url,
        "cookie": f"{cast.cookies['member']}; theme={CANARY}",
        "authorization": f"Bearer {CANARY}",
    }
    async with (
        httpx.AsyncClient(base_url=site.url, headers=headers) as client,
        SocketClient(site.url, cookie=headers["cookie"], path=f"/events?q={CANARY}") as tab,
    ):
        assert (await client.get("/api/events/user")).status_code == 200
        assert (await client.get("/api/events/user", params={"q": CANARY})).status_code == 422
        assert (await client.get(f"/api/events/{CANARY}")).status_code == 404
        answers = tab.of(ShellState.get_full_name())["answers"]
        await tab.send(REGISTER, event_id=CANARY)
        await tab.send(REGISTER, event_id=NO_EVENT)
        await tab.send(LOAD)
        await tab.until(lambda: tab.of(ShellState.get_full_name())["answers"] >= answers + 3)


async def test_an_outsider_writes_into_no_trace(traced: Application, collector: Collector) -> None:
    told = {"traceparent": f"00-{OUTSIDER}-b7ad6b7169203331-01", "tracestate": "rb=1"}
    async with (
        httpx.AsyncClient(base_url=traced.url, headers=told) as client,
        SocketClient(traced.url, path="/events") as tab,
    ):
        assert (await client.get("/api/events")).status_code == 200
        await tab.send_raw({"name": LOAD, "payload": {}, "router_data": {}, **told})
        collector.wait_for(lambda: bool(collector.inside(LOAD)))
    assert OUTSIDER not in {span.trace_id.hex() for span in collector.spans}


async def test_a_collector_sees_requests_and_events_with_their_verbs_and_no_private_word(
    traced: Application, collector: Collector, population: tuple[Cast, str]
) -> None:
    cast, _ = population
    await use(traced, cast)
    wanted = {OWN_EVENTS, REGISTER, LOAD}
    collector.wait_for(lambda: all(map(collector.inside, wanted)))
    told = "\n".join(map(str, collector.spans))
    private = (CANARY, "member@example.org", *cast.cookies["member"].split("=")[1:], "example.org")
    assert [word for word in private if word in told] == []
    assert {one.key for span in collector.spans for one in span.attributes} <= {
        "error.type",
        "session.id",
        "code.function.name",
        *(f"reflex.compile.{name}" for name in ("trigger", "dry_run")),
        *(f"reflex.event.{name}" for name in ("name", "txid", "parent_txid", "background")),
    }
