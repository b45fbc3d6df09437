"""The measurement of what the tests walk through finds what they leave out, and says so."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.covered import FILES, LEAST, covered

FOUND = {
    "summary": {"percent_covered": 80.0},
    "executed_lines": [1, 2, 9],
    "missing_lines": [4, 5, 7, 12],
    "missing_branches": [(2, 4), (9, 0), (9, 11)],
}


def test_verbs_and_policies_are_measured_and_what_stands_beside_them() -> None:
    beside = {"events/service.py", "events/policy.py", "accounts/leaving.py", "events/timing.py"}
    assert {f"rookiebattle/{path}" for path in beside} <= FILES
    assert not any("/pages/" in path or "/state" in path for path in FILES)


def test_lines_are_told_in_ranges_and_branches_only_where_their_lines_were_reached() -> None:
    (one,) = covered({"a/service.py": FOUND}, ["a/service.py"])
    assert str(one) == " 80.0 %  a/service.py  4–7 12 9→end 9→11"
    assert not one.is_enough


def test_what_no_test_imports_comes_last_and_is_not_enough() -> None:
    enough = {**FOUND, "summary": {"percent_covered": float(LEAST)}}
    found = covered({"b/policy.py": enough}, ["a/policy.py", "b/policy.py"])
    assert [(one.path, one.is_enough) for one in found] == [
        ("b/policy.py", True),
        ("a/policy.py", False),
    ]


SMALL = """
from rookiebattle.progression import policy


def test_small():
    assert policy
"""


@pytest.mark.parametrize(
    ("chosen", "status", "is_told"), [([], 1, True), (["-k", "small"], 0, False)]
)
def test_only_a_whole_run_is_judged(
    tmp_path: Path, chosen: list[str], status: int, is_told: bool
) -> None:
    (tmp_path / "test_small.py").write_text(SMALL)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tests.covered", *chosen],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == status, ran.stdout + ran.stderr
    told = ran.stdout
    assert ("%  rookiebattle/progression/policy.py  " in told) == is_told
    assert ("  0.0 %  rookiebattle/events/service.py  never imported" in told) == is_told
    assert (f"files are covered to less than {LEAST} %" in told) == is_told
