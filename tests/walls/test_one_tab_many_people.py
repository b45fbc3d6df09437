"""R17: what one account saw never reaches the next one in the tab, and ended sessions end."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx
import pytest
from reflex_base.utils.format import format_event_handler

from rookiebattle.accounts import sessions
from rookiebattle.accounts.models import AgeBand, LoginSession, User
from rookiebattle.core import clock
from rookiebattle.core.db import Database
from rookiebattle.events.models import Event
from rookiebattle.pages.my_events.state import MyEventsState
from rookiebattle.registrations.models import Registration
from rookiebattle.ui.state import ShellState
from tests.servers.application import Application
from tests.servers.redis import RedisServer
from tests.walls.conftest import SETTINGS
from tests.wire.socket_client import SocketClient

pytestmark = pytest.mark.anyio
SWITCHES, ENDED, READING, CONNECTING = 50, 30, 30, 10
SHOW = format_event_handler(MyEventsState.event_handlers["show"])
MINE, SHELL = MyEventsState.get_full_name(), ShellState.get_full_name()


@dataclass(frozen=True)
class Somebody:
    """A member with a seat at an event of their own; `marks` are words only they are shown."""

    cookie: str
    name: str
    marks: tuple[str, ...]


VISITOR = Somebody("", "", ())


def settle(url: str, count: int) -> list[Somebody]:
    """People who share nothing."""
    database, people = Database(url), []
    with database.unit_of_work(write=True) as session:
        for number in range(count):
            mark = f"{number:03}{token_hex(3)}"
            user = User(
                first_name=f"Name{mark}",
                email=f"mail{mark}@example.org",
                age_band=AgeBand.ADULT,
            )
            session.add(user)
            session.flush()
            session_id = sessions.new_session_id()
            people.append(
                Somebody(
                    f"{sessions.cookie_name()}={session_id}",
                    f"Name{mark}",
                    (f"Name{mark}", f"mail{mark}", f"Title{mark}"),
                )
            )
            for row in _belongings(user.id, session_id, f"Title{mark}"):
                session.add(row)
                session.flush()
    database.dispose()
    return people


def _belongings(user_id: str, session_id: str, title: str) -> Iterator[Any]:
    """A session, an event and a seat at it."""
    now = clock.now().replace(microsecond=0)
    key, start = sessions.key_of(session_id), now + sessions.IDLE
    yield LoginSession(sid=key, user_id=user_id, created_at=now, expire=now + sessions.IDLE)
    event = Event(
        title=title,
        event_type="training",
        start_at=start,
        end_at=start + timedelta(hours=2),
        is_public=False,
        current_participants=1,
        organizer_id=user_id,
    )
    yield event
    yield Registration(event_id=event.id, user_id=user_id, payment_status="not_required")


def strangers_in(frames: list[Any], who: Somebody, people: list[Somebody]) -> list[str]:
    """The words of others that were sent."""
    text = str(frames)
    return [mark for one in people if one is not who for mark in one.marks if mark in text]


def shows_own(tab: SocketClient, who: Somebody) -> bool:
    if not tab.of(MINE).get("loaded"):
        return False
    return who is VISITOR or who.marks[2] in str(tab.of(MINE))


@pytest.fixture
def wide_site(
    postgres_url: str, redis_server: RedisServer, tmp_path: Path
) -> Iterator[Application]:
    """Two workers, which know of each other through Redis only."""
    settings = {**SETTINGS, "REDIS_URL": redis_server.url}
    running = Application(
        tmp_path / "site", database_url=postgres_url, workers=2, settings=settings
    )
    yield running
    running.stop()


async def switch_accounts(site: Application, people: list[Somebody]) -> None:
    """One tab in which somebody else is signed in at every turn; sometimes nobody."""
    token = ""
    for turn in range(SWITCHES):
        who = [*people, VISITOR][turn % (len(people) + 1)]
        tab = SocketClient(site.url, cookie=who.cookie, path="/my-events")
        tab.token = token or tab.token
        token = tab.token
        async with tab:
            await tab.until(lambda tab=tab, who=who: shows_own(tab, who))
            assert tab.of(SHELL)["name"] == who.name
            assert strangers_in(tab.frames, who, people) == []


@asynccontextmanager
async def tabs(site: Application, people: list[Somebody]) -> AsyncIterator[list[SocketClient]]:
    async with AsyncExitStack() as stack:
        opened: list[SocketClient] = []
        for first in range(0, len(people), CONNECTING):
            some = people[first : first + CONNECTING]
            clients = [SocketClient(site.url, cookie=one.cookie, path="/my-events") for one in some]
            opened += await asyncio.gather(*map(stack.enter_async_context, clients))
        for tab, who in zip(opened, people, strict=True):
            await tab.until(lambda tab=tab, who=who: shows_own(tab, who))
        yield opened


async def keep_reading(tab: SocketClient, done: asyncio.Event) -> None:
    while not done.is_set():
        before = len(tab.frames)
        await tab.send(SHOW)
        await tab.until(lambda before=before: len(tab.frames) > before)


async def revoke(site: Application, tab: SocketClient, who: Somebody) -> None:
    """Log out elsewhere, with the same cookie: this tab is told nothing more of its person."""
    async with httpx.AsyncClient(base_url=site.url, headers={"cookie": who.cookie}) as client:
        assert (await client.get("/api/logout")).status_code == 302
    # Long, because a crowd and a browser may hold both processors; a socket that stays never ends.
    async with asyncio.timeout(30):
        while tab.connected:
            await asyncio.sleep(0.01)
    async with SocketClient(site.url, cookie=who.cookie, path="/my-events") as again:
        await again.until(lambda: again.of(MINE).get("loaded"))
        assert again.of(SHELL)["signed_in"] is False
        assert not any(mark in str(again.frames) for mark in who.marks)


async def end_sessions_under_load(site: Application, people: list[Somebody], ended: int) -> None:
    """The sessions of the first `ended` people, while all the others keep reading."""
    done = asyncio.Event()
    async with tabs(site, people) as opened, asyncio.TaskGroup() as group:
        for tab in opened[ended:]:
            group.create_task(keep_reading(tab, done))
        try:
            for first in range(0, ended, CONNECTING):
                pairs = zip(opened[first:ended], people[first:ended], strict=True)
                some = list(pairs)[:CONNECTING]
                await asyncio.gather(*(revoke(site, tab, who) for tab, who in some))
        finally:
            done.set()
    for tab, who in zip(opened, people, strict=True):
        assert strangers_in(tab.frames, who, people) == []


async def test_fifty_account_switches_in_one_tab_show_nothing_of_anybody_else(
    site: Application,
) -> None:
    await switch_accounts(site, settle(site.database_url, 3))


async def test_ended_sessions_lose_their_sockets_while_others_work(site: Application) -> None:
    """Fewer than the 200 of R17: a hundred here and a hundred below took 33 to 38 seconds each
    on a busy machine. All of them end in `make soak`: tests/soak/test_revocations.py.
    """
    people = settle(site.database_url, ENDED + READING)
    await end_sessions_under_load(site, people, ENDED)


async def test_two_workers_keep_people_apart_as_well(wide_site: Application) -> None:
    people = settle(wide_site.database_url, 3 + ENDED + READING)
    await switch_accounts(wide_site, people[:3])
    await end_sessions_under_load(wide_site, people[3:], ENDED)
