"""Makes .venv anew when requirements.txt or Python changed; imports nothing that is installed."""

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from rookiebattle.manage.console import CannotContinue, must_be_writable, step, stop

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "requirements.txt"
NEEDED_BYTES = 2_500_000_000


def fingerprint() -> str:
    """A text with the version of Python and the pinned packages that .venv was made from."""
    return f"{sys.version_info[:2]} {hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()}"


def is_ready() -> bool:
    stamp = VENV / "made-from"
    return stamp.exists() and stamp.read_text() == fingerprint()


def prepare() -> None:
    """Create the environment and install the pinned packages."""
    _check_machine()
    if _run(VENV / "bin/python", "-c", "import sys; sys.exit(sys.version_info[:2] != (3, 11))"):
        with step("Creating .venv"):
            _must(
                "The virtual environment could not be made. Install its parts: "
                "apt-get install python3.11-venv",
                *(sys.executable, "-m", "venv", "--clear", VENV),
            )
    with step("Installing Python packages", "one to two minutes"):
        _must(
            "Python packages could not be installed; the reason stands above. "
            "Check the connection to the package index and run the command again.",
            # Only errors are printed: if pip is configured with a folder of packages that does not
            # exist, it warns once for every package.
            *(VENV / "bin/python", "-m", "pip", "install", "-qq", "--no-input", "--no-deps"),
            *("--disable-pip-version-check", "-r", REQUIREMENTS),
        )
    (VENV / "made-from").write_text(fingerprint())


def _check_machine() -> None:
    if sys.version_info[:2] != (3, 11):
        raise CannotContinue(
            f"Python 3.11 is needed, this is {sys.version.split()[0]}. "
            "Install it (apt-get install python3.11 python3.11-venv) "
            "or name it: make run PYTHON=/path/to/python3.11"
        )
    must_be_writable(
        VENV if VENV.exists() else ROOT,
        "The program's packages are missing or of another version",
    )
    if find_spec("ensurepip") is None:
        raise CannotContinue(
            "Python's venv module is missing. Install it: apt-get install python3.11-venv"
        )
    if not VENV.exists() and shutil.disk_usage(ROOT).free < NEEDED_BYTES:
        raise CannotContinue(
            "Less than 2.5 GB are free on this disk; free some space and try again."
        )


def _run(*command: str | Path) -> int:
    try:
        return subprocess.run([str(part) for part in command], check=False).returncode
    except FileNotFoundError:
        return 1


def _must(failure: str, *command: str | Path) -> None:
    if _run(*command) != 0:
        raise CannotContinue(failure)


def _check_python() -> None:
    """Whoever made .venv may have used a Python in a folder that is closed to others."""
    python = VENV / "bin/python"
    if not os.access(python, os.X_OK):
        raise CannotContinue(
            f"This user may not start {python.resolve()}, with which .venv was made. Delete .venv "
            "and run the command again with a Python that everybody may start: "
            "PYTHON=/usr/bin/python3.11"
        )


def main() -> int:
    try:
        if not is_ready():
            prepare()
        _check_python()
    except CannotContinue as problem:
        return stop(problem)
    return 0


if __name__ == "__main__":
    sys.exit(main())
