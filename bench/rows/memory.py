"""P10: the memory that an idle page costs the worker, and that it is freed with the page."""

import asyncio
from collections.abc import Iterator

import aiohttp

from bench import data
from bench.builds import blank_app, hashes_in
from bench.lab import Lab, Served
from bench.plan import Goal, Line, Plan, Sample, of_pairs
from bench.processes import memory_kb
from bench.rows.pages import blank_server
from bench.short_lived import KEPT_SECONDS, SWEEP_SECONDS
from bench.sockets import Tab, open_many
from rookiebattle.manage.processes import ROOT

WARM, CROWD = 50, 250
SETTLE_SECONDS = 2.0
COST, GROWTH = Goal(most=1.25), Goal(most=0.3)
# Within this time even a late sweep on a busy machine has run.
FORGOTTEN_SECONDS = KEPT_SECONDS + 5 * SWEEP_SECONDS


def of_idle_pages(plan: Plan, lab: Lab) -> Iterator[Line]:
    """A member's dashboard each, compared with the blank page.

    Then a second crowd after the first has left, which should reuse the memory of the first.
    """
    crowds = plan.rounds
    url = lab.database(data.Size(members=WARM + crowds * CROWD))
    ours, blank = lab.ours(url), blank_server(lab)
    costs = asyncio.run(_costs(ours, blank, crowds))
    yield costs
    ours.program.stop()
    blank.program.stop()
    forgetful = lab.ours(url, target="bench.short_lived:app")
    yield asyncio.run(_given_back(forgetful))


async def _costs(ours: Served, blank: Served, crowds: int) -> Line:
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:
        mine, theirs = _Worker(session, ours, members=True), _Worker(session, blank, members=False)
        for worker in (mine, theirs):
            await worker.admit(WARM)
        pairs = [
            (Sample(await mine.admit(CROWD)), Sample(await theirs.admit(CROWD)))
            for _ in range(crowds)
        ]
    line = of_pairs("P10", "memory of an idle dashboard", pairs=pairs, goal=COST, unit="KB")
    line.notes.append(f"{crowds} crowds of {CROWD} pages, each on top of those before")
    return line


async def _given_back(served: Served) -> Line:
    """Measure a crowd, and one of the same size after the first has left and was deleted."""
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:
        worker = _Worker(session, served, members=True)
        await worker.admit(WARM)
        first = await worker.admit(CROWD)
        await worker.dismiss()
        await asyncio.sleep(FORGOTTEN_SECONDS)
        again = await worker.admit(WARM + CROWD)
    return of_pairs(
        "P10",
        "growth by as many pages after the first have gone",
        pairs=[(Sample(max(again, 0.0)), Sample(first))],
        goal=GROWTH,
        unit="KB",
    )


class _Worker:
    """A server and the pages that are connected to it."""

    def __init__(self, session: aiohttp.ClientSession, served: Served, *, members: bool) -> None:
        self._session, self._served, self._members = session, served, members
        self._tabs: list[Tab] = []
        self._admitted = 0
        self._hashes = hashes_in(ROOT if members else blank_app())

    async def admit(self, number: int) -> float:
        """Open so many more pages; returns the memory that each one costs, in KB."""
        before = memory_kb(self._served.pid)
        tabs = [self._tab(self._admitted + index) for index in range(number)]
        await open_many(tabs)
        await asyncio.sleep(SETTLE_SECONDS)
        self._tabs += tabs
        self._admitted += number
        return (memory_kb(self._served.pid) - before) / number

    def _tab(self, number: int) -> Tab:
        cookie = data.cookie(number)["Cookie"] if self._members else ""
        return Tab(self._session, self._served.port, path="/", cookie=cookie, hashes=self._hashes)

    async def dismiss(self) -> None:
        for tab in self._tabs:
            await tab.close()
        self._tabs, self._admitted = [], 0
