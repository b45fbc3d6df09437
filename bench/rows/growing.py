"""P22: what PgBouncer, a standby and a content network would add, which the guide's advice cites.

Each goal is the advice in `docs/operations.md`: a line that misses it says that the guide is wrong.
"""

import base64
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, Protocol
from urllib.parse import urlsplit

import psycopg
import sqlalchemy as sa
from playwright.sync_api import Browser

from bench import data
from bench.app import OWN_PATHS
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
BINARY_FRAME = 2
DIRECT = "bench_direct"
CONNECTIONS = (
    "SELECT count(*) FILTER (WHERE application_name <> %(direct)s),"
    " count(*) FILTER (WHERE application_name = %(direct)s) FROM pg_stat_activity"
    " WHERE datname = current_database() AND backend_type = 'client backend'"
    " AND pid <> pg_backend_pid()"
)


def next_steps(plan: Plan, lab: Lab) -> Iterator[Line]:
    """One worker's list from PostgreSQL is the work; a visit in Chromium is the content."""
    url = lab.database(data.Size(), postgres=True)
    yield from _lists(plan, lab, url)
    yield _seen_on_a_standby(plan, lab, url)
    yield _left_to_the_site(lab, url)


@dataclass(frozen=True, slots=True)
class _Side:
    """A worker, and the ids of PostgreSQL's and PgBouncer's processes that work for it."""

    served: Served
    helpers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    """One round. `cpu_ms` of the sample is the worker's, `beside_ms` its helpers'."""

    sample: Sample
    beside_ms: float


def _lists(plan: Plan, lab: Lab, url: str) -> Iterator[Line]:
    """Two workers, one of them behind PgBouncer, asked in turn for ranges that nobody asked for."""
    bouncer, behind = _pgbouncer(lab, url)
    postgres, numbers = lab.postgres.program.process.pid, count(1)
    direct = _Side(lab.ours(f"{url}?application_name={DIRECT}"), (postgres,))
    pooled = _Side(lab.ours(behind), (postgres, bouncer.pid))
    for side in (direct, pooled):
        await_idle(side.served.pid)
        _ask(side, numbers, plan)
    rounds = [_in_turn(direct, pooled, numbers, plan, turn) for turn in range(plan.rounds)]
    line = of_pairs(
        "P22",
        "list of 200 through PgBouncer",
        pairs=[(behind.sample, alone.sample) for behind, alone in rounds],
        goal=Goal(most=1.2),
        unit="requests/s",
    )
    through, without = _connections(url)
    line.notes.append(f"connections at PostgreSQL {through} / {without}")
    beside = [
        median(asked.beside_ms for asked in asked_by) for asked_by in zip(*rounds, strict=True)
    ]
    line.notes.append(f"PostgreSQL's and PgBouncer's part {beside[0]:.2g} / {beside[1]:.2g} ms")
    yield line
    yield _without_postgres([alone for _behind, alone in rounds])


def _in_turn(
    direct: _Side, pooled: _Side, numbers: Iterator[int], plan: Plan, turn: int
) -> tuple[_Asked, _Asked]:
    """The round of the worker behind PgBouncer, and that of the other. They begin in turn."""
    if turn % 2:
        without, through = _ask(direct, numbers, plan), _ask(pooled, numbers, plan)
    else:
        through, without = _ask(pooled, numbers, plan), _ask(direct, numbers, plan)
    return through, without


def _pgbouncer(lab: Lab, url: str) -> tuple[Served, str]:
    """A running PgBouncer, and the address of the same database behind it."""
    port, user = free_port(), _user()
    command, behind = pgbouncer.command(lab.folder_of(user), port, url), on_port(url, port)
    running = lab.program(command, port, cwd=Path("/"), user=user, is_up=lambda: _connects(behind))
    return running, behind


def _without_postgres(rounds: list[_Asked]) -> Line:
    """A standby that answered this list would spare the machine PostgreSQL's part of it."""
    pairs = [
        (Sample(one.sample.cpu_ms + one.beside_ms), Sample(one.sample.cpu_ms)) for one in rounds
    ]
    return of_pairs(
        "P22",
        "processor time of a list, with and without PostgreSQL's",
        pairs=pairs,
        goal=Goal(most=1.5),
        unit="ms",
    )


def _ask(side: _Side, numbers: Iterator[int], plan: Plan) -> _Asked:
    def spent() -> tuple[float, float]:
        return cpu_seconds(side.served.pid), sum(cpu_seconds(one) for one in side.helpers)

    before = spent()
    load = drive(
        side.served.port,
        lambda: request(list_path(next(numbers)), side.served.port),
        seconds=plan.seconds,
        connections=CLIENTS,
    )
    own, beside = (
        (now - then) * 1000 / len(load.latencies) for now, then in zip(spent(), before, strict=True)
    )
    return _Asked(Sample(load.per_second, own), beside)


def _connections(url: str) -> tuple[int, int]:
    """How many the worker behind PgBouncer and the other have at PostgreSQL."""
    with psycopg.connect(url) as connection:
        found = connection.execute(CONNECTIONS, {"direct": DIRECT}).fetchone()
    return found or (0, 0)


