"""P22: what PgBouncer, a standby and a content network would add, which the guide's advice cites.

Each goal is the advice in `docs/operations.md`: a line that misses it says that the guide is wrong.
"""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from typing import Protocol
from urllib.parse import urlsplit

import psycopg
from playwright.sync_api import Browser

from bench import data
from bench.baselines import pgbouncer, standby
from bench.browser import SETTLE_MS, phone, started_browser
from bench.lab import Lab, Served
from bench.load import drive, request
from bench.plan import Goal, Line, Plan, Sample, of_pairs
from bench.processes import await_idle, cpu_seconds
from bench.rows.http import list_path
from bench.rows.pages import PAGES
from tests.servers.programs import free_port

CLIENTS = 16
COMMITS = 40
LONGEST_DELAY = 10.0
# What only the site itself can answer: its routes, and the states behind the websocket.
OWN_PATHS = ("/api/", "/_event")
TOUCH = "UPDATE chapters SET name = %s WHERE id = (SELECT min(id) FROM chapters)"
CONNECTIONS = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
LOOK = "SELECT name FROM chapters ORDER BY id LIMIT 1"


def next_steps(plan: Plan, lab: Lab) -> Iterator[Line]:
    """One worker's list from PostgreSQL is the work; a visit in Chromium is the content."""
    url = lab.database(data.Size(), postgres=True)
    yield from _lists(plan, lab, url)
    yield _seen_on_a_standby(plan, lab, url)
    yield _left_to_the_site(lab, url)


@dataclass(frozen=True, slots=True)
class _Asked:
    """One round. `of_database_ms` is PostgreSQL's processor time per request."""

    sample: Sample
    of_database_ms: float


def _lists(plan: Plan, lab: Lab, url: str) -> Iterator[Line]:
    """Two workers, one of them behind PgBouncer, asked in turn for ranges that nobody asked for."""
    numbers, connections = count(1), list[int]()
    servers = list[Served]()
    for address in (url, _behind_pgbouncer(lab, url)):
        servers.append(lab.ours(address))
        await_idle(servers[-1].pid)
        _ask(lab, servers[-1], numbers, plan)
        connections.append(_connections(url))
    direct, pooled = servers
    rounds = [
        (_ask(lab, pooled, numbers, plan), _ask(lab, direct, numbers, plan))
        for _ in range(plan.rounds)
    ]
    line = of_pairs(
        "P22",
        "list of 200 through PgBouncer",
        pairs=[(behind.sample, before.sample) for behind, before in rounds],
        goal=Goal(most=1.1),
        unit="requests/s",
    )
    without, both = connections
    line.notes.append(f"connections of one worker at PostgreSQL {both - without} / {without}")
    yield line
    yield _without_postgres([before for _behind, before in rounds])


def _behind_pgbouncer(lab: Lab, url: str) -> str:
    port, user = free_port(), _user()
    command = pgbouncer.command(lab.folder_of(user), port, url)
    behind = pgbouncer.through(url, port)
    lab.program(command, port, cwd=Path("/"), user=user, is_up=lambda: _connects(behind))
    return behind


def _without_postgres(rounds: list[_Asked]) -> Line:
    """Reads of a standby spare this server at most its PostgreSQL's part of the processors."""
    pairs = [
        (Sample(one.sample.cpu_ms + one.of_database_ms), Sample(one.sample.cpu_ms))
        for one in rounds
    ]
    return of_pairs(
        "P22",
        "a list with PostgreSQL's part, and without it",
        pairs=pairs,
        goal=Goal(most=1.5),
        unit="ms CPU",
    )


def _ask(lab: Lab, served: Served, numbers: Iterator[int], plan: Plan) -> _Asked:
    postgres = lab.postgres.program.process.pid
    before = cpu_seconds(served.pid), cpu_seconds(postgres)
    load = drive(
        served.port,
        lambda: request(list_path(next(numbers)), served.port),
        seconds=plan.seconds,
        connections=CLIENTS,
    )
    spent, of_database = cpu_seconds(served.pid) - before[0], cpu_seconds(postgres) - before[1]
    many = len(load.latencies)
    return _Asked(Sample(load.per_second, spent * 1000 / many), of_database * 1000 / many)


