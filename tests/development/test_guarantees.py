"""The page of the promises: its numbers, the runs that are recorded, promises that are broken."""

import json
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, cast

import pytest

from development import guarantees
from development.guarantees import Change, Promise
from tests import promised

TEST = "races/test_seats.py::test_of_many_who_saw_the_last_seat_one_gets_it"
ROW = Promise(
    *("R5", "Seats", "Seats are counted."),
    tried="{races/test_seats.py PEOPLE} people",
    limit="One machine.",
    tests=[TEST, "soak/test_crowds.py"],
    broken=[Change("rookiebattle/settings.py", "of | `x`\n", "", TEST)],
)
CROWDS = "test_crowds.py::test_one_worker_sells_each_seat_once"
SOAK: dict[str, Any] = {
    "commit": "abc1234",
    "began": "2026-11-29T04:00:00+00:00",
    "processors": 2,
    "size": "full size",
    "left_out": 0,
    "ended": True,
    "tests": [
        {"name": f"{CROWDS}[a]", "outcome": "passed", "figures": ["5,000 people, 200 seats"]},
        {"name": f"{CROWDS}[b]", "outcome": "passed", "figures": []},
        {"name": "test_uppy.py::test_x", "outcome": "skipped", "figures": []},
    ],
}


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The table, the runs and the page are in a folder of the test's own."""
    for name in ("TABLE", "RUNS", "PAGE", "RECORD", "SOAK"):
        monkeypatch.setattr(guarantees, name, tmp_path / name)
    monkeypatch.setattr(promised, "RECORD", tmp_path / "RECORD")
    monkeypatch.setattr(guarantees, "promises", lambda: [ROW])
    (tmp_path / "RUNS").write_text("{}")
    return tmp_path


def test_a_number_is_read_where_the_test_has_it() -> None:
    assert guarantees.figure("races/test_seats.py", "SEATS") == 50
    assert guarantees.figure("soak/test_crowds.py", "PEOPLE") == 5_000
    with pytest.raises(LookupError, match="has no number HOUSES"):
        guarantees.figure("races/test_seats.py", "HOUSES")


def test_the_page_tells_of_the_last_runs(places: Path) -> None:
    assert guarantees.guarantees_command([]) == 0
    page = (places / "PAGE").read_text()
    assert "- `make soak`: no whole run that passed is recorded yet." in page
    assert "| [R5](#r5) | Seats | – | – |" in page
    assert "- **Tried:** 500 people" in page
    assert "`` of | `x` `` was taken out" in page
    passed = {f"tests/{TEST}": 2, "tests/test_other.py::test_other": 9}
    run = {"commit": "abc", "date": "2026-11-29", "cores": 2, "passed": passed}
    (places / "RECORD").write_text(json.dumps(run))
    (places / "SOAK").write_text(json.dumps(SOAK))
    assert guarantees.guarantees_command([]) == 0
    page = (places / "PAGE").read_text()
    assert "- `make test`: November 29, 2026, at commit abc, on 2 cores." in page
    assert "| [R5](#r5) | Seats | 2 | 2 |" in page
    assert "- **Measured by `make soak`:** 5,000 people, 200 seats" in page
    # Without artifacts, as in a fresh clone, the page stays.
    (places / "RECORD").unlink()
    (places / "SOAK").unlink()
    assert guarantees.guarantees_command([]) == 0
    assert (places / "PAGE").read_text() == page
    assert "test_other" not in (places / "RUNS").read_text()


@pytest.mark.parametrize(
    "other",
    [
        {"size": "SOAK=0.02"},
        {"left_out": 1},
        {"ended": False},
        {"tests": [{"name": CROWDS, "outcome": "failed", "figures": []}]},
    ],
)
def test_a_part_of_the_soak_is_no_record(other: dict[str, Any]) -> None:
    assert guarantees.of_soak(SOAK) is not None
    assert guarantees.of_soak(SOAK | other) is None


class Session:
    """A run of pytest that ends."""

    def __init__(self, exitstatus: int, chosen: str = "") -> None:
        self.exitstatus, self.config, self._chosen = exitstatus, self, chosen

    def getoption(self, name: str) -> str:
        return self._chosen if name == "markexpr" else ""


@pytest.mark.parametrize(
    ("exitstatus", "chosen", "is_all", "worker"),
    [(1, "", True, ""), (0, "not browser", True, ""), (0, "", False, ""), (0, "", True, "gw0")],
)
def test_only_a_whole_run_that_passed_is_recorded(
    exitstatus: int,
    chosen: str,
    is_all: bool,
    worker: str,
    places: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(promised, "_passed", Counter())
    monkeypatch.setattr(promised, "commit_here", lambda: "abc1234")
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    for when, outcome in (("setup", "passed"), ("call", "passed"), ("call", "failed")):
        for case in ("a", "b"):
            told = pytest.TestReport(f"t.py::t[{case}]", ("", 0, ""), {}, outcome, None, when)  # type: ignore[arg-type]  # `when` and `outcome` are literals
            promised.pytest_runtest_logreport(told)
    monkeypatch.setattr(promised, "is_whole", lambda _config: True)
    promised.pytest_sessionfinish(cast("pytest.Session", Session(0)))
    record = (places / "RECORD").read_text()
    assert json.loads(record)["passed"] == {"t.py::t": 2}
    (places / "RECORD").write_text("the one before")
    monkeypatch.setattr(promised, "is_whole", lambda _config: is_all)
    if worker:
        monkeypatch.setenv("PYTEST_XDIST_WORKER", worker)
    promised.pytest_sessionfinish(cast("pytest.Session", Session(exitstatus, chosen)))
    assert (places / "RECORD").read_text() == "the one before"


@pytest.mark.parametrize(
    ("summary", "code"),
    [("1 failed, 3 passed in 1s", 0), ("4 passed in 1s", 1), ("1 error in 1s", 1)],
)
def test_a_promise_is_broken_for_one_test_and_whole_again(
    summary: str, code: int, places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = places / "a.py"
    file.write_text("if free:\n    take()\n")
    change = Change("a.py", "if free:\n", "if True:\n", TEST)
    seen = []

    def run(command: list[str], **_how: object) -> CompletedProcess[str]:
        seen.append(file.read_text())
        return CompletedProcess(command, 1, stdout=f"E   assert\n{summary}\n")

    monkeypatch.setattr(guarantees, "ROOT", places)
    monkeypatch.setattr(guarantees, "build_if_changed", lambda: seen.append("build"))
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(guarantees, "promises", lambda: [replace(ROW, broken=[change])])
    assert guarantees.guarantees_command(["--break", "R5"]) == code
    assert seen == ["build", "if True:\n    take()\n"]
    assert file.read_text() == "if free:\n    take()\n"
    file.write_text("take()\n")
    assert guarantees.guarantees_command(["--break"]) == 1
    assert len(seen) == 2