def _seen_on_a_standby(plan: Plan, lab: Lab, url: str) -> Line:
    """How many commits a read right after them sees, on the standby and on the primary."""
    port, user = free_port(), _user()
    command = standby.copied(lab.folder_of(user), port, url, user)
    lab.program(command, port, cwd=Path("/"), user=user, is_up=lambda: standby.follows(url))
    pairs, delays = [], list[float]()
    with (
        psycopg.connect(url, autocommit=True) as primary,
        psycopg.connect(on_port(url, port), autocommit=True) as copy,
    ):
        primary.execute("CREATE TABLE bench_commits (number bigint)")
        primary.execute("INSERT INTO bench_commits VALUES (0)")
        _delay(primary, copy)  # the first one also waits for the table
        for _ in range(plan.rounds):
            there = [_delay(primary, copy) for _ in range(COMMITS)]
            here = [_delay(primary, primary) for _ in range(COMMITS)]
            pairs.append((Sample(_at_once(there)), Sample(_at_once(here))))
            delays += there
    line = of_pairs(
        "P22",
        "commits that a read right after them sees, on a standby",
        pairs=pairs,
        goal=Goal(most=0.99),
        unit="of all",
    )
    line.notes.append(f"half seen after {median(delays):.2g} ms, all after {max(delays):.2g} ms")
    return line


def _delay(primary: psycopg.Connection, reader: psycopg.Connection) -> float:
    """After how many milliseconds a commit is read; 0 when the first read sees it."""
    written = time.monotonic_ns()
    primary.execute("UPDATE bench_commits SET number = %s", (written,))
    began, looks = time.monotonic(), 0
    while True:
        if written in _numbers(reader):
            return (time.monotonic() - began) * 1000 if looks else 0.0
        looks += 1
        if time.monotonic() - began > LONGEST_DELAY:
            raise RuntimeError("the standby does not follow its primary")


def _numbers(reader: psycopg.Connection) -> list[int]:
    """Empty as long as the standby does not have the table."""
    try:
        return [row[0] for row in reader.execute("SELECT number FROM bench_commits")]
    except psycopg.errors.UndefinedTable:
        return []


def _at_once(delays: list[float]) -> float:
    return sum(not delay for delay in delays) / len(delays)


def _left_to_the_site(lab: Lab, url: str) -> Line:
    """The bytes of a first visit that only the site can send, beside those of all its answers."""
    served = lab.ours(url)
    with started_browser() as browser:
        visits = [_visit(browser, served, page.path) for page in PAGES]
    line = of_pairs(
        "P22",
        "a first visit when a content network has the files",
        pairs=[
            (Sample(seen.own / 1024), Sample((seen.own + seen.files) / 1024)) for seen in visits
        ],
        goal=Goal(most=0.2),
        unit="KB",
    )
    line.notes.append(f"{len(visits)} pages, one visit each: lowest and highest are pages")
    return line


def _visit(browser: Browser, served: Served, path: str) -> "Network":
    with phone(browser, slow=False) as page:
        host = f"localhost:{served.port}"
        network = Network(page.context.new_cdp_session(page), host)
        page.goto(f"http://{host}{path}", wait_until="load")
        page.wait_for_timeout(SETTLE_MS)
    if network.failed:
        raise RuntimeError(f"{path} could not load {network.failed}")
    return network


class Devtools(Protocol):
    """The part of Playwright's `CDPSession` that is used."""

    def on(self, name: str, listener: Callable[[dict[str, Any]], None], /) -> None: ...

    def send(self, command: str, /) -> object: ...


class Network:
    """Adds up the bytes of this host's answers as they come over the line, packed.

    Chromium tells no size of the websocket's handshake, and of its frames the contents. The server
    does not pack them. Other hosts (the pictures of videos) count for neither side.
    """

    def __init__(self, devtools: Devtools, host: str) -> None:
        self.own = self.files = 0.0
        self.failed: list[str] = []
        self._host = host
        self._paths: dict[str, str] = {}
        devtools.on("Network.requestWillBeSent", self._begin)
        devtools.on("Network.loadingFinished", self._end)
        devtools.on("Network.loadingFailed", self._fail)
        devtools.on("Network.webSocketFrameReceived", self._frame)
        devtools.send("Network.enable")

    def _begin(self, told: dict[str, Any]) -> None:
        address = urlsplit(told["request"]["url"])
        if address.netloc == self._host:
            self._paths[told["requestId"]] = address.path

    def _end(self, told: dict[str, Any]) -> None:
        path = self._paths.get(told["requestId"])
        if path is None:
            return
        if path.startswith(OWN_PATHS):
            self.own += told["encodedDataLength"]
        else:
            self.files += told["encodedDataLength"]

    def _fail(self, told: dict[str, Any]) -> None:
        path = self._paths.get(told["requestId"])
        # A page that moves on gives up what it no longer needs.
        if path is not None and not told.get("canceled"):
            self.failed.append(path)

    def _frame(self, told: dict[str, Any]) -> None:
        content = told["response"]["payloadData"]
        is_binary = told["response"]["opcode"] == BINARY_FRAME
        self.own += len(base64.b64decode(content) if is_binary else content.encode())


def on_port(url: str, port: int) -> str:
    """The address of a database of the same name on another port."""
    return sa.make_url(url).set(port=port).render_as_string(hide_password=False)


def _connects(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


def _user() -> str | None:
    """The account for PostgreSQL and PgBouncer, which refuse to run as root."""
    return "postgres" if os.geteuid() == 0 else None
