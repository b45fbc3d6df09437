"""Starts other programs: their environment, and their output when they fail."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rookiebattle.manage.console import CannotContinue

ROOT = Path(__file__).resolve().parents[2]
# The path is not resolved: a virtual environment's interpreter is a link to the system's.
TOOLS = Path(sys.executable).parent

QUIET_REFLEX = {
    "REFLEX_TELEMETRY_ENABLED": "false",
    "REFLEX_CHECK_LATEST_VERSION": "false",
    "REFLEX_USE_NPM": "1",
}


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The caller's environment with our tools first on the PATH and no telemetry of Reflex."""
    path = f"{TOOLS}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, **QUIET_REFLEX, "PATH": path, **(extra or {})}


def end_of(output: str) -> str:
    """The last lines, where most programs say why they stop."""
    return "\n".join(output.splitlines()[-40:])


def run_quietly(
    command: Sequence[str | Path],
    *,
    failure: str,
    cwd: Path = ROOT,
    extra: Mapping[str, str] | None = None,
    reason: Callable[[str], str] = end_of,
) -> str:
    """Run a program to its end and return its output.

    If it fails, raise what `reason` finds in its output, with our sentence.
    """
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment(extra),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise CannotContinue(f"{reason(done.stdout)}\n\n{failure}")
    return done.stdout


def run_openly(command: Sequence[str | Path], extra: Mapping[str, str] | None = None) -> int:
    return subprocess.run(
        [str(part) for part in command], cwd=ROOT, env=environment(extra), check=False
    ).returncode
