"""How commands speak: a line for each step with its seconds, a sentence when they must stop."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class CannotContinue(Exception):
    """The command must stop. The message says what the operator can do about it."""


@contextmanager
def step(title: str, expected: str = "") -> Iterator[None]:
    """Print a step's title and how long it took; while it runs, print its seconds every 15 s."""
    print(f"· {title}{f' ({expected})' if expected else ''}", flush=True)
    start, finished = time.monotonic(), threading.Event()
    threading.Thread(target=_tick, args=(start, finished), daemon=True).start()
    try:
        yield
    finally:
        finished.set()
    print(f"  done in {time.monotonic() - start:.1f} s", flush=True)


def _tick(start: float, finished: threading.Event) -> None:
    while not finished.wait(15):
        print(f"  … {time.monotonic() - start:.0f} s", flush=True)


def stop(problem: Exception) -> int:
    """Print the problem and return the exit code."""
    print(f"\n{problem}", file=sys.stderr, flush=True)
    return 1
