"""Linux processes: their time and memory, and the end of those that would stay."""

import ctypes
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")
# Less processor time than `IDLE` between two looks is rest. All three are in seconds.
LOOK_SECONDS, IDLE, LONGEST_BUSY = 0.5, 0.03, 30.0
# Numbers of prctl(2), for which Python has no names.
SIGNAL_WHEN_THE_PARENT_ENDS, ADOPT_ORPHANS = 1, 36
# The variable with the folder that the rows of one run share.
NOTES = "BENCH_NOTES"
# The signal that makes a hanging row print its place.
TELL_WHERE = signal.SIGUSR1


def cpu_seconds(pid: int) -> float:
    """The processor time of the process and all its descendants that have not ended."""
    _own, *others = family(pid)
    return (_ticks(pid) + sum(_ticks_or_none(one) for one in others)) / TICK


def await_idle(pid: int) -> None:
    """Wait until the processes rest. The product packs its pages in a thread after its start."""
    deadline, before = time.monotonic() + LONGEST_BUSY, -1.0
    while (now := cpu_seconds(pid)) > before + IDLE and time.monotonic() < deadline:
        before = now
        time.sleep(LOOK_SECONDS)


def memory_kb(pid: int) -> int:
    """The resident memory of the process and its descendants; shared pages count in part."""
    return sum(_proportional_kb(one) for one in family(pid))


def family(pid: int) -> Iterator[int]:
    """The process and its descendants. One that ends meanwhile may be missing."""
    yield pid
    for task in PROC.glob(f"{pid}/task/*/children"):
        children = ""
        with suppress(OSError):
            children = task.read_text()
        for child in children.split():
            yield from family(int(child))


def _ticks_or_none(pid: int) -> int:
    with suppress(OSError):
        return _ticks(pid)
    return 0


def _ticks(pid: int) -> int:
    # The name in parentheses may contain spaces. User and system time are the 14th and 15th field.
    fields = (PROC / f"{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _proportional_kb(pid: int) -> int:
    for line in (PROC / f"{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1])
    return 0


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that none is lost."""
    _prctl(ADOPT_ORPHANS, 1)


def end_with_the_parent() -> None:
    """Get SIGTERM when the parent ends, in whatever way."""
    _prctl(SIGNAL_WHEN_THE_PARENT_ENDS, signal.SIGTERM)


def _prctl(option: int, value: int) -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), f"prctl {option} was refused")


def end_descendants(patience: float) -> None:
    """Ask every descendant to end; after `patience` seconds kill those that have not."""
    for how, seconds in ((signal.SIGTERM, patience), (signal.SIGKILL, patience)):
        deadline = time.monotonic() + seconds
        asked = set[int]()
        while (left := _descendants()) and time.monotonic() < deadline:
            for pid in left - asked:
                with suppress(ProcessLookupError):
                    os.kill(pid, how)
            asked |= left
            time.sleep(0.02)


def _descendants() -> set[int]:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    return set(family(os.getpid())) - {os.getpid()}
