"""R5 on the running application: HTTP and websocket mixed, with the seats updated live."""

import asyncio
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from functools import cache
from pathlib import Path

import httpx
import pytest

from rookiebattle.notifications.service import NOTICES
from rookiebattle.pages.calendar.state import CalendarState
from rookiebattle.pages.home.state import DashboardState
from rookiebattle.registrations.state.live import LiveSeats
from rookiebattle.ui.state import ShellState
from tests.races.stage import LIMITS_OUT_OF_THE_WAY, Stage
from tests.reflex_internals import event_of
from tests.servers.application import Application
from tests.servers.postgres import PostgresCluster
from tests.servers.redis import RedisServer
from tests.wire.socket_client import SocketClient

pytestmark = pytest.mark.anyio
PEOPLE, SEATS = 500, 50
# So many of them press at an open page. Opening pages takes most of the time.
AT_PAGES, CONNECTING, WATCHING = 20, 20, 8
REGISTER = event_of(CalendarState.event_handlers["register"])
SHOW_DASHBOARD, REFRESH = (
    event_of(DashboardState.event_handlers[name]) for name in ("show", "refresh")
)
DASHBOARD = DashboardState.get_full_name()
SHELL, LIVE = ShellState.get_full_name(), LiveSeats.get_full_name()


@pytest.fixture(scope="module")
def sites(
    sqlite_template: Path, postgres: PostgresCluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Application]]:
    """One site on each kind of database. Each test has its own event and people there."""
    with ExitStack() as stack:

        @cache
        def site(kind: str) -> Application:
            folder = tmp_path_factory.mktemp(kind)
            shutil.copy(sqlite_template, folder / "site.db")
            url = f"sqlite:///{folder}/site.db" if kind == "sqlite" else postgres.new_database()
            running = Application(folder, database_url=url, settings=LIMITS_OUT_OF_THE_WAY)
            stack.callback(running.stop)
            return running

        yield site


@pytest.fixture(params=["sqlite", "postgres"])
def site(request: pytest.FixtureRequest, sites: Callable[[str], Application]) -> Application:
    return sites(request.param)


@pytest.fixture(scope="module")
def wide_site(
    postgres: PostgresCluster, redis_server: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Application]:
    """Two workers, which reach each other only through Redis."""
    running = Application(
        tmp_path_factory.mktemp("wide"),
        database_url=postgres.new_database(),
        workers=2,
        settings={**LIMITS_OUT_OF_THE_WAY, "REDIS_URL": redis_server.url},
    )
    yield running
    running.stop()


async def by_http(client: httpx.AsyncClient, cookie: str, event_id: str) -> str:
    answer = await client.post(f"/api/events/{event_id}/register", headers={"cookie": cookie})
    return "ok" if answer.status_code == 200 else answer.text


async def by_socket(tab: SocketClient, event_id: str) -> str:
    before = tab.of(SHELL)["answers"]
    await tab.send(REGISTER, event_id=event_id)
    await tab.until(lambda: tab.of(SHELL)["answers"] > before, seconds=120)
    toast = tab.of(SHELL)["toast"]
    return "ok" if toast["tone"] == "success" else str(toast["text"])


@asynccontextmanager
async def tabs(url: str, cookies: list[str], path: str = "/") -> AsyncIterator[list[SocketClient]]:
    """Open pages, a few at a time, as a crowd would."""
    async with AsyncExitStack() as stack:
        opened: list[SocketClient] = []
        for first in range(0, len(cookies), CONNECTING):
            some = [
                SocketClient(url, cookie=cookie, path=path)
                for cookie in cookies[first : first + CONNECTING]
            ]
            opened += await asyncio.gather(*map(stack.enter_async_context, some))
        yield opened


