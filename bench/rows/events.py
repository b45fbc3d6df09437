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
from bench.processes import await_idle
from bench.rows.pages import blank_server
from bench.sockets import STATE, Tab, open_many
from bench.statements import product_on

SHOW = show_event()
READ = f"{STATE}.blank___blank____counter.add_after_reading"
TRIPS, CROWDS = 60, (100, 1000)
# Far longer than any event takes. An event without a handler is never answered.
ANSWER_SECONDS = 20
PATHS = tuple(f"/events/{data.key('event', number)}" for number in (120, 121))
COOKIE = data.cookie(0)["Cookie"]
Trip = Callable[[], Awaitable[float]]
Trips = list[tuple[list[float], list[float]]]
Statements = list[tuple[str, object]]


def round_trip(plan: Plan, lab: Lab) -> Iterator[Line]:
    """P8: showing an event's page to a member, compared with +1 after the same statements."""
    url = lab.database(data.Size())
    statements = statements_of_show(url)
    ours = lab.ours(url)
    blank = blank_server(lab, database_url=url, query=json.dumps(statements, default=str))
    await_idle(ours.pid)  # after its start the product packs its pages in a thread
    rounds = asyncio.run(_against_blank(ours, blank, plan))
    p50, p95 = _lines("P8", "event round trip", rounds, Goal(most=2.0))
    counted = " and ".join(str(len(page)) for page in statements)
    p50.notes.append(f"{counted} statements for the two pages, on either side")
    yield from (p50, p95)


def round_trip_in_a_crowd(plan: Plan, lab: Lab) -> list[Line]:
    """P9: the same, on a worker with a hundred, then a thousand idle pages, and on one without."""
    url = lab.database(data.Size())
    crowded, quiet = lab.ours(url), lab.ours(url)
    for one in (crowded, quiet):
        await_idle(one.pid)
    found = asyncio.run(_in_crowds(crowded, quiet, plan))
    return [
        _lines("P9", f"the same beside {crowd:,} idle sockets", rounds, Goal(most=1.3))[0]
        for crowd, rounds in found.items()
    ]


def statements_of_show(url: str) -> list[Statements]:
    """The statements of the handler for each of the two pages, as the driver sees them."""
    from tests.identities import bind_real

    with product_on(url):
        bind_real()  # without identities, the tests' tab would find no member
        return [asyncio.run(_statements_of_show(path)) for path in PATHS]


async def _statements_of_show(path: str) -> Statements:
    from tests.tab import running_worker

    seen: Statements = []

    def note(_c: object, _cursor: object, statement: str, values: object, *_rest: object) -> None:
        if not statement.startswith(("BEGIN", "PRAGMA")):
            seen.append((statement, values))

    async with running_worker() as worker, asyncio.timeout(ANSWER_SECONDS):
        tab = worker.tab(cookie=COOKIE, path=path)
        await tab.send(SHOW)
        sa.event.listen(get_database().engine, "before_cursor_execute", note)
        await tab.send(SHOW)
        sa.event.remove(get_database().engine, "before_cursor_execute", note)
    if not seen:
        raise RuntimeError(f"{SHOW} asked the database nothing: {worker.failures}")
    return seen


async def _against_blank(ours: Served, blank: Served, plan: Plan) -> Trips:
    async with aiohttp.ClientSession() as session:
        mine = Tab(session, ours.port, path=PATHS[0], cookie=COOKIE)
        theirs = Tab(session, blank.port, path="/", cookie="")
        await open_many([mine, theirs])
        return [await _round(_showing(mine), lambda: theirs.round_trip(READ)) for _ in _times(plan)]


async def _in_crowds(crowded: Served, quiet: Served, plan: Plan) -> dict[int, Trips]:
    """The number of idle pages → the rounds beside them."""
    connector = aiohttp.TCPConnector(limit=0)
    found: dict[int, Trips] = {}
    async with aiohttp.ClientSession(connector=connector) as session, AsyncExitStack() as stack:
        pair = [Tab(session, s.port, path=PATHS[0], cookie=COOKIE) for s in (crowded, quiet)]
        await open_many(pair)
        mine, theirs = (_showing(tab) for tab in pair)
        here = 0
        for crowd in CROWDS:
            more = [
                Tab(session, crowded.port, path="/events", cookie="") for _ in range(here, crowd)
            ]
            await open_many(more)
            for one in more:
                stack.push_async_callback(one.close)
            here = crowd
            found[crowd] = [await _round(mine, theirs) for _ in _times(plan)]
    return found


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
