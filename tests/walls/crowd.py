"""People with private words each, and their open tabs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

import httpx

from rookiebattle.accounts import sessions
from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.pages.my_events.state import MyEventsState
from rookiebattle.ui.state import ShellState
from tests.reflex_internals import event_of
from tests.servers.application import Application
from tests.wire.socket_client import SocketClient
from tests.world import World

READING, CONNECTING = 30, 10
SHOW = event_of(MyEventsState.event_handlers["show"])
MINE, SHELL = MyEventsState.get_full_name(), ShellState.get_full_name()


@dataclass(frozen=True)
class Somebody:
    """A member with a seat at an event of their own. `marks` are words for this member alone."""

    cookie: str
    name: str
    marks: tuple[str, ...]


VISITOR = Somebody("", "", ())


def settle(url: str, count: int) -> list[Somebody]:
    """Create people who share nothing: each has a session, an event and a seat at it."""
    world = World(Database(url))
    people = [_settler(world, number) for number in range(count)]
    world.database.dispose()
    return people


def _settler(world: World, number: int) -> Somebody:
    mark = f"{number:03}{token_hex(3)}"
    name, title = f"Name{mark}", f"Title{mark}"
    actor = world.person(first_name=name, email=f"mail{mark}@example.org")
    start = clock.now().replace(microsecond=0) + sessions.IDLE
    event_id = world.event(actor, title=title, start_at=start, is_public=False)
    world.seat(event_id, actor)
    return Somebody(world.cookie_of(actor), name, (name, f"mail{mark}", title))


def strangers_in(frames: list[Any], who: Somebody, people: list[Somebody]) -> list[str]:
    """The words of other people in these frames."""
    text = str(frames)
    return [mark for one in people if one is not who for mark in one.marks if mark in text]


def shows_own(tab: SocketClient, who: Somebody) -> bool:
    if not tab.of(MINE).get("loaded"):
        return False
    return who is VISITOR or who.marks[2] in str(tab.of(MINE))


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
    """Log out outside of the tab, with the same cookie; the tab gets no more private data."""
    async with httpx.AsyncClient(base_url=site.url, headers={"cookie": who.cookie}) as client:
        assert (await client.get("/api/logout")).status_code == 302
    # The limit is long because a crowd and a browser may use both processors. A socket that wrongly
    # stays open never closes.
    async with asyncio.timeout(30):
        while tab.connected:
            await asyncio.sleep(0.01)
    async with SocketClient(site.url, cookie=who.cookie, path="/my-events") as again:
        await again.until(lambda: again.of(MINE).get("loaded"))
        assert again.of(SHELL)["signed_in"] is False
        assert not any(mark in str(again.frames) for mark in who.marks)


async def end_sessions_under_load(site: Application, people: list[Somebody], ended: int) -> None:
    """End the sessions of the first `ended` people while all others keep reading."""
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
