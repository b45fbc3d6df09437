"""R17: data of one account never reaches the next one in the tab; an ended session is over."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.application import Application
from tests.servers.redis import RedisServer
from tests.walls.crowd import (
    SHELL,
    VISITOR,
    Somebody,
    end_sessions_under_load,
    settle,
    shows_own,
    strangers_in,
)
from tests.walls.settings import SETTINGS
from tests.wire.socket_client import SocketClient

pytestmark = pytest.mark.anyio
SWITCHES, ENDED, READING = 50, 15, 5
SWITCHES_BETWEEN_WORKERS = 12


@pytest.fixture
def wide_site(
    postgres_url: str, redis_server: RedisServer, tmp_path: Path
) -> Iterator[Application]:
    """Two workers, which reach each other only through Redis."""
    settings = {**SETTINGS, "REDIS_URL": redis_server.url}
    running = Application(
        tmp_path / "site", database_url=postgres_url, workers=2, settings=settings
    )
    yield running
    running.stop()


async def switch_accounts(site: Application, people: list[Somebody], switches: int) -> None:
    """One tab in which a different person, or sometimes nobody, is signed in at every turn."""
    token = ""
    for turn in range(switches):
        who = [*people, VISITOR][turn % (len(people) + 1)]
        tab = SocketClient(site.url, cookie=who.cookie, path="/my-events")
        tab.token = token or tab.token
        token = tab.token
        async with tab:
            await tab.until(lambda tab=tab, who=who: shows_own(tab, who))
            assert tab.of(SHELL)["name"] == who.name
            assert strangers_in(tab.frames, who, people) == []


@pytest.mark.whole
async def test_fifty_account_switches_in_one_tab_show_nothing_of_anybody_else(
    site: Application,
) -> None:
    await switch_accounts(site, settle(site.database_url, 3), SWITCHES)


@pytest.mark.whole
async def test_ended_sessions_lose_their_sockets_while_others_work(site: Application) -> None:
    """Fewer sessions than the 200 of R17, which `make soak` ends: tests/soak/test_revocations.py.

    `make test` ends them at two workers, below. A hundred here took 33 to 38 s on a busy machine.
    """
    people = settle(site.database_url, ENDED + READING)
    await end_sessions_under_load(site, people, ENDED)


async def test_two_workers_keep_people_apart_too(wide_site: Application) -> None:
    people = settle(wide_site.database_url, 3 + ENDED + READING)
    await switch_accounts(wide_site, people[:3], SWITCHES_BETWEEN_WORKERS)
    await end_sessions_under_load(wide_site, people[3:], ENDED)
