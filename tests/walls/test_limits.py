"""The limits of the running site: visitors by their address, each member alone."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from rookiebattle.core.limits import NETWORKS, TELL_SECONDS
from rookiebattle.pages.calendar.state import CalendarState
from rookiebattle.settings import get_settings
from rookiebattle.ui.state import ShellState
from tests.matrix.cast import Cast
from tests.reflex_internals import event_of
from tests.servers.application import Application
from tests.servers.redis import RedisServer
from tests.walls.raw_socket import RawSocket, handshake
from tests.wire.socket_client import HYDRATE, SocketClient

pytestmark = pytest.mark.anyio
CONNECTS, AT_ONCE, REQUESTS, EVENTS, AT_SITE = 10, 15, 20, 5, 3
CROWD, HANDSHAKES = 150, 600
SETTINGS = {
    "CONNECTS_PER_MINUTE": str(CONNECTS),
    "REQUESTS_PER_MINUTE": str(REQUESTS),
    "SOCKETS_PER_ADDRESS": str(AT_ONCE),
    "EVENTS_PER_SECOND": str(EVENTS),
    "TRUSTED_PROXIES": "1",
    "DEMO_DATA": "false",
}
FIRST = {"name": HYDRATE, "payload": {}, "router_data": {}}
LOAD = event_of(CalendarState.event_handlers["load"])
SHELL = ShellState.get_full_name()


@pytest.fixture(scope="module")
def strict_site(
    population: tuple[Cast, str],
    redis_server: RedisServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Application]:
    """A site behind one proxy, which names the client. `other_server` is a second one of it."""
    folder: Path = tmp_path_factory.mktemp("strict")
    settings = {**SETTINGS, "REDIS_URL": redis_server.url}
    running = Application(folder, database_url=population[1], settings=settings)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def usual_site(
    population: tuple[Cast, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Application]:
    """A site with the limits that a new one has."""
    folder: Path = tmp_path_factory.mktemp("usual")
    settings = {"TRUSTED_PROXIES": "1", "DEMO_DATA": "false"}
    running = Application(folder, database_url=population[1], settings=settings)
    yield running
    running.stop()


async def test_a_crowd_behind_one_address_is_back_at_once_after_a_restart(
    usual_site: Application,
) -> None:
    """No page is refused, so none waits; pages that are refused try again for 90 seconds."""
    crowd = come_from("203.0.113.11")
    for _ in range(CROWD):
        answer = handshake(usual_site.url, origin=usual_site.url, **crowd)
        assert answer.startswith("HTTP/1.1 101 ")
    usual_site.restart()
    async with AsyncExitStack() as stack:
        for _ in range(CROWD):
            page = RawSocket(usual_site.url, **crowd)
            await stack.enter_async_context(page)
            await page.connect({"event": FIRST})
            await page.until("is_hydrated")


def test_nobody_connects_without_end(usual_site: Application) -> None:
    began, admitted = time.monotonic(), 0
    for _ in range(HANDSHAKES):
        answer = handshake(usual_site.url, origin=usual_site.url, **come_from("203.0.113.12"))
        admitted += answer.startswith("HTTP/1.1 101 ")
    usual = get_settings()
    minutes = (time.monotonic() - began) / 60
    most = usual.sockets_per_address + minutes * usual.connects_per_minute + 1
    assert usual.connects_per_minute < admitted <= most < HANDSHAKES


def come_from(address: str, **headers: str) -> dict[str, str]:
    return {"x-forwarded-for": address, **headers}


def statuses(site: Application, count: int, address: str, **headers: str) -> Counter[int]:
    with httpx.Client(base_url=site.url, headers=come_from(address, **headers)) as client:
        return Counter(client.get("/api/events").status_code for _ in range(count))


def test_connects_are_limited_by_address(strict_site: Application) -> None:
    site, limited = strict_site, []
    for number in range(2 * AT_ONCE):
        answer = handshake(site.url, origin=site.url, **come_from("203.0.113.1"))
        status = answer.split()[1]
        assert status in ("101", "429")
        if status == "429":
            limited.append(number)
            assert re.search(r"retry-after: [1-9]", answer)
            assert "Too many requests" in answer
            assert "content-security-policy" in answer
    assert min(limited) >= AT_ONCE
    other = handshake(site.url, origin=site.url, **come_from("203.0.113.2"))
    assert other.startswith("HTTP/1.1 101 ")


def test_visitors_are_limited_by_address_and_told_when_to_return(
    strict_site: Application,
) -> None:
    with httpx.Client(base_url=strict_site.url, headers=come_from("203.0.113.3")) as client:
        asked = [client.get("/api/health") for _ in range(2 * REQUESTS)]
    late = [answer for answer in asked if answer.status_code == 429]
    assert len(late) >= REQUESTS // 2
    refused = late[-1]
    assert int(refused.headers["retry-after"]) >= 1
    assert refused.text.startswith("Too many requests")


def test_a_forged_forwarding_header_does_not_widen_the_limit(strict_site: Application) -> None:
    refused = 0
    with httpx.Client(base_url=strict_site.url) as client:
        for number in range(2 * REQUESTS):
            lie = f"198.51.100.{number}, 203.0.113.4"
            refused += client.get("/api/health", headers=come_from(lie)).status_code == 429
    assert refused >= REQUESTS // 2


def test_an_ipv6_network_counts_as_one_address(strict_site: Application) -> None:
    refused = 0
    with httpx.Client(base_url=strict_site.url) as client:
        for number in range(2 * REQUESTS):
            address = come_from(f"2001:db8:0:1::{number:x}")
            refused += client.get("/api/health", headers=address).status_code == 429
    assert refused >= REQUESTS // 2
    assert statuses(strict_site, 1, "2001:db8:0:2::1") == {200: 1}


def test_the_networks_of_an_ipv6_site_have_a_limit_together(strict_site: Application) -> None:
    refused = 0
    with httpx.Client(base_url=strict_site.url) as client:
        for number in range(2 * NETWORKS * REQUESTS):
            address = come_from(f"2001:db8:1:{number:x}::1")
            refused += client.get("/api/health", headers=address).status_code == 429
    assert refused >= REQUESTS // 2
    assert statuses(strict_site, 1, "2001:db8:2::1") == {200: 1}


def test_members_behind_one_address_have_limits_of_their_own(
    strict_site: Application, cast: Cast
) -> None:
    statuses(strict_site, 2 * REQUESTS, "203.0.113.5")
    for role in ("member", "other", "organizer"):
        seen = statuses(strict_site, 3, "203.0.113.5", cookie=cast.cookies[role])
        assert seen == {200: 3}, role


def test_a_made_up_session_is_a_visitor(strict_site: Application) -> None:
    refused = 0
    with httpx.Client(base_url=strict_site.url) as client:
        for number in range(2 * REQUESTS):
            headers = come_from("203.0.113.6", cookie=f"rb_session={number:043}")
            refused += client.get("/api/health", headers=headers).status_code == 429
    assert refused >= REQUESTS // 2


async def test_events_are_limited_by_member_over_all_their_tabs(
    strict_site: Application, cast: Cast
) -> None:
    async with (
        SocketClient(strict_site.url, cookie=cast.cookies["member"]) as one,
        SocketClient(strict_site.url, cookie=cast.cookies["member"]) as two,
    ):
        # Each tab alone stays within the limit. A busy machine may need several rounds.
        for _ in range(10):
            await asyncio.sleep(1)
            for _ in range(EVENTS - 1):
                await asyncio.gather(one.send(LOAD), two.send(LOAD))
            toasts = [str(tab.of(SHELL).get("toast", {})) for tab in (one, two)]
            if any("Too many requests" in one for one in toasts):
                return
        pytest.fail("both tabs together had twice the limit")


@pytest.fixture(scope="module")
def other_server(
    strict_site: Application,
    redis_server: RedisServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Application]:
    """Another server of the strict site, at which fewer pages may be open and more may connect."""
    few = {"SOCKETS_PER_ADDRESS": str(AT_SITE), "CONNECTS_PER_MINUTE": "10000"}
    running = Application(
        tmp_path_factory.mktemp("other"),
        database_url=strict_site.database_url,
        settings={**SETTINGS, **few, "REDIS_URL": redis_server.url},
    )
    yield running
    running.stop()


def test_a_limit_is_the_sites_however_many_servers_answer(
    strict_site: Application, other_server: Application
) -> None:
    began = time.monotonic()
    assert statuses(strict_site, REQUESTS, "198.51.100.77") == {200: REQUESTS}
    time.sleep(4 * TELL_SECONDS)
    answered = statuses(other_server, REQUESTS, "198.51.100.77")[200]
    earned_again = (time.monotonic() - began) / 60 * REQUESTS
    assert answered <= earned_again + 1
    assert statuses(other_server, REQUESTS, "198.51.100.78") == {200: REQUESTS}


async def test_open_pages_count_at_every_server(
    strict_site: Application, other_server: Application
) -> None:
    async with AsyncExitStack() as pages:
        for _ in range(AT_SITE):
            page = RawSocket(strict_site.url, **come_from("198.51.100.79"))
            await pages.enter_async_context(page)
            await page.connect({"event": FIRST})
            await page.until("is_hydrated")
        await until_answered(other_server, "429", "198.51.100.79")
        await until_answered(other_server, "101", "198.51.100.80")


async def until_answered(site: Application, status: str, address: str) -> None:
    """Ask for a socket again and again: servers tell each other of theirs now and then."""
    async with asyncio.timeout(30):
        while not handshake(site.url, origin=site.url, **come_from(address)).startswith(
            f"HTTP/1.1 {status} "
        ):
            await asyncio.sleep(0.1)
