"""`make audit`: known holes in what the site is made of; what could not be looked up is said so."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rookiebattle.manage.console import CannotContinue, step
from rookiebattle.manage.processes import ROOT, TOOLS, run_quietly

# pip-audit brings two dozen packages of its own, which are nobody else's business.
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
    """What was found in one part, and why some of it could not be looked at."""

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
    """0 when everything was looked up and nothing is known, 1 with a hole, 2 when unsure."""
    with step("Asking for known holes"):
        verdicts = [of_python(_pip_audit())]
        verdicts += [of_npm(name, _npm_audit(folder)) for name, folder in NPM_FOLDERS.items()]
    print(*verdicts, sep="\n")
    if any(one.holes for one in verdicts):
        return HOLES
    return UNCHECKED if any(one.unchecked for one in verdicts) else 0


def of_python(report: str) -> Verdict:
    """Reads pip-audit's JSON, which calls what it could not look up no vulnerability."""
    part, packages = "Python packages", (_read(report) or {}).get("dependencies", [])
    known = [one for one in packages if "vulns" in one]
    holes = tuple(
        f"{one['name']} {one['version']}: {hole['id']}" for one in known for hole in one["vulns"]
    )
    away = len(packages) - len(known)
    why = f"the index knows nothing about {away} of {len(packages)} packages" if away else ""
    return Verdict(part, len(known), holes, why if packages else "pip-audit could not be asked")


def of_npm(name: str, report: str) -> Verdict:
    """Reads npm's JSON; moderate holes are left to the next update."""
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
    """Its report; nothing where it cannot even be installed."""
    try:
        _install_pip_audit()
    except CannotContinue as failed:
        print(failed, file=sys.stderr)
        return ""
    program = OWN / "bin/pip-audit"
    how = ("--no-deps", "--disable-pip", "--progress-spinner=off", "--format=json")
    return _output([program, "--requirement", ROOT / "requirements.txt", *how], ROOT)


def _install_pip_audit() -> None:
    """As it is pinned, which the stamp says."""
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
    """What a program printed; it ends with an error when it has found something."""
    ended = subprocess.run(
        [str(part) for part in command], cwd=folder, check=False, capture_output=True, text=True
    )
    return ended.stdout
