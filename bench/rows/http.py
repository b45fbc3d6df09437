"""P1 and P2: the list of 200 events over HTTP, read from the database and answered from memory."""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path

from bench import data
from bench.lab import Lab, Served
from bench.load import Connection, request, throughput
from bench.plan import Goal, Line, Plan, Sample, compare
from bench.statements import of_request, product_on
from rookiebattle.manage.processes import ROOT, TOOLS, environment
from tests.servers.programs import free_port

SINCE = "2000-01-01T00:00:00%2B00:00"
CACHED = f"/api/events?from={SINCE}"
MOST_QUERIES = 4


def list_uncached(plan: Plan, lab: Lab) -> Iterator[Line]:
    """P1 on both databases: every request asks for a new range that holds the same events."""
    for postgres in (False, True):
        yield _uncached(plan, lab, postgres=postgres)
    yield _beside_node(plan, lab)


def _beside_node(plan: Plan, lab: Lab) -> Line:
    """The same list from the stack that most peers of our size would take."""
    url = lab.database(data.Size())
    ours, port = lab.ours(url), free_port()
    settings = {**_bare_settings(ours, url), "BENCH_DATABASE": url.removeprefix("sqlite:///")}
    command: list[str | Path] = [TOOLS / "node", ROOT / "bench/baselines/node.mjs"]
    node = lab.program(command, port, env=environment({**settings, "PORT": str(port)}))
    _must_agree(ours, node, list_path(0))
    return _compared(plan, "list of 200 from SQLite, beside Node", ours, node, Goal())


def _uncached(plan: Plan, lab: Lab, *, postgres: bool) -> Line:
    url = lab.database(data.Size(), postgres=postgres)
    ours = lab.ours(url)
    bare = lab.granian("bench.baselines.api:make", extra=_bare_settings(ours, url))
    _must_agree(ours, bare, list_path(0))
    what = f"list of 200 from {'PostgreSQL' if postgres else 'SQLite'}"
    line = _compared(plan, what, ours, bare, Goal(least=0.8))
    line.notes.append(f"{_queries(url, list_path(0))} queries (at most {MOST_QUERIES})")
    return line


def _compared(plan: Plan, what: str, ours: Served, other: Served, goal: Goal) -> Line:
    number = count(1)

    def never_twice(served: Served) -> Callable[[], bytes]:
        return lambda: request(list_path(next(number)), served.port)

    line = compare(
        "P1",
        what,
        ours=lambda: throughput(ours.port, ours.pid, never_twice(ours), seconds=plan.seconds),
        baseline=lambda: throughput(
            other.port, other.pid, never_twice(other), seconds=plan.seconds
        ),
        goal=goal,
        unit="requests/s",
        plan=plan,
    )
    ours.program.stop()
    other.program.stop()
    return line


def _bare_settings(ours: Served, url: str) -> dict[str, str]:
    """The same database, and the fields of an event in the same order."""
    answer = Connection(ours.port).get(request(list_path(0), ours.port))
    return {"BENCH_DATABASE_URL": url, "BENCH_FIELDS": ",".join(json.loads(answer.body)[0])}


def _queries(url: str, path: str, *, warm: bool = False) -> int:
    with product_on(url):
        return len(of_request(path, warm=warm))


def list_path(number: int) -> str:
    """A range that nobody asked for before, so that no cache can have the answer."""
    return f"/api/events?from={SINCE}&to=2100-01-01T00:00:00.{number:06d}%2B00:00"


def _must_agree(ours: Served, baseline: Served, path: str) -> bytes:
    """Both sides must answer the same bytes; otherwise the comparison means nothing."""
    mine = Connection(ours.port).get(request(path, ours.port))
    theirs = Connection(baseline.port).get(request(path, baseline.port))
    if mine.body != theirs.body or mine.header("x-total-count") != theirs.header("x-total-count"):
        raise RuntimeError(f"the answers differ:\n{mine.body[:900]!r}\n{theirs.body[:900]!r}")
    return mine.body


def list_cached(plan: Plan, lab: Lab) -> Iterator[Line]:
    """P2: the same answer again, whole and as a 304."""
    url = lab.database(data.Size())
    ours = lab.ours(url)
    first = Connection(ours.port).get(request(CACHED, ours.port))
    file = lab.new_folder() / "events.json"
    file.write_bytes(first.body)
    made = lab.granian("bench.baselines.api:make_precomputed", extra={"BENCH_BODY": str(file)})
    _must_agree(ours, made, CACHED)
    known = {"If-None-Match": first.header("etag")}
    yield _cached("whole answer", 200, {}, {}, (ours, made), plan)
    line = _cached("304", 304, known, {"If-None-Match": '"made-before"'}, (ours, made), plan)
    line.notes.append(f"{_queries(url, CACHED, warm=True)} queries (at most 0)")
    yield line


def _cached(
    what: str,
    status: int,
    mine: Mapping[str, str],
    theirs: Mapping[str, str],
    sides: tuple[Served, Served],
    plan: Plan,
) -> Line:
    def side(served: Served, headers: Mapping[str, str]) -> Sample:
        asked = request(CACHED, served.port, headers)
        return throughput(
            served.port, served.pid, lambda: asked, seconds=plan.seconds, expect=status
        )

    return compare(
        "P2",
        f"the list unchanged, {what}",
        ours=lambda: side(sides[0], mine),
        baseline=lambda: side(sides[1], theirs),
        goal=Goal(least=0.8),
        unit="requests/s",
        plan=plan,
    )
