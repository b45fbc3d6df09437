"""Reading the auditors' reports: a package that could not be checked is not called safe."""

import json
import subprocess
from pathlib import Path

import pytest

from development import audit
from development.checks import BANDIT
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.processes import ROOT

HOLE = {"name": "six", "version": "1.0", "vulns": [{"id": "PYSEC-1"}]}
SOUND = {"name": "rich", "version": "2.0", "vulns": []}
SKIPPED = {"name": "idna", "skip_reason": "not found"}
CLEAN_NPM = json.dumps({"vulnerabilities": {}, "metadata": {"dependencies": {"total": 7}}})


def python_report(*packages: object) -> str:
    return json.dumps({"dependencies": packages})


def npm_report(severity: str) -> str:
    holes = {"left-pad": {"severity": severity}}
    return json.dumps({"vulnerabilities": holes, "metadata": {"dependencies": {"total": 7}}})


def test_a_known_hole_is_named() -> None:
    verdict = audit.of_python(python_report(HOLE, SOUND))
    assert (verdict.looked_up, verdict.holes, verdict.unchecked) == (2, ("six 1.0: PYSEC-1",), "")
    assert "HOLE: six 1.0: PYSEC-1" in str(verdict)


def test_a_package_unknown_to_the_index_counts_as_unchecked() -> None:
    verdict = audit.of_python(python_report(SOUND, SKIPPED))
    assert verdict.holes == ()
    assert verdict.unchecked == "the index knows nothing about 1 of 2 packages"


@pytest.mark.parametrize("report", ["", "Connection refused", "{}"])
def test_an_empty_report_counts_as_unchecked(report: str) -> None:
    assert audit.of_python(report).unchecked
    assert "cannot be reached" in audit.of_npm("the pages", report).unchecked


def test_a_registry_without_advisories_is_named() -> None:
    verdict = audit.of_npm("the pages", json.dumps({"message": "405 Method Not Allowed"}))
    assert "NOT CHECKED: the registry's advisories cannot be reached (405" in str(verdict)


@pytest.mark.parametrize(("severity", "count"), [("moderate", 0), ("high", 1), ("critical", 1)])
def test_severe_holes_of_npm_count(severity: str, count: int) -> None:
    assert len(audit.of_npm("the pages", npm_report(severity)).holes) == count


@pytest.mark.parametrize(
    ("python", "npm", "code"),
    [
        (python_report(SOUND), CLEAN_NPM, 0),
        (python_report(SOUND), "", audit.UNCHECKED),
        (python_report(HOLE), "", audit.HOLES),
        (python_report(SOUND), npm_report("high"), audit.HOLES),
    ],
)
def test_the_command_ends_well_only_when_everything_was_looked_up(
    monkeypatch: pytest.MonkeyPatch, python: str, npm: str, code: int
) -> None:
    monkeypatch.setattr(audit, "_pip_audit", lambda: python)
    monkeypatch.setattr(audit, "_npm_audit", lambda _folder: npm)
    assert audit.audit_command([]) == code


@pytest.mark.whole
@pytest.mark.timeout(180)
def test_bandit_finds_nothing_in_our_code() -> None:
    """R27. `make check` runs the same check."""
    found = subprocess.run(BANDIT, cwd=ROOT, check=False, capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (0, "")


def test_an_unreachable_index_is_unsure_and_no_hole(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*_command: object, **_how: object) -> str:
        raise CannotContinue("no connection")

    monkeypatch.setattr(audit, "OWN", tmp_path)
    monkeypatch.setattr(audit, "run_quietly", refuse)
    monkeypatch.setattr(audit, "_npm_audit", lambda _folder: CLEAN_NPM)
    assert audit.audit_command([]) == audit.UNCHECKED


def test_the_auditor_is_installed_again_when_its_pin_has_moved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ran: list[object] = []
    monkeypatch.setattr(audit, "OWN", tmp_path)
    monkeypatch.setattr(audit, "run_quietly", lambda command, **_how: ran.append(command[-1]))
    for pin in ("pip-audit==1", "pip-audit==1", "pip-audit==2"):
        monkeypatch.setattr(audit, "PIP_AUDIT", pin)
        audit._install_pip_audit()
    assert ran == [tmp_path, "pip-audit==1", tmp_path, "pip-audit==2"]


def test_every_lock_of_npm_is_asked_about() -> None:
    mine = {"node_modules", ".web", ".venv"}
    locks = {file.parent for file in ROOT.glob("*/package-lock.json")}
    locks |= {file.parent for file in ROOT.glob("*/*/package-lock.json")}
    assert {one for one in locks if not mine & set(one.parts)} == set(audit.NPM_FOLDERS.values())
