"""P15: building from nothing, starting again without changes, a changed line in `make dev`."""

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from bench import data
from bench.app import CHANGED_FILE, CHANGED_PAGE, CHANGED_WORDS
from bench.browser import started_browser
from bench.lab import Lab
from bench.plan import Line, Plan, against_limit
from bench.rows.starting import seconds_to_answer
from rookiebattle.manage.export import tracked_files
from rookiebattle.manage.first_process import answers
from rookiebattle.manage.processes import ROOT, environment
from tests.servers.programs import Program, accepts_connections, free_port

FIRST_LIMIT, AGAIN_LIMIT, CHANGE_LIMIT = 90.0, 5.0, 3.0
FIRST_PATIENCE = 240.0


def run_and_dev(plan: Plan, lab: Lab) -> Iterator[Line]:
    """Measure in a copy of the checkout with the same virtual environment and npm's cache."""
    copy = _copy_of_checkout(lab.new_folder() / "copy")
    url = lab.database(data.Size())
    first = [_run(copy, url, lab, seconds=FIRST_PATIENCE)]
    yield _line("first `make run`, Python packages installed", first, FIRST_LIMIT)
    again = [_run(copy, url, lab) for _ in range(plan.rounds)]
    yield _line("`make run` again without changes", again, AGAIN_LIMIT)
    changes = _changes(copy, url, lab, plan.rounds)
    yield _line("a changed line on the screen of `make dev`", changes, CHANGE_LIMIT)


def _line(what: str, values: list[float], limit: float) -> Line:
    return against_limit("P15", what, values=values, limit=limit, unit="s", notes=[])


def _copy_of_checkout(copy: Path) -> Path:
    for name in tracked_files():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, copy / name)
    return copy


def _run(copy: Path, url: str, lab: Lab, seconds: float = 60.0) -> float:
    port = free_port()
    command = [sys.executable, "-m", "rookiebattle.manage", "run"]
    settings, folder = lab.own_settings(url, port), lab.new_folder()
    return seconds_to_answer(command, settings, port, folder, copy, patience=seconds)


def _changes(copy: Path, url: str, lab: Lab, rounds: int) -> list[float]:
    """The seconds from saving a line of a page until the browser shows it."""
    with _developing(copy, url, lab) as port, started_browser() as browser:
        page = browser.new_page()
        page.goto(f"http://localhost:{port}{CHANGED_PAGE}", timeout=120_000)
        page.get_by_text(CHANGED_WORDS).first.wait_for(timeout=60_000)
        file = copy / CHANGED_FILE
        return [_change(page, file, number) for number in range(rounds + 1)][1:]


def _change(page: Page, file: Path, number: int) -> float:
    before = f"{CHANGED_WORDS} {number}" if number else CHANGED_WORDS
    after = f"{CHANGED_WORDS} {number + 1}"
    start = time.perf_counter()
    file.write_text(file.read_text().replace(before, after))
    page.get_by_text(after, exact=True).first.wait_for(timeout=60_000)
    took = time.perf_counter() - start
    page.wait_for_timeout(1500)
    return took


@contextmanager
def _developing(copy: Path, url: str, lab: Lab) -> Iterator[int]:
    port = free_port()
    while accepts_connections(port + 1):
        port = free_port()
    program = Program(
        [sys.executable, "-m", "rookiebattle.manage", "dev"],
        log=lab.new_folder() / "dev.log",
        env=environment(lab.own_settings(url, port)),
        cwd=copy,
    )
    try:
        program.wait_until(lambda: answers(port) and answers(port + 1), seconds=180)
        yield port
    finally:
        program.stop()
