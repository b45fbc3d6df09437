"""A server's workers, memory and open files: its process and everything that it started."""

from collections.abc import Iterator
from pathlib import Path

# In megabytes. A process without the site (Python's tracker of resources) is smaller.
LEAST_WORKER = 40


def megabytes(pid: int) -> float:
    return sum(_resident(one) for one in _family(pid)) / 1024


def descriptors(pid: int) -> int:
    """The number of open files."""
    return sum(len(list(Path(f"/proc/{one}/fd").iterdir())) for one in _family(pid))


def children(pid: int) -> list[int]:
    """The processes that this one started."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def workers_of(pid: int) -> list[int]:
    """The workers that a server has now. Its other processes are small."""
    found = []
    for one in children(pid):
        try:
            is_worker = megabytes(one) > LEAST_WORKER
        except (FileNotFoundError, ProcessLookupError):  # it ended meanwhile
            continue
        if is_worker:
            found.append(one)
    return sorted(found)


def _family(pid: int) -> Iterator[int]:
    yield pid
    for child in children(pid):
        yield from _family(child)


def _resident(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    # A process that has ended, and waits for its parent to notice, has no memory.
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)
