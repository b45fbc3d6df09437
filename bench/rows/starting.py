"""P14: from nothing to the first answer, with everything built."""

import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench import builds, data
from bench.lab import Lab
from bench.plan import Goal, Line, Plan, Sample, compare
from rookiebattle.manage.first_process import answers
from rookiebattle.manage.processes import ROOT, environment
from rookiebattle.manage.serve import PRODUCTION, granian
from tests.servers.programs import Program, free_port


def first_answer(plan: Plan, lab: Lab) -> Iterator[Line]:
    """`make run` with migrations and checks, compared with granian and the blank app."""
    url = lab.database(data.Size())
    yield compare(
        "P14",
        "start, built, migrations checked",
        ours=lambda: Sample(_ours(lab, url)),
        baseline=lambda: Sample(_blank(lab)),
        goal=Goal(most=2.3),
        unit="s",
        plan=plan,
    )


def _ours(lab: Lab, url: str) -> float:
    port = free_port()
    settings = lab.own_settings(url, port)
    return seconds_to_answer(
        [sys.executable, "-m", "rookiebattle.manage", "run"], settings, port, lab.new_folder(), ROOT
    )


def _blank(lab: Lab) -> float:
    port = free_port()
    command = granian(port, 1)
    command[1] = "blank.blank:app"
    settings = {**PRODUCTION, "REFLEX_STATES_WORKDIR": str(lab.new_folder())}
    return seconds_to_answer(command, settings, port, lab.new_folder(), builds.blank_app())


def seconds_to_answer(
    command: Sequence[str | Path],
    settings: Mapping[str, str],
    port: int,
    folder: Path,
    cwd: Path,
    *,
    patience: float = 60.0,
) -> float:
    """Start it, wait for an answer, stop it."""
    start = time.perf_counter()
    program = Program(command, log=folder / "start.log", env=environment(settings), cwd=cwd)
    try:
        program.wait_until(lambda: answers(port), seconds=patience)
        return time.perf_counter() - start
    finally:
        program.stop(signal.SIGTERM)
