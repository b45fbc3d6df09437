"""A test of a browser that passes only the second time is told; several of them fail the run."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.unsteady import MOST

UNSTEADY = """
import pytest

tried = set()


@pytest.mark.browser
@pytest.mark.parametrize("number", range({many}))
def test_slow(number):
    is_second = number in tried
    tried.add(number)
    assert is_second, f"page {{number}} came late"


@pytest.mark.browser
def test_steady():
    pass
"""
BROKEN = """
import pytest


@pytest.mark.{marker}
def test_broken():
    assert False, "never works"
"""
HUNG = """
import time
import pytest


@pytest.mark.browser
@pytest.mark.timeout(1)
def test_hung():
    time.sleep(20)
"""


def test_what_passes_the_second_time_is_told_with_its_reason(tmp_path: Path) -> None:
    ran = run(tmp_path, UNSTEADY.format(many=MOST))
    assert ran.returncode == 0, ran.stdout
    assert "page 0 came late" in ran.stdout
    assert f"{MOST} browser tests were tried once more" in ran.stdout


def test_more_than_a_few_fail_the_run(tmp_path: Path) -> None:
    ran = run(tmp_path, UNSTEADY.format(many=MOST + 1))
    assert ran.returncode == 1, ran.stdout
    assert f"{MOST + 2} passed" in ran.stdout


@pytest.mark.parametrize(("marker", "is_tried_again"), [("browser", True), ("race", False)])
def test_what_never_works_fails(tmp_path: Path, marker: str, is_tried_again: bool) -> None:
    ran = run(tmp_path, BROKEN.format(marker=marker))
    assert (ran.returncode, "tried once more" in ran.stdout) == (1, is_tried_again)


def test_what_hangs_is_not_tried_again_without_a_clock(tmp_path: Path) -> None:
    ran = run(tmp_path, HUNG)
    assert (ran.returncode, "tried once more" in ran.stdout) == (1, False)


def run(folder: Path, tests: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_small.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n  browser: b\n  race: r\n")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "tests.unsteady", str(folder)],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
