"""The port of the figures: off by default, one for each worker, never the site's own."""

import asyncio
import urllib.request
from contextlib import suppress

import pytest

from rookiebattle.core.serving import measuring
from rookiebattle.core.serving.measuring import first_free, serve_metrics
from rookiebattle.settings import SettingsError, get_settings

pytestmark = pytest.mark.anyio
HOST = "127.0.0.1"


def read(port: int) -> str:
    with urllib.request.urlopen(f"http://{HOST}:{port}/metrics", timeout=10) as answer:
        return str(answer.read().decode())


def free_range(count: int) -> range:
    """That many ports in a row that nobody uses at the moment."""
    for first in range(20_000, 60_000, count):
        servers = [first_free(HOST, [port]) for port in range(first, first + count)]
        for one in servers:
            if one:
                one.shutdown()
                one.server_close()
        if all(servers):
            return range(first, first + count)
    raise AssertionError


@pytest.fixture
def ports(monkeypatch: pytest.MonkeyPatch) -> range:
    found = free_range(2)
    monkeypatch.setenv("METRICS_PORT", str(found[0]))
    monkeypatch.setenv("GRANIAN_WORKERS", "2")
    get_settings.cache_clear()
    return found


async def listening(port: int) -> None:
    async with asyncio.timeout(30):
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(HOST, port)
                writer.close()
                return
            await asyncio.sleep(0.02)


async def test_each_worker_has_a_port_and_a_new_one_takes_the_place_of_one_that_ends(
    ports: range, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(measuring, "AGAIN_SECONDS", 0.02)
    workers = []
    for port in ports:
        workers.append(asyncio.create_task(serve_metrics()))
        await listening(port)
    third = asyncio.create_task(serve_metrics())
    async with asyncio.timeout(30):
        while "no port for metrics is free" not in caplog.text:
            await asyncio.sleep(0.02)
    text = await asyncio.to_thread(read, ports[0])
    assert "rookiebattle_requests_total" in text
    assert "process_resident_memory_bytes" in text
    workers[1].cancel()
    await asyncio.gather(workers[1], return_exceptions=True)
    await listening(ports[1])
    assert "rookiebattle_seats_total" in await asyncio.to_thread(read, ports[1])
    for one in (workers[0], third):
        one.cancel()
    await asyncio.gather(workers[0], third, return_exceptions=True)
    with pytest.raises(OSError, match="refused"):
        read(ports[0])


async def test_without_the_setting_nothing_listens() -> None:
    await serve_metrics()
    assert get_settings().metrics_ports == range(0)


def test_it_is_never_the_sites_own_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_PORT", "7999")
    monkeypatch.setenv("GRANIAN_WORKERS", "2")
    monkeypatch.setenv("PORT", "8000")
    with pytest.raises(SettingsError, match="METRICS_PORT and PORT must differ"):
        get_settings()
    assert get_settings.cache_info().currsize == 0
