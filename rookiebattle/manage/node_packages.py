"""Installs the npm packages of a folder's lock; if npm fails, says why."""

import hashlib
import re
import subprocess
from pathlib import Path

from rookiebattle.manage.console import CannotContinue, step
from rookiebattle.manage.processes import ROOT, TOOLS, environment

NPM = (TOOLS / "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
SHOWN_LINES = 12
# Reflex puts a word before each line.
SAID = re.compile(r"npm error\b.*")
CODE = re.compile(r"npm error code (\w+)")
UNREACHABLE = frozenset(
    {"EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND"}
    | {"ERR_SOCKET_TIMEOUT", "ETIMEDOUT"}
)
REASONS = {
    "EUSAGE": "package.json and package-lock.json of {folder} do not agree. "
    "Bring the lock up to date there: npm install --package-lock-only --ignore-scripts",
    "EINTEGRITY": "The registry sends another package than the lock of {folder} names.",
    "E404": "The registry does not have a package that the lock of {folder} names.",
    "ETARGET": "The registry does not have a version that the lock of {folder} names.",
    "ENOSPC": "The disk is full.",
}


def install_node_packages(folder: Path) -> None:
    """Install exactly the packages that a folder's lock names, without running their scripts.

    In `tests/node` these are biome, the OpenID provider, the accessibility checker and Uppy.
    """
    lock = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    stamp = folder / "node_modules/made-from"
    if stamp.exists() and stamp.read_text() == lock:
        return
    name = folder.relative_to(ROOT).as_posix()
    with step(f"Installing the npm packages of {name}"):
        done = subprocess.run(
            [str(part) for part in NPM],
            cwd=folder,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CannotContinue(why_npm_failed(done.stdout, name))
    stamp.write_text(lock)


def what_npm_said(output: str) -> list[str]:
    """The errors of npm in the output of a program that ran it."""
    return [found[0] for found in SAID.finditer(output)]


def why_npm_failed(output: str, folder: str) -> str:
    """The first lines of npm's output, and the meaning of its error code."""
    said = what_npm_said(output)
    found = CODE.search(output)
    code = found.group(1) if found else ""
    if code in UNREACHABLE:
        reason = "npm could not reach its registry. Check the connection, then try again."
    else:
        reason = REASONS.get(code, "npm could not install the packages of {folder}: see above.")
    return "\n".join([*said[:SHOWN_LINES], "", reason.format(folder=folder)])
