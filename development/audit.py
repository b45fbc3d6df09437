"""`make audit`: known security holes in our packages, and the packages it could not check."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rookiebattle.manage.console import CannotContinue, step
from rookiebattle.manage.processes import ROOT, TOOLS, run_quietly

# pip-audit needs two dozen packages of its own, so it has an environment of its own.
OWN = ROOT / ".audit"
PIP_AUDIT = "pip-audit==2.10.1"
NPM_FOLDERS = {
    "the pages": ROOT / "reflex.lock",
    "the tests": ROOT / "tests/node",
    "the measurements": ROOT / "bench/node",
}
SEVERE = ("high", "critical")
HOLES, UNCHECKED = 1, 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """The holes found in one part of the site, and why some of it could not be checked."""

    part: str
    looked_up: int = 0
    holes: tuple[str, ...] = ()
    unchecked: str = ""

    def __str__(self) -> str:
        found = [f"  HOLE: {hole}" for hole in self.holes]
        missing = [f"  NOT CHECKED: {self.unchecked}"] if self.unchecked else []
        sums = f"{self.part}: {self.looked_up} looked up, {len(self.holes)} with a known hole"
        return "\n".join((sums, *found, *missing))


def audit_command(_arguments: list[str]) -> int:
    """Exit code: 0 when all was checked and no hole is known, 1 with a hole, 2 when unsure."""
    with step("Asking for known holes"):
        verdicts = [of_python(_pip_audit())]
        verdicts += [of_npm(name, _npm_audit(folder)) for name, folder in NPM_FOLDERS.items()]
    print(*verdicts, sep="\n")
    if any(one.holes for one in verdicts):
        return HOLES
    return UNCHECKED if any(one.unchecked for one in verdicts) else 0


def of_python(report: str) -> Verdict:
    """Read pip-audit's JSON. It lists a package that it could not check without any `vulns`."""
    part, packages = "Python packages", (_read(report) or {}).get("dependencies", [])
    known = [one for one in packages if "vulns" in one]
    holes = tuple(
        f"{one['name']} {one['version']}: {hole['id']}" for one in known for hole in one["vulns"]
    )
    away = len(packages) - len(known)
    why = f"the index knows nothing about {away} of {len(packages)} packages" if away else ""
    return Verdict(part, len(known), holes, why if packages else "pip-audit could not be asked")


def of_npm(name: str, report: str) -> Verdict:
    """Read npm's JSON. Only severe holes count; moderate ones wait for the next update."""
    part, told = f"npm packages of {name}", _read(report) or {}
    if "metadata" not in told:
        why = told.get("message") or "npm gave no answer"
        return Verdict(part, unchecked=f"the registry's advisories cannot be reached ({why})")
    holes = tuple(
        f"{package}: {hole['severity']}"
        for package, hole in sorted(told.get("vulnerabilities", {}).items())
        if hole["severity"] in SEVERE
    )
    return Verdict(part, told["metadata"]["dependencies"]["total"], holes)


def _read(report: str) -> dict[str, Any] | None:
    try:
        told: dict[str, Any] = json.loads(report)
    except json.JSONDecodeError:
        return None
    return told


def _pip_audit() -> str:
    """The report of pip-audit; empty when pip-audit could not be installed."""
    try:
        _install_pip_audit()
    except CannotContinue as failed:
        print(failed, file=sys.stderr)
        return ""
    program = OWN / "bin/pip-audit"
    how = ("--no-deps", "--disable-pip", "--progress-spinner=off", "--format=json")
    return _output([program, "--requirement", ROOT / "requirements.txt", *how], ROOT)


def _install_pip_audit() -> None:
    """Install the pinned version, unless the stamp says that it is installed."""
    stamp = OWN / "made-from"
    if stamp.exists() and stamp.read_text() == PIP_AUDIT:
        return
    quiet = ("--quiet", "--no-input", "--disable-pip-version-check")
    failure = "pip-audit could not be installed; check the connection to the package index."
    run_quietly([sys.executable, "-m", "venv", "--clear", OWN], failure=failure)
    run_quietly([OWN / "bin/pip", "install", *quiet, PIP_AUDIT], failure=failure)
    stamp.write_text(PIP_AUDIT)


def _npm_audit(folder: Path) -> str:
    return _output([TOOLS / "npm", "audit", "--package-lock-only", "--json"], folder)


def _output(command: list[str | Path], folder: Path) -> str:
    """The output of a program. Its exit code is ignored: it is an error after every find."""
    ended = subprocess.run(
        [str(part) for part in command], cwd=folder, check=False, capture_output=True, text=True
    )
    return ended.stdout