async def test_both_doors_together_never_sell_a_seat_twice(site: Application) -> None:
    stage = Stage.at(site.database_url)
    event_id = stage.event(max_participants=SEATS)
    cookies = stage.signed_in(PEOPLE)
    limits = httpx.Limits(max_connections=32)
    async with (
        tabs(site.url, cookies[:AT_PAGES]) as opened,
        httpx.AsyncClient(
            base_url=site.url, headers={"origin": site.url}, limits=limits, timeout=120
        ) as client,
    ):
        pressing = [by_socket(tab, event_id) for tab in opened]
        asking = [by_http(client, cookie, event_id) for cookie in cookies[AT_PAGES:]]
        # The pages press in between, at equal distances.
        each = PEOPLE // AT_PAGES - 1
        mixed = [
            one
            for place, press in enumerate(pressing)
            for one in (*asking[place * each : (place + 1) * each], press)
        ]
        ended = Counter(await asyncio.gather(*mixed))
    assert ended == {"ok": SEATS, "Event is full": PEOPLE - SEATS}
    assert stage.world.held(event_id) == stage.world.counter(event_id) == SEATS
    stage.world.database.dispose()


async def sees(tab: SocketClient, event_id: str, taken: int) -> None:
    await tab.until(lambda: tab.of(LIVE).get("seats", {}).get(event_id) == taken)


async def everybody_sees_it(site: Application, watching: int) -> None:
    stage = Stage.at(site.database_url)
    event_id, private_id = stage.event(max_participants=SEATS), stage.event(is_public=False)
    cookies = stage.signed_in(watching)
    async with (
        tabs(site.url, [*cookies, ""], "/events") as opened,
        httpx.AsyncClient(base_url=site.url, headers={"origin": site.url}) as client,
    ):
        members, visitor = opened[:-1], opened[-1]
        for taken, cookie in enumerate(cookies[:3], start=1):
            assert await by_http(client, cookie, private_id) == "ok"
            assert await by_http(client, cookie, event_id) == "ok"
            async with asyncio.timeout(30):
                await asyncio.gather(*(sees(tab, event_id, taken) for tab in opened))
                await asyncio.gather(*(sees(tab, private_id, taken) for tab in members))
        assert private_id not in str(visitor.frames)
    stage.world.database.dispose()


async def test_every_open_page_sees_a_seat_being_taken(site: Application) -> None:
    await everybody_sees_it(site, WATCHING)


async def test_pages_of_another_worker_see_the_seat_too(wide_site: Application) -> None:
    await everybody_sees_it(wide_site, WATCHING)


async def everybody_reads_it(site: Application, watching: int) -> None:
    """Open dashboards are told of a new notification, and load it; a visitor's page is not told."""
    stage = Stage.at(site.database_url)
    administrator = stage.world.cookie_of(stage.world.person(is_admin=True))
    headers = {"origin": site.url, "cookie": administrator}
    async with (
        tabs(site.url, [*stage.signed_in(watching), ""]) as opened,
        httpx.AsyncClient(base_url=site.url, headers=headers) as client,
    ):
        members, visitor = opened[:-1], opened[-1]
        for tab in opened:
            await tab.send(SHOW_DASHBOARD)
        await asyncio.gather(*(tab.until(lambda tab=tab: is_shown(tab)) for tab in members))
        message = {"title": "Rain", "message": "The lower field is closed.", "type": "warning"}
        answer = await client.post("/api/admin/notifications", json=message)
        assert answer.status_code == 201, answer.text
        async with asyncio.timeout(30):
            await asyncio.gather(*(hears_of_notices(tab) for tab in members))
        await members[0].send(REFRESH)
        await members[0].until(lambda: "Rain" in str(members[0].of(DASHBOARD)["shown"]["notices"]))
        assert NOTICES not in str(visitor.frames)
    stage.world.database.dispose()


def is_shown(tab: SocketClient) -> bool:
    return bool(tab.of(DASHBOARD).get("loaded"))


async def hears_of_notices(tab: SocketClient) -> None:
    await tab.until(lambda: NOTICES in tab.of(LIVE).get("stamps", {}))


async def test_dashboards_of_every_worker_hear_of_a_notification(wide_site: Application) -> None:
    await everybody_reads_it(wide_site, WATCHING)
