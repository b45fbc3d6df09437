"""Runs each row in a process of its own, and ends the processes that a row leaves behind."""

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from bench.catalog import Row
from bench.plan import Outcome, Plan
from bench.processes import NOTES, TELL_WHERE, adopt_orphans, end_descendants
from bench.records import Records
from rookiebattle.manage.processes import ROOT, environment

# A row signs the cookies of its members with the secret that its servers get from it.
OWN = {"PYTHONUNBUFFERED": "1", "SESSION_SECRET": "only-for-the-bench" * 4}
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# A row that is told to stop first ends its servers, which takes up to ten seconds for each.
PATIENCE, KILLING_SECONDS = 30.0, 5.0


class Stop:
    """Notes the first signal that asks the bench to stop. Later ones change nothing."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        self.number = self.number or number

    @property
    def reason(self) -> str:
        return f"stopped by {signal.Signals(self.number).name}"


@contextmanager
def listening() -> Iterator[Stop]:
    """In this block, signals that would end the process only ask it to stop.

    A signal that the caller ignores (nohup) stays ignored.
    """
    stop = Stop()
    heard = [one for one in STOPPING if signal.getsignal(one) is not signal.SIG_IGN]
    before = {number: signal.signal(number, stop) for number in heard}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run(rows: Iterable[tuple[str, Row]], plan: Plan, stop: Stop) -> Iterator[Outcome]:
    """The outcome of each row, as soon as it is known. A stop skips the rows after it."""
    adopt_orphans()
    with _folder() as notes:
        for name, row in rows:
            if stop.number:
                return
            print(f"· {name}", flush=True)
            outcome = _run(name, row, plan, stop, notes)
            print(f"  {outcome.problem or 'measured'} after {outcome.seconds:.0f} s", flush=True)
            yield outcome


@contextmanager
def _folder() -> Iterator[Path]:
    """A temporary folder that is deleted whole, also after a row that was killed."""
    with tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as folder:
        # PostgreSQL runs as another user, who must be able to enter this folder.
        Path(folder).chmod(0o711)
        yield Path(folder)


def _run(name: str, row: Row, plan: Plan, stop: Stop, notes: Path) -> Outcome:
    start = time.monotonic()
    with _folder() as folder:
        records = Records(folder / "lines.jsonl")
        child = _start(row, plan, folder, notes)
        try:
            problem = _wait(child, row.seconds * plan.effort, stop)
        finally:
            _end(child)
        problem = problem or records.problem() or _code(child)
        return Outcome(name, time.monotonic() - start, records.lines(), problem)


def _start(row: Row, plan: Plan, folder: Path, notes: Path) -> subprocess.Popen[bytes]:
    """Start the row in a session of its own.

    Ctrl-C in the terminal then reaches only the bench, which stops the row.
    """
    order = (row.target, folder / "lines.jsonl", plan.rounds, plan.seconds)
    return subprocess.Popen(
        [sys.executable, "-m", "bench.row", *map(str, order)],
        cwd=ROOT,
        env=environment({**OWN, "TMPDIR": str(folder), NOTES: str(notes)}),
        start_new_session=True,
    )


def _wait(child: subprocess.Popen[bytes], seconds: float, stop: Stop) -> str:
    """Wait until the row ends or must be ended; returns why it must be."""
    deadline = time.monotonic() + seconds
    while child.poll() is None:
        if stop.number:
            return stop.reason
        if time.monotonic() > deadline:
            child.send_signal(TELL_WHERE)
            return f"stopped at its limit of {seconds:.0f} s"
        time.sleep(0.05)
    return ""


def _end(child: subprocess.Popen[bytes]) -> None:
    """Let the row end its servers, then end by id every process that it left behind."""
    deadline = time.monotonic() + PATIENCE
    while child.poll() is None and time.monotonic() < deadline:
        # The signal is sent repeatedly: the row may miss one while it prints its place.
        child.terminate()
        with suppress(subprocess.TimeoutExpired):
            child.wait(0.5)
    child.kill()
    child.wait()
    end_descendants(KILLING_SECONDS)


def _code(child: subprocess.Popen[bytes]) -> str:
    return f"ended with {child.returncode}" if child.returncode else ""
