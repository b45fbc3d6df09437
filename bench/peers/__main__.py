"""`make peers`: the site beside pretix and a plain Express, measured in turn in one run.

It writes the table to `artifacts/peers.md`. What cannot be installed is said and left out.
"""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Protocol

from playwright.sync_api import Browser

from bench.browser import phone, started_browser
from bench.lab import Lab
from bench.load import drive
from bench.peers import sites
from bench.peers.sites import Site
from bench.plan import ROUNDS
from bench.processes import await_idle, cpu_seconds
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.processes import ROOT

SECONDS, CONNECTIONS = 2.0, 4
FILE = ROOT / "artifacts/peers.md"
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
Figures = dict[str, list[float]]


class Begin(Protocol):
    __name__: str

    def __call__(self, lab: Lab, events: Path) -> Site: ...


def main(begin: Sequence[Begin], rounds: int = ROUNDS) -> str:
    """The table as Markdown."""
    with Lab() as lab, started_browser() as browser:
        running = begun(begin, lab)
        for one in running:
            await_idle(one.served.pid)
        found: dict[str, Figures] = {one.name: {} for one in running}
        for _ in range(rounds):
            for one in running:
                for name, value in _measured(one, browser).items():
                    found[one.name].setdefault(name, []).append(value)
    return table(found)


def begun(begin: Sequence[Begin], lab: Lab) -> list[Site]:
    """The sites that can be installed here. The first one writes the events of the others."""
    running, events = list[Site](), lab.folder / "events.json"
    for start in begin:
        try:
            running.append(start(lab, events))
        except CannotContinue as missing:
            print(f"{start.__name__} is left out. {missing}", file=sys.stderr, flush=True)
    return running


def _measured(site: Site, browser: Browser) -> dict[str, float]:
    found = dict[str, float]()
    for what, path in (("list", site.list_path), ("event", site.event_path)):
        found |= _asked(site, what, site.get(path), CONNECTIONS, 200)
        found |= _visited(browser, what, f"http://localhost:{site.served.port}{path}")
    # One after another: SQLite lets one write at a time, and pretix does not wait for it.
    return found | _asked(site, "registration", site.register, 1, site.registered)


def _asked(
    site: Site, what: str, next_request: Callable[[], bytes], connections: int, expect: int
) -> dict[str, float]:
    before = cpu_seconds(site.served.pid)
    load = drive(
        site.served.port, next_request, seconds=SECONDS, connections=connections, expect=expect
    )
    spent = (cpu_seconds(site.served.pid) - before) * 1000 / len(load.latencies)
    return {f"{what}, requests/s": load.per_second, f"{what}, ms of a core": spent}


def _visited(browser: Browser, what: str, url: str) -> dict[str, float]:
    """A first visit on the slow phone: all its bytes, and the first paint."""
    arrived = list[float]()

    def note(event: dict[str, Any]) -> None:
        arrived.append(event["encodedDataLength"])

    with phone(browser) as page:
        devtools = page.context.new_cdp_session(page)
        devtools.send("Network.enable")
        devtools.on("Network.loadingFinished", note)
        page.goto(url, wait_until="load", timeout=60_000)
        page.wait_for_timeout(1_000)
        paint: float = page.evaluate(FIRST_PAINT)
    return {
        f"{what}, KB of a first visit": sum(arrived) / 1000,
        f"{what}, first paint in ms": paint,
    }


def table(found: dict[str, Figures]) -> str:
    """A line for each figure: the median of each site."""
    names = list(found)
    lines = [f"| | {' | '.join(names)} |", f"|---|{'--:|' * len(names)}"]
    for what in found[names[0]]:
        values = [shown(median(found[name][what])) for name in names]
        lines.append(f"| {what} | {' | '.join(values)} |")
    return "\n".join(lines)


def shown(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"


if __name__ == "__main__":
    lines = main((sites.ours, sites.express, sites.pretix))
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(f"{lines}\n")
    print(f"\n{lines}")
