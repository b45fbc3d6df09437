"""The measurement of what the tests walk through finds what they leave out, and says so."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.covered import FILES, LEAST, covered, is_whole

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


def test_a_whole_run_fails_where_too_little_is_covered(tmp_path: Path) -> None:
    (tmp_path / "test_small.py").write_text(SMALL)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:schemathesis", "-p", "tests.covered"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    told = ran.stdout
    assert "%  rookiebattle/progression/policy.py  " in told
    assert "  0.0 %  rookiebattle/events/service.py  never imported" in told
    assert f"files are covered to less than {LEAST} %" in told


@pytest.mark.parametrize("option", ["keyword", "deselect", "lf"])
def test_a_part_of_the_tests_is_not_judged(
    pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    monkeypatch.setattr(pytestconfig, "args_source", pytest.Config.ArgsSource.TESTPATHS)
    for name in ("keyword", "deselect", "lf"):
        monkeypatch.setattr(pytestconfig.option, name, None)
    assert is_whole(pytestconfig)
    monkeypatch.setattr(pytestconfig.option, option, ["one"])
    assert not is_whole(pytestconfig)


def test_named_files_are_not_judged(
    pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pytestconfig, "args_source", pytest.Config.ArgsSource.ARGS)
    assert not is_whole(pytestconfig)
