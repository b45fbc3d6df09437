"""P11: one registration, seen on two hundred open pages of the event."""

import asyncio
import time
from collections.abc import Iterator
from functools import partial
from statistics import quantiles
from typing import Any

import aiohttp

from bench import data
from bench.app import live_seats
from bench.lab import Lab, Served
from bench.plan import Line, Plan, against_limit
from bench.sockets import Tab, open_many

LIVE = live_seats()
WATCHERS, LIMIT_MS, BURST = 200, 150.0, 12
PAUSE = 1.2  # longer than the second between two pushes
EVENT = data.key("hot", 0)


def seats(plan: Plan, lab: Lab) -> Iterator[Line]:
    """One worker on SQLite, then four on PostgreSQL with Redis."""
    size = data.Size(members=120, seats=500, hot=1)
    alone = lab.ours(lab.database(size))
    yield from _lines("one worker", *asyncio.run(_watch(alone, plan)))
    alone.program.stop()
    url = lab.database(size, postgres=True)
    served = lab.ours(url, workers=4, settings={"REDIS_URL": lab.redis.url})
    yield from _lines("four workers", *asyncio.run(_watch(served, plan)))


async def _watch(served: Served, plan: Plan) -> tuple[list[float], list[float]]:
    """The p95 of every round in milliseconds, and the pushes per second and page of a burst."""
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:
        tabs = [
            Tab(session, served.port, path=f"/events/{EVENT}", cookie="") for _ in range(WATCHERS)
        ]
        await open_many(tabs)
        p95s = [await _one_round(session, served, tabs, n) for n in range(plan.rounds + 1)][1:]
        rates = await _burst(session, served, tabs, first=plan.rounds + 1)
        for tab in tabs:
            await tab.close()
    return p95s, rates


async def _one_round(
    session: aiohttp.ClientSession, served: Served, tabs: list[Tab], person: int
) -> float:
    """Milliseconds from the request until 19 of 20 pages have the new count."""
    seen = _listen(tabs)
    start = time.perf_counter()
    await _register(session, served, person)
    await asyncio.sleep(PAUSE)
    missing = [one for one in seen if not one]
    if missing:
        raise RuntimeError(f"{len(missing)} of {len(tabs)} pages did not see the registration")
    return quantiles([(one[0] - start) * 1000 for one in seen], n=20)[18]


def _listen(tabs: list[Tab]) -> list[list[float]]:
    """The instants at which each page gets a new count, from now on."""
    seen: list[list[float]] = [[] for _ in tabs]

    for tab, instants in zip(tabs, seen, strict=True):
        tab.on_frame = partial(_note, instants)
    return seen


def _note(instants: list[float], update: dict[str, Any], at: float) -> None:
    if LIVE in (update.get("delta") or {}):
        instants.append(at)


async def _burst(
    session: aiohttp.ClientSession, served: Served, tabs: list[Tab], first: int
) -> list[float]:
    """Registrations in quick succession; returns the pushes per second of every page."""
    seen, start = _listen(tabs), time.perf_counter()
    for person in range(first, first + BURST):
        await _register(session, served, person)
        await asyncio.sleep(0.2)
    await asyncio.sleep(PAUSE)
    seconds = time.perf_counter() - start
    return [(len(one) - 1) / seconds for one in seen]


async def _register(session: aiohttp.ClientSession, served: Served, person: int) -> None:
    own = f"http://localhost:{served.port}"
    headers = {**data.cookie(person), "Origin": own}
    async with session.post(f"{own}/api/events/{EVENT}/register", headers=headers) as answer:
        if answer.status != 200:
            raise RuntimeError(f"registering answered {answer.status}: {await answer.text()}")


def _lines(where: str, p95s: list[float], rates: list[float]) -> list[Line]:
    return [
        against_limit(
            "P11",
            f"seats on {WATCHERS} pages, p95, {where}",
            values=p95s,
            limit=LIMIT_MS,
            unit="ms",
            notes=[],
        ),
        against_limit(
            "P11",
            f"pushes to a page in a burst, {where}",
            values=[max(rates)],
            limit=1.0,
            unit="per s",
            notes=[],
        ),
    ]
