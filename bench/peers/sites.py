"""The three sites, each with the same events: how it is installed, filled, started and asked."""

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import count, cycle
from pathlib import Path

from bench import data
from bench.app import LIST_OF_MONTH, clock
from bench.lab import Lab, Served
from bench.load import Connection, request
from rookiebattle.manage.console import step
from rookiebattle.manage.node_packages import install_node_packages
from rookiebattle.manage.processes import ROOT, TOOLS, environment, run_quietly
from tests.servers.programs import free_port

HERE = Path(__file__).parent
PRETIX = ROOT / ".peers/pretix"
PACKAGES = ("pretix==2026.8.0", "gunicorn==27.0.1", "whitenoise==6.12.0")
MEMBERS, HOT, SEATS = 200, 60, 100_000
EVERYTHING = "/api/events?from=2000-01-01T00:00:00Z&limit=200"
CFG = """[pretix]
url=http://localhost:{port}
datadir={folder}
registration=off
[database]
backend=sqlite3
[django]
secret=only-for-the-bench-only-for-the-bench-0123456789
"""


@dataclass(frozen=True, slots=True)
class Site:
    """One of the sites, running. `register` gives the bytes of one more registration."""

    name: str
    served: Served
    list_path: str
    event_path: str
    register: Callable[[], bytes]
    registered: int

    def get(self, path: str) -> Callable[[], bytes]:
        wanted = request(path, self.served.port, {"Accept-Encoding": "gzip"})
        return lambda: wanted


def posted(path: str, port: int, headers: dict[str, str], body: str = "") -> bytes:
    told = {"Content-Type": "application/json", **headers, "Content-Length": str(len(body))}
    head = request(path, port, told).replace(b"GET", b"POST", 1)
    return head + body.encode()


def ours(lab: Lab, events: Path) -> Site:
    """The product. Its events are the others': it writes them into the file."""
    size = data.Size(events=200 - HOT, members=MEMBERS, hot=HOT, seats=SEATS)
    served = lab.ours(lab.database(size))
    events.write_bytes(Connection(served.port).get(request(EVERYTHING, served.port)).body)
    pairs = ((event, member) for event in range(HOT) for member in range(MEMBERS))
    origin = {"Origin": f"http://localhost:{served.port}"}

    def register() -> bytes:
        event, member = next(pairs)
        path = f"/api/events/{data.key('hot', event)}/register"
        return posted(path, served.port, {**data.cookie(member), **origin})

    month = f"{clock.now() + timedelta(days=31):%Y-%m}"
    event = f"/events/{data.key('hot', 0)}"
    return Site("Rookie Battle", served, LIST_OF_MONTH.format(month=month), event, register, 200)


def express(lab: Lab, events: Path) -> Site:
    """Express with better-sqlite3, from npm."""
    install_node_packages(HERE / "express")
    port = free_port()
    settings = {
        "PORT": str(port),
        "NODE_ENV": "production",
        "PEERS_EVENTS": str(events),
        "PEERS_DATABASE": str(lab.new_folder() / "express.db"),
    }
    command: list[str | Path] = [TOOLS / "node", HERE / "express/server.mjs"]
    served = lab.program(command, port, env=environment(settings))
    ids, members = _ids(events), count()

    def register() -> bytes:
        path = f"/events/{next(ids)}/register"
        return posted(path, port, {"Cookie": f"member={next(members)}"})

    return Site("Express", served, "/events", f"/events/{next(_ids(events))}", register, 200)


def _ids(events: Path) -> Iterator[str]:
    """The ids of the events without a limit that is met here, again and again."""
    return cycle([one["id"] for one in json.loads(events.read_text()) if "Hot" in one["title"]])


def pretix(lab: Lab, events: Path) -> Site:
    """pretix, from PyPI, on SQLite behind gunicorn with one worker, as the product has one."""
    _install_pretix()
    port, folder = free_port(), lab.new_folder() / "pretix"
    shutil.copytree(PRETIX / "data", folder)
    settings = _settings(port, folder) | {"PEERS_EVENTS": str(events)}
    fill = f"exec(open({str(HERE / 'pretix_filled.py')!r}).read())"
    said = run_quietly(
        [PRETIX / "bin/python", "-m", "pretix", "shell", "-c", fill],
        failure="pretix does not take the events.",
        extra=settings,
    )
    made = json.loads(said.splitlines()[-1])
    gunicorn = PRETIX / "bin/gunicorn"
    command: list[str | Path] = [gunicorn, "pretix_served:app", "--pythonpath", HERE]
    command += ["--threads", "4", "--bind", f"127.0.0.1:{port}"]
    served = lab.program(command, port, env=environment(settings))
    items = cycle(made["items"].items())

    def register() -> bytes:
        event, item = next(items)
        order = {
            "email": "member@example.org",
            "locale": "en",
            "sales_channel": "web",
            "send_email": False,
            "status": "p",
            "payment_provider": "free",
            "positions": [{"item": item}],
        }
        path = f"/api/v1/organizers/club/events/{event}/orders/"
        return posted(path, port, {"Authorization": f"Token {made['token']}"}, json.dumps(order))

    return Site("pretix", served, "/club/", f"/club/{next(iter(made['items']))}/", register, 201)


def _install_pretix() -> None:
    """Install pretix into a folder of its own, once, with an empty database."""
    made_from = PRETIX / "made-from"
    if made_from.exists() and made_from.read_text() == str(PACKAGES):
        return
    shutil.rmtree(PRETIX, ignore_errors=True)
    with step("Installing pretix", "some three minutes"):
        python = PRETIX / "bin/python"
        pip = ("-m", "pip", "install", "-qq", "--no-input", "--disable-pip-version-check")
        failure = "pretix cannot be installed."
        run_quietly([sys.executable, "-m", "venv", PRETIX], failure=failure)
        run_quietly([python, *pip, *PACKAGES], failure=failure)
        (PRETIX / "data").mkdir()
        settings = _settings(8000, PRETIX / "data")
        failure = "pretix cannot make its tables."
        run_quietly([python, "-m", "pretix", "migrate"], failure=failure, extra=settings)
    made_from.write_text(str(PACKAGES))


def _settings(port: int, folder: Path) -> dict[str, str]:
    file = folder / "pretix.cfg"
    file.write_text(CFG.format(port=port, folder=folder))
    return {"PRETIX_CONFIG_FILE": str(file)}
