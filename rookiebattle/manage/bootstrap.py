"""Makes .venv anew when requirements.txt or Python changed; imports nothing that is installed.

`make venv` says for what: to serve, to build the pages besides, or to develop.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from platform import machine

from rookiebattle.manage import pythons
from rookiebattle.manage.console import CannotContinue, must_be_writable, step, stop

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "requirements.txt"
HASHES = ROOT / "hashes.txt"
# The machines for which hashes.txt names files.
MACHINES = ("x86_64", "aarch64")
SERVER, BUILDING, DEVELOPMENT = GROUPS = ("server", "building", "development")
"""Each group has the packages of those before it."""
NEEDED_BYTES = {SERVER: 700_000_000, BUILDING: 1_500_000_000, DEVELOPMENT: 2_500_000_000}


def packages(group: str) -> str:
    """The lines of requirements.txt for a group. They end where the next group begins."""
    text = REQUIREMENTS.read_text()
    for later in GROUPS[GROUPS.index(group) + 1 :]:
        text = text.partition(f"\n# {later.title()}\n")[0]
    return text


def with_hashes(lines: str) -> str:
    """The lines as pip checks them: it refuses a file that hashes.txt does not name."""
    named = dict(line.split(" ", 1) for line in HASHES.read_text().splitlines() if line[0] != "#")
    hashes = {_folded(pin): files.split() for pin, files in named.items()}
    pins = [line.partition("#")[0].strip() for line in lines.splitlines()]
    return "".join(
        " ".join([pin, *(f"--hash=sha256:{one}" for one in hashes.get(_folded(pin), ()))]) + "\n"
        for pin in filter(None, pins)
    )


def _folded(pin: str) -> str:
    return pin.replace("_", "-").lower()


def fingerprint(group: str) -> str:
    """A text with the version of Python and the pinned packages that .venv was made from."""
    made_from = hashlib.sha256(packages(group).encode()).hexdigest()
    return f"{sys.version_info[:2]} {group} {made_from}"


def is_ready(group: str) -> bool:
    """Whether the packages of the group are there, alone or with those of a later one."""
    stamp = VENV / "made-from"
    enough = map(fingerprint, GROUPS[GROUPS.index(group) :])
    return stamp.exists() and stamp.read_text() in enough


def usual_group() -> str:
    """The group of a command without a wish: an exported copy and an image have built pages."""
    return BUILDING if (ROOT / "development").is_dir() else SERVER


def prepare(group: str) -> None:
    """Create the environment and install the pinned packages."""
    _check_machine(group)
    python = sys.version_info[:2]
    if _run(VENV / "bin/python", "-c", f"import sys; sys.exit(sys.version_info[:2] != {python})"):
        with step("Creating .venv"):
            _must(
                f"The virtual environment could not be made. {pythons.install_venv()}",
                *(sys.executable, "-m", "venv", "--clear", VENV),
            )
    listed = VENV / "requirements.txt"
    is_checked = group != DEVELOPMENT and sys.platform == "linux" and machine() in MACHINES
    listed.write_text(with_hashes(packages(group)) if is_checked else packages(group))
    with step("Installing Python packages", "one to two minutes"):
        _must(
            "Python packages could not be installed; the reason stands above. "
            "Check the connection to the package index and run the command again.",
            # Only errors are printed: if pip is configured with a folder of packages that does not
            # exist, it warns once for every package.
            *(VENV / "bin/python", "-m", "pip", "install", "-qq", "--no-input", "--no-deps"),
            *("--disable-pip-version-check", "-r", listed),
        )
    (VENV / "made-from").write_text(fingerprint(group))


def _check_machine(group: str) -> None:
    if not pythons.fits():
        raise CannotContinue(pythons.cure())
    must_be_writable(
        VENV if VENV.exists() else ROOT, "The program's packages are missing or of another version"
    )
    if find_spec("ensurepip") is None:
        raise CannotContinue(f"Python's venv module is missing. {pythons.install_venv()}")
    needed = NEEDED_BYTES[group]
    if not VENV.exists() and shutil.disk_usage(ROOT).free < needed:
        raise CannotContinue(
            f"Less than {needed / 1e9} GB are free on this disk; free some space and try again."
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
    """The maker of .venv may have used a Python in a folder that is closed to others."""
    python = VENV / "bin/python"
    if not os.access(python, os.X_OK):
        raise CannotContinue(
            f"This user may not start {python.resolve()}, with which .venv was made. Delete .venv "
            "and run the command again with a Python that everybody may start: "
            "PYTHON=/usr/bin/python3"
        )


def main(arguments: list[str]) -> int:
    group = arguments[0] if arguments else usual_group()
    try:
        if group not in GROUPS:
            raise CannotContinue(f"PACKAGES can be {', '.join(GROUPS)}, and is {group}.")
        if not is_ready(group):
            prepare(group)
        _check_python()
    except CannotContinue as problem:
        return stop(problem)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
