"""Has a picture drawn anew by `worker.py`, in a process that ends soon and has no secrets."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rookiebattle.core.errors import Invalid, Unavailable

WORKER = Path(__file__).with_name("worker.py")
SECONDS = 40.0
TOO_BIG = (
    "This picture has too many pixels. Please send one of at most 64 megapixels, or a shorter "
    "animation."
)
BROKEN = "This picture is damaged and cannot be opened. Please try to save it again as a JPEG."


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as it was drawn into a folder: `file`, and `w<width>` for each of `copies`."""

    mime_type: str
    width: int
    height: int
    copies: Sequence[int]
    placeholder: str


def draw(source: Path, folder: Path) -> Drawn:
    """Draw the picture into the folder. Blocks for up to `SECONDS`. Raises Invalid."""
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
        raise Invalid(TOO_BIG) from None
    except OSError as failed:
        raise Unavailable() from failed
    if done.returncode != 0:
        # The limits ended it, or a decoder crashed: the picture is to blame in both cases.
        raise Invalid(BROKEN)
    told = json.loads(done.stdout)
    if "refused" in told:
        raise Invalid(BROKEN if told["refused"] == "broken" else TOO_BIG)
    return Drawn(
        told["type"], told["width"], told["height"], tuple(told["copies"]), told["placeholder"]
    )
