"""A bench with tiny rows, started as `make bench` starts one, but with files of its own."""

import os
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from bench import __main__ as bench
from bench import runner
from bench.catalog import Row
from tests.bench.tiny_rows import FOLDER, HANGING

LIMIT = 3000.0
CATALOG = {
    "P1": Row("tests.bench.tiny_rows:measured", LIMIT),
    "P2": Row("tests.bench.tiny_rows:hangs", LIMIT),
    "P3": Row("tests.bench.tiny_rows:fails", LIMIT),
    "P4": Row("tests.bench.tiny_rows:dies", LIMIT),
    "P5": Row("tests.bench.tiny_rows:measured_last", LIMIT),
}
SOUND = {name: CATALOG[name] for name in ("P1", "P5")}


def main(folder: Path, kind: str, rows: str, *options: str) -> int:
    """Run a bench: with `every` row, with the `sound` ones, or `patient`, without a limit."""
    catalog = SOUND if kind == "sound" else CATALOG
    ours = time if kind == "patient" else _clock(folder / HANGING)
    with patch.object(runner, "time", ours), patch.object(runner, "KILLING_SECONDS", 0.5):
        return bench.main([rows, *options], catalog, folder / "bench.json", folder / "bench.md")


def _clock(hanging: Path) -> SimpleNamespace:
    """A clock on which a hanging row has run for an hour, so that no test waits for a limit."""
    return SimpleNamespace(
        sleep=time.sleep, monotonic=lambda: time.monotonic() + 3600 * hanging.exists()
    )


if __name__ == "__main__":
    # Tests that run under nohup, or in the background, hand ignored signals down to this process.
    for ignored in runner.STOPPING:
        signal.signal(ignored, signal.SIG_DFL)
    sys.exit(main(Path(os.environ[FOLDER]), *sys.argv[1:]))
