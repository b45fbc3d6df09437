"""Sends fuzzed frames from several sockets while a member works, and measures both."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp

from tests.architecture.source import ROOT
from tests.walls.fuzz import CANARY, SECRETS, frames
from tests.walls.raw_socket import RawSocket
from tests.wire.socket_client import HYDRATE

ATTACKERS, BETWEEN_FRAMES = 8, 0.005


@dataclass
class Outcome:
    """How often the site hung up on an attacker, and how long the working member waited."""

    hung_up: int = 0
    waits: list[float] = field(default_factory=list)

    def p99(self) -> float:
        return sorted(self.waits)[int(len(self.waits) * 0.99)]


async def attack(url: str, seed: int, count: int, cookies: list[str], worker: str) -> Outcome:
    """Attack the site; `cookies` are the attackers', `worker` is the working member's."""
    outcome = Outcome()
    async with _at_work(url, worker, outcome), asyncio.TaskGroup() as attackers:
        for number in range(ATTACKERS):
            junk = frames(seed + number, count // ATTACKERS)
            cookie = cookies[number % len(cookies)]
            attackers.create_task(_storm(url, cookie, junk, outcome))
    return outcome


@asynccontextmanager
async def _at_work(url: str, cookie: str, outcome: Outcome) -> AsyncIterator[None]:
    """Let a member work meanwhile, and note how long each answer took."""
    member = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.walls.working_member", url, cookie),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert member.stdout
    try:
        assert await member.stdout.readline() == b"at work\n"
        yield
    finally:
        # The empty input is what ends the member: without one, the input stays open.
        told, _ = await member.communicate(b"")
    outcome.waits = json.loads(told)


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
