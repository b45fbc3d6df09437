"""How commands speak: a line for each step with its seconds, a sentence when they must stop."""

import errno
import io
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

# A command may meet these errors wherever it writes a file.
DISK_REFUSES = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


class CannotContinue(Exception):
    """The command must stop. The message says what the operator can do about it."""


class JsonLines(io.TextIOBase):
    """Writes each line that is printed as an object, like the lines of the site's own log."""

    def __init__(self, stream: TextIO, level: str) -> None:
        self._stream, self._level, self._rest = stream, level, ""

    def write(self, text: str) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            if message := line.strip(" ·"):
                at = datetime.now(UTC).isoformat(timespec="milliseconds")
                told = {"at": at, "level": self._level, "logger": "rookiebattle.manage"}
                self._stream.write(
                    json.dumps({**told, "message": message}, ensure_ascii=False) + "\n"
                )
        return len(text)

    def flush(self) -> None:
        self._stream.flush()


def speak_json() -> None:
    """From now on this process prints only objects, as LOG_FORMAT=json wants."""
    sys.stdout, sys.stderr = JsonLines(sys.stdout, "info"), JsonLines(sys.stderr, "error")


def must_be_writable(folder: Path, why: str) -> None:
    """Raise CannotContinue where this user may not write into a folder that exists."""
    if not folder.exists() or os.access(folder, os.W_OK):
        return
    raise CannotContinue(
        f"{why}, and this user may not write into {folder}. If it is meant for this user, type as "
        f"root: chown -R {os.getuid()} {folder}. "
        "Otherwise run the command as the user who owns it."
    )


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
