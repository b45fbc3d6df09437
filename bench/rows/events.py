"""P8 and P9: an event over the websocket, through gate, identity and the database, and back."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from itertools import cycle
from statistics import median, quantiles

import aiohttp
import sqlalchemy as sa

from bench import data
from bench.app import get_database, show_event
from bench.lab import Lab, Served
from bench.plan import Goal, Line, Plan, Sample, of_pairs
from bench.rows.pages import blank_server
from bench.sockets import STATE, Tab, open_many
from bench.statements import product_on

SHOW = show_event()
READ = f"{STATE}.blank___blank____counter.add_after_reading"
TRIPS, CROWD = 60, 1000
# Far longer than any event takes. An event without a handler is never answered.
ANSWER_SECONDS = 20
PATHS = tuple(f"/events/{data.key('event', number)}" for number in (120, 121))
COOKIE = data.cookie(0)["Cookie"]
Trip = Callable[[], Awaitable[float]]
Trips = list[tuple[list[float], list[float]]]


def round_trip(plan: Plan, lab: Lab) -> Iterator[Line]:
    """P8: showing an event's page to a member, compared with +1 after the same statements."""
    url = lab.database(data.Size())
    statements = statements_of_show(url)
    ours = lab.ours(url)
    blank = blank_server(lab, database_url=url, query=json.dumps(statements, default=str))
    rounds = asyncio.run(_against_blank(ours, blank, plan))
    p50, p95 = _lines("P8", "event round trip", rounds, Goal(most=1.5))
    p50.notes.append(f"{len(statements)} statements on either side")
    yield from (p50, p95)


def round_trip_in_a_crowd(plan: Plan, lab: Lab) -> list[Line]:
    """P9: the same, on a worker with a thousand idle pages and on one without."""
    url = lab.database(data.Size())
    rounds = asyncio.run(_in_a_crowd(lab.ours(url), lab.ours(url), plan))
    return _lines("P9", f"the same beside {CROWD:,} idle sockets", rounds, Goal(most=1.3))[:1]


def statements_of_show(url: str) -> list[tuple[str, object]]:
    """The statements of the handler, as the driver sees them."""
    from tests.identities import bind_real

    with product_on(url):
        bind_real()  # without identities, the tests' tab would find no member
        return asyncio.run(_statements_of_show())


async def _statements_of_show() -> list[tuple[str, object]]:
    from tests.tab import running_worker

    seen: list[tuple[str, object]] = []

    def note(_c: object, _cursor: object, statement: str, values: object, *_rest: object) -> None:
        if not statement.startswith(("BEGIN", "PRAGMA")):
            seen.append((statement, values))

    async with running_worker() as worker, asyncio.timeout(ANSWER_SECONDS):
        tab = worker.tab(cookie=COOKIE, path=PATHS[0])
        await tab.send(SHOW)
        sa.event.listen(get_database().engine, "before_cursor_execute", note)
        await tab.send(SHOW)
    if not seen:
        raise RuntimeError(f"{SHOW} asked the database nothing: {worker.failures}")
    return seen


async def _against_blank(ours: Served, blank: Served, plan: Plan) -> Trips:
    async with aiohttp.ClientSession() as session:
        mine = Tab(session, ours.port, path=PATHS[0], cookie=COOKIE)
        theirs = Tab(session, blank.port, path="/", cookie="")
        await open_many([mine, theirs])
        return [await _round(_showing(mine), lambda: theirs.round_trip(READ)) for _ in _times(plan)]


async def _in_a_crowd(crowded: Served, quiet: Served, plan: Plan) -> Trips:
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session, AsyncExitStack() as stack:
        crowd = [Tab(session, crowded.port, path="/events", cookie="") for _ in range(CROWD)]
        await open_many(crowd)
        for one in crowd:
            stack.push_async_callback(one.close)
        pair = [Tab(session, s.port, path=PATHS[0], cookie=COOKIE) for s in (crowded, quiet)]
        await open_many(pair)
        mine, theirs = (_showing(tab) for tab in pair)
        return [await _round(mine, theirs) for _ in _times(plan)]


def _times(plan: Plan) -> range:
    return range(plan.rounds + 1)  # the first one warms up


def _showing(tab: Tab) -> Trip:
    """Show one event's page and then the other's, so that every answer has new content."""
    paths = cycle(reversed(PATHS))
    return lambda: tab.round_trip(SHOW, path=next(paths))


async def _round(mine: Trip, theirs: Trip) -> tuple[list[float], list[float]]:
    """One round trip of each side in turn."""
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(TRIPS):
        took[0].append(await mine())
        took[1].append(await theirs())
    return took


def _lines(row: str, what: str, rounds: Trips, goal: Goal) -> list[Line]:
    def line(name: str, of: Callable[[list[float]], float]) -> Line:
        pairs = [(Sample(of(mine)), Sample(of(theirs))) for mine, theirs in rounds[1:]]
        return of_pairs(row, f"{what}, {name}", pairs=pairs, goal=goal, unit="ms")

    return [line("p50", median), line("p95", lambda values: quantiles(values, n=20)[18])]
