"""Has a picture drawn anew by `worker.py`, in a process that ends soon and has no secrets."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rookiebattle.core.errors import AppError, Invalid, Unavailable

WORKER = Path(__file__).with_name("worker.py")
SECONDS = 40.0
TOO_BIG = "This picture has too many pixels. Please send one of at most 64 megapixels."
TOO_LONG = (
    "This animation is too long. It may have at most 300 frames, and fewer if they are large. "
    "Please send a shorter or smaller one, or a video."
)
TOO_HARD = (
    "This picture takes too much memory or time to open. Please save it as a JPEG and try again."
)
BROKEN = "This picture is damaged, so we can’t open it. Please try saving it again as a JPEG."


REFUSALS: Mapping[str, Callable[[], AppError]] = {
    "too big": lambda: Invalid(TOO_BIG),
    "too long": lambda: Invalid(TOO_LONG),
    "too hard": lambda: Invalid(TOO_HARD),
    "broken": lambda: Invalid(BROKEN),
    "no room": Unavailable,
}
FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""Signals that the program never gives itself: the machine has no memory left, or stops."""


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A picture as it was drawn into a folder: `file`, and `w<width>` for each of `copies`."""

    mime_type: str
    width: int
    height: int
    copies: Sequence[int]
    placeholder: str


def draw(source: Path, folder: Path) -> DrawnPicture:
    """Draw the picture into the folder. Blocks for up to `SECONDS`.

    Raises Invalid for what the picture is to blame for, and Unavailable for the machine.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(WORKER), str(source), str(folder)],
            capture_output=True,
            timeout=SECONDS,
            env={},
            cwd=folder,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Invalid(TOO_HARD) from None
    except OSError as failed:
        raise Unavailable() from failed
    if done.returncode != 0:
        raise _error_of(-done.returncode)
    told = json.loads(done.stdout)
    if "refused" in told:
        raise REFUSALS[told["refused"]]()
    return as_drawn(told)


def as_drawn(told: Mapping[str, Any]) -> DrawnPicture:
    """The answer of `worker.py` about a picture, as a value."""
    return DrawnPicture(
        told["type"], told["width"], told["height"], tuple(told["copies"]), told["placeholder"]
    )


def _error_of(number: int) -> AppError:
    """The error of a program that a signal ended, or that failed by itself."""
    if number in FROM_OUTSIDE:
        return Unavailable()
    # The limit of time ended it, or a decoder crashed: the picture is to blame in both cases.
    return Invalid(TOO_HARD if number == signal.SIGXCPU else BROKEN)
