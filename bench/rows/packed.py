"""P18: pages and lists from memory, against nginx sending the same packed bytes."""

import os
from collections.abc import Iterator

from bench import data
from bench.app import FOUND, PUBLIC_LISTS
from bench.baselines import nginx
from bench.baselines.nginx import Packed
from bench.lab import Lab, Served
from bench.load import Connection, request
from bench.plan import Goal, Line, Plan, Sample, compare
from bench.rows.pages import PAGES
from bench.volley import volleys
from tests.servers.programs import free_port

AS_A_BROWSER = {"Accept-Encoding": "gzip, deflate, br"}
# A page has a name and a path; a list's name is its path.
ASKED = {
    **{page.name: page.path for page in PAGES if page.status == FOUND},
    **{path: path for path in PUBLIC_LISTS},
}


def against_nginx(plan: Plan, lab: Lab) -> Iterator[Line]:
    """Both servers run on one core, one at a time. The client uses another core."""
    of_servers, of_client = _two_cores()
    os.sched_setaffinity(0, {of_servers})
    ours = lab.ours(lab.database(data.Size()))
    bare = _nginx(lab, {path: _packed(ours, path) for path in ASKED.values()})
    os.sched_setaffinity(0, {of_client})
    for name, path in ASKED.items():
        yield _line(name, path, ours, bare, plan)


def _two_cores() -> tuple[int, int]:
    """The core of the servers, which they inherit, and the core of the client."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise RuntimeError("one core cannot both serve and ask: this row needs two")
    return cores[0], cores[-1]


def _packed(served: Served, path: str) -> Packed:
    """The second answer to a visitor, which is the one from memory."""
    connection, asked = Connection(served.port), request(path, served.port, AS_A_BROWSER)
    connection.get(asked)
    answer = connection.get(asked)
    encoding = answer.header("content-encoding")
    if answer.status != FOUND or not encoding:
        raise RuntimeError(f"{path} answered {answer.status}, packed with '{encoding}'")
    return Packed(answer.header("content-type"), encoding, answer.body)


def _nginx(lab: Lab, files: dict[str, Packed]) -> Served:
    port = free_port()
    return lab.program(nginx.command(lab.new_folder(), port, files), port)


def _line(name: str, path: str, ours: Served, bare: Served, plan: Plan) -> Line:
    def side(served: Served) -> Sample:
        asked = request(path, served.port, AS_A_BROWSER)
        return volleys(served.port, served.pid, asked, seconds=plan.seconds / 2)

    line = compare(
        "P18",
        f"{name} on one core",
        ours=lambda: side(ours),
        baseline=lambda: side(bare),
        goal=Goal(least=0.2),
        unit="requests/s",
        plan=plan,
    )
    line.notes.append(f"{len(_packed(ours, path).body):,} bytes packed")
    return line
