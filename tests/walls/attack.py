"""Sends fuzzed frames from several sockets while a member works, and measures both."""

import asyncio
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import aiohttp

from rookiebattle.pages.calendar.state import CalendarState
from rookiebattle.ui.state import ShellState
from tests.reflex_internals import event_of
from tests.walls.fuzz import CANARY, SECRETS, frames
from tests.walls.raw_socket import RawSocket
from tests.wire.socket_client import HYDRATE, SocketClient

LOAD = event_of(CalendarState.event_handlers["load"])
SHELL = ShellState.get_full_name()
ATTACKERS, BETWEEN_FRAMES, BETWEEN_WORK = 8, 0.005, 0.02


@dataclass
class Outcome:
    """How often the site hung up on an attacker, and how long the working member waited."""

    hung_up: int = 0
    waits: list[float] = field(default_factory=list)

    def p99(self) -> float:
        return sorted(self.waits)[int(len(self.waits) * 0.99)]


async def attack(url: str, seed: int, count: int, cookies: list[str], worker: str) -> Outcome:
    """Attack the site; `cookies` are the attackers', `worker` is the working member's."""
    outcome, done, at_work = Outcome(), asyncio.Event(), asyncio.Event()
    async with asyncio.TaskGroup() as group:
        working = group.create_task(_work(url, worker, outcome, done, at_work))
        await at_work.wait()
        try:
            async with asyncio.TaskGroup() as attackers:
                for number in range(ATTACKERS):
                    junk = frames(seed + number, count // ATTACKERS)
                    cookie = cookies[number % len(cookies)]
                    attackers.create_task(_storm(url, cookie, junk, outcome))
        finally:
            done.set()
        await working
    return outcome


async def _storm(url: str, cookie: str, junk: Iterable[str], outcome: Outcome) -> None:
    rest = iter(junk)
    while await _visit(url, cookie, rest):
        outcome.hung_up += 1


async def _visit(url: str, cookie: str, rest: Iterator[str]) -> bool:
    """Send frames until the site hangs up; False when none are left."""
    planted = "; ".join(filter(None, (cookie, f"other={CANARY}")))
    headers = {"Authorization": SECRETS["authorization"]}
    async with RawSocket(url, cookie=planted, **headers) as socket:
        await socket.connect({"event": {"name": HYDRATE, "payload": {}, "router_data": {}}})
        for text in rest:
            try:
                await socket.text(text)
            except (aiohttp.ClientConnectionError, ConnectionError):
                return True
            # The pause is long enough to notice that the site hung up, so that no frame is sent to
            # nobody.
            await asyncio.sleep(BETWEEN_FRAMES)
            if not socket.is_open:
                return True
        await socket.settled()
    return False


async def _work(
    url: str, cookie: str, outcome: Outcome, done: asyncio.Event, at_work: asyncio.Event
) -> None:
    """A member who reads the calendar again and again, and notes how long each answer takes."""
    async with SocketClient(url, cookie=cookie, path="/events") as tab:
        at_work.set()
        while not done.is_set():
            asked = time.perf_counter()
            await _read_calendar(tab)
            outcome.waits.append(time.perf_counter() - asked)
            await asyncio.sleep(BETWEEN_WORK)


async def _read_calendar(tab: SocketClient) -> None:
    before = tab.of(SHELL)["answers"]
    await tab.send(LOAD)
    await tab.until(lambda: tab.of(SHELL)["answers"] > before, seconds=30)