def _connections(url: str) -> int:
    with psycopg.connect(url) as connection:
        found = connection.execute(CONNECTIONS).fetchone()
    return int(found[0]) if found else 0


def _seen_on_a_standby(plan: Plan, lab: Lab, url: str) -> Line:
    """How many commits a read right after them sees, on the standby and on the primary."""
    port, user = free_port(), _user()
    command = standby.command(lab.folder_of(user), port, url, user)
    behind = pgbouncer.through(url, port)
    lab.program(command, port, cwd=Path("/"), user=user, is_up=lambda: _connects(behind))
    pairs, delays = [], list[float]()
    with (
        psycopg.connect(url, autocommit=True) as primary,
        psycopg.connect(behind, autocommit=True) as copy,
    ):
        for _ in range(plan.rounds):
            there = [_delay(primary, copy) for _ in range(COMMITS)]
            here = [_delay(primary, primary) for _ in range(COMMITS)]
            pairs.append((Sample(_at_once(there)), Sample(_at_once(here))))
            delays += there
    line = of_pairs(
        "P22",
        "commits that the next read sees, on a standby",
        pairs=pairs,
        goal=Goal(most=0.99),
        unit="of all",
    )
    line.notes.append(f"seen after {median(delays):.2g} ms, at the latest {max(delays):.2g} ms")
    return line


def _delay(primary: psycopg.Connection, reader: psycopg.Connection) -> float:
    """After how many milliseconds a commit is read; 0 when the first read sees it."""
    written = str(time.monotonic_ns())
    primary.execute(TOUCH, (written,))
    began, looks = time.monotonic(), 0
    while True:
        found = reader.execute(LOOK).fetchone()
        if found and found[0] == written:
            return (time.monotonic() - began) * 1000 if looks else 0.0
        looks += 1
        if time.monotonic() - began > LONGEST_DELAY:
            raise RuntimeError("the standby does not follow its primary")


def _at_once(delays: list[float]) -> float:
    return sum(not delay for delay in delays) / len(delays)


def _left_to_the_site(lab: Lab, url: str) -> Line:
    """The bytes of a first visit that only the site can send, beside those of all its answers."""
    served = lab.ours(url)
    with started_browser() as browser:
        visits = [_visit(browser, served, page.path) for page in PAGES]
    return of_pairs(
        "P22",
        "a first visit when a content network has the files",
        pairs=[(Sample(own), Sample(own + files)) for own, files in visits],
        goal=Goal(most=0.2),
        unit="KB",
    )


def _visit(browser: Browser, served: Served, path: str) -> tuple[float, float]:
    """The KB that came from the site's own routes and websocket, and those of its files."""
    with phone(browser, slow=False) as page:
        network = Network(page.context.new_cdp_session(page))
        page.goto(f"http://localhost:{served.port}{path}", wait_until="load")
        page.wait_for_timeout(SETTLE_MS)
    return network.own / 1024, network.files / 1024


class Devtools(Protocol):
    """The part of Playwright's `CDPSession` that is used."""

    def on(self, name: str, listener: Callable[[dict[str, object]], None], /) -> None: ...

    def send(self, command: str, /) -> object: ...


class Network:
    """Adds up what Chromium receives, as it comes over the line."""

    def __init__(self, devtools: Devtools) -> None:
        self.own = self.files = 0.0
        self._paths: dict[str, str] = {}
        devtools.on("Network.requestWillBeSent", self._begin)
        devtools.on("Network.loadingFinished", self._end)
        devtools.on("Network.webSocketFrameReceived", self._frame)
        devtools.send("Network.enable")

    def _begin(self, told: dict[str, object]) -> None:
        asked = told["request"]
        if isinstance(asked, dict):
            self._paths[str(told["requestId"])] = urlsplit(str(asked["url"])).path

    def _end(self, told: dict[str, object]) -> None:
        size = float(str(told["encodedDataLength"]))
        if self._paths.get(str(told["requestId"]), "").startswith(OWN_PATHS):
            self.own += size
        else:
            self.files += size

    def _frame(self, told: dict[str, object]) -> None:
        frame = told["response"]
        if isinstance(frame, dict):
            self.own += len(str(frame["payloadData"]).encode())


def _connects(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


def _user() -> str | None:
    """The account that runs PostgreSQL and PgBouncer for root, whom both refuse."""
    return "postgres" if os.geteuid() == 0 else None
