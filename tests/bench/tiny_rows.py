"""Rows that take no time: two are measured, others hang, fail, or die after their first line."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from bench.lab import Lab
from bench.plan import Line, Plan, against_limit

FOLDER, PIDS, HANGING = "TINY_FOLDER", "pids", "hanging"
# A server that is not stopped: it has a session of its own and ignores SIGTERM.
SERVER = (
    "import signal, threading; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    "print('up', flush=True); threading.Event().wait()"
)


def measured(plan: Plan, lab: Lab) -> Iterator[Line]:
    yield _line("P1", "quick")


def measured_last(plan: Plan, lab: Lab) -> Iterator[Line]:
    yield _line("P5", "quick too")


def hangs(plan: Plan, lab: Lab) -> Iterator[Line]:
    _start_server()
    yield _line("P2", "before it hangs")
    _file(HANGING).touch()
    threading.Event().wait()


def fails(plan: Plan, lab: Lab) -> Iterator[Line]:
    _start_server()
    yield _line("P3", "before it fails")
    raise RuntimeError("the server is gone")


def dies(plan: Plan, lab: Lab) -> Iterator[Line]:
    _start_server()
    yield _line("P4", "before it dies")
    os.kill(os.getpid(), signal.SIGKILL)


def _line(row: str, what: str) -> Line:
    return against_limit(row, what, values=[1.0], limit=2.0, unit="s", notes=["a note"])


def _start_server() -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert server.stdout
    server.stdout.readline()
    with _file(PIDS).open("a") as file:
        file.write(f"{server.pid}\n")


def _file(name: str) -> Path:
    return Path(os.environ[FOLDER]) / name
