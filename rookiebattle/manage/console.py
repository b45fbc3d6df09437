"""How commands speak: one line per step with its seconds, one sentence when they cannot go on."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class CannotContinue(Exception):
    """A command stops; the message names the cure."""


@contextmanager
def step(title: str, expected: str = "") -> Iterator[None]:
    """Print what is being done and how long it took; a long step says that it is alive."""
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
    """Print the sentence and return the exit code."""
    print(f"\n{problem}", file=sys.stderr, flush=True)
    return 1
