"""What Linux tells about a process and its children: processor time and memory."""

import os
from collections.abc import Iterator
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")


def cpu_seconds(pid: int) -> float:
    """Processor time of the process and everything below it."""
    return sum(_ticks(one) for one in family(pid)) / TICK


def memory_kb(pid: int) -> int:
    """Resident memory of the process and everything below it, shared pages counted in part."""
    return sum(_proportional_kb(one) for one in family(pid))


def family(pid: int) -> Iterator[int]:
    """The process and its descendants."""
    yield pid
    for task in PROC.glob(f"{pid}/task/*/children"):
        for child in task.read_text().split():
            yield from family(int(child))


def _ticks(pid: int) -> int:
    # The name in parentheses may contain spaces; user and system time are the 14th and 15th field.
    fields = (PROC / f"{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _proportional_kb(pid: int) -> int:
    for line in (PROC / f"{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1])
    return 0
