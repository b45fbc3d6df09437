"""`make soak`: its report, and what Ctrl-C leaves of it."""

import json
import os
import shutil
import signal
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest

from development import testing
from tests.soak.report import Report, Reporting, tell


@pytest.fixture
def reporting(tmp_path: Path) -> Reporting:
    began = datetime(2026, 3, 14, 9, 26, tzinfo=UTC)
    report = Report(tmp_path / "artifacts/soak.md", "abc1234", "full size", began)
    report.planned = 2
    return Reporting(report)


def run_one(reporting: Reporting, name: str, outcome: str, figures: str) -> None:
    reporting.pytest_runtest_logstart(f"tests/soak/{name}")
    tell(figures)
    for when in ("setup", "call", "teardown"):
        told = outcome if when == "call" else "passed"
        why = f"{figures} is wrong" if told == "failed" else None
        reporting.pytest_runtest_logreport(
            pytest.TestReport(name, ("", 0, ""), {}, told, why, when, duration=1.5)  # type: ignore[arg-type]  # `when` and `outcome` are literals
        )
    reporting.pytest_runtest_logfinish()


def test_a_soak_that_is_cut_off_leaves_what_it_measured(reporting: Reporting) -> None:
    run_one(reporting, "one.py::test_kills", "passed", "20 kills: 0 | 4,000 lost")
    reporting.pytest_runtest_logstart("tests/soak/one.py::test_hours")
    text = reporting.report.file.read_text()
    assert "# The soak of 2026-03-14 09:26 UTC" in text
    assert "Commit abc1234, full size." in text
    assert "**Not run to its end**: of 2 tests 1 passed, 1 cut off" in text
    (row,) = [line for line in text.splitlines() if "test_kills" in line]
    assert "| passed | 4.5 |" in row
    assert row.endswith("| 20 kills: 0 &#124; 4,000 lost |")
    reporting.pytest_sessionfinish(pytest.ExitCode.INTERRUPTED)
    assert "**Not run to its end**" in reporting.report.file.read_text()
    told = json.loads(reporting.report.file.with_suffix(".json").read_text())
    assert [one["outcome"] for one in told["tests"]] == ["passed", "cut off"]


def test_a_soak_at_its_end_tells_what_failed(reporting: Reporting) -> None:
    run_one(reporting, "one.py::test_kills", "passed", "20 kills")
    run_one(reporting, "one.py::test_storms", "failed", "3 MB")
    reporting.pytest_sessionfinish(pytest.ExitCode.TESTS_FAILED)
    text = reporting.report.file.read_text()
    assert "Run to its end: of 2 tests 1 passed, 1 failed" in text
    assert text.count("20 kills") == 1
    assert "| 3 MB<br>3 MB is wrong |" in text


def test_a_part_of_the_soak_does_not_look_like_the_whole(reporting: Reporting) -> None:
    reporting.pytest_deselected([cast("pytest.Item", object())] * 33)
    run_one(reporting, "one.py::test_kills", "passed", "20 kills")
    reporting.pytest_sessionfinish(pytest.ExitCode.OK)
    assert "**33 others were left out.**" in reporting.report.file.read_text()


@pytest.mark.parametrize(
    ("arguments", "builds", "is_dealt"),
    [
        (["tests/events/test_timing.py"], False, False),
        (["tests/events/test_timing.py::test_one", "-k", "seat"], False, False),
        (["tests/journeys/test_back.py"], True, False),
        (["--fast", "tests/events/test_timing.py"], False, False),
        (["tests/events/test_timing.py", "tests/events/test_towns.py"], True, True),
        (["tests/events"], True, True),
        (["--fast"], False, True),
        ([], True, True),
    ],
)
def test_one_file_answers_at_once(
    arguments: list[str], builds: bool, is_dealt: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It runs in this process, and the pages are built only where its tests serve them."""
    told: list[str] = []
    monkeypatch.setattr(testing, "install_system_packages", lambda: None)
    monkeypatch.setattr(testing, "install_node_packages", lambda _folder: None)
    monkeypatch.setattr(testing, "build_if_changed", lambda: told.append("build"))
    monkeypatch.setattr(testing, "run_openly", lambda *_command: told.append("dealt"))
    monkeypatch.setattr(testing, "_run_here", lambda _arguments: told.append("here"))
    testing.test_command(arguments)
    assert told == ["build"] * builds + ["dealt" if is_dealt else "here"]


@pytest.mark.parametrize(("arguments", "is_judged"), [(["--fast"], True), ([], False)])
def test_branches_are_measured_by_the_fast_tests_alone(
    arguments: list[str], is_judged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []
    for name in ("install_system_packages", "install_node_packages", "build_if_changed"):
        monkeypatch.setattr(testing, name, lambda *_for: None)
    monkeypatch.setattr(testing, "run_openly", lambda command, _extra: commands.append(command))
    testing.test_command(arguments)
    assert ["tests.covered" in command for command in commands] == [is_judged]


def test_ctrl_c_is_left_to_the_tests(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They stop their servers and end their report; nothing is looked up after that."""

    def interrupted(command: list[str], extra: dict[str, str]) -> int:
        assert "tests.soak.report" in command
        assert extra == testing.KEPT_BYTECODE
        os.kill(os.getpid(), signal.SIGINT)
        return testing.INTERRUPTED

    for name in ("install_system_packages", "build_if_changed"):
        monkeypatch.setattr(testing, name, lambda **_for: None)
    monkeypatch.setattr(testing, "install_node_packages", lambda _folder: None)
    monkeypatch.setattr(testing, "run_openly", interrupted)
    monkeypatch.setattr(testing, "audit_command", lambda _arguments: pytest.fail("looked up"))
    # A shell's job in the background ignores Ctrl-C, also for the programs that it starts.
    before = signal.getsignal(signal.SIGINT)
    assert testing.soak_command([]) == testing.INTERRUPTED
    assert testing.SOAK_REPORT in capsys.readouterr().out
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(
    ("there", "chosen"), [(["shell", "whole"], "shell"), (["whole"], "whole"), ([], "")]
)
def test_the_shell_of_chromium_is_preferred_and_none_is_missing(
    there: list[str], chosen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in there:
        (tmp_path / name).touch()
    monkeypatch.setattr(testing, "CHROMIUMS", (tmp_path / "shell", tmp_path / "whole"))
    monkeypatch.setattr(testing, "own_chromium", lambda: str(tmp_path / "own"))
    assert testing.system_chromium() == (str(tmp_path / chosen) if chosen else None)
    assert ("chromium-headless-shell" in testing.missing_packages()) is (not chosen)
    (tmp_path / "own").touch()
    assert "chromium-headless-shell" not in testing.missing_packages()


@pytest.mark.parametrize(
    ("offered", "from_apt", "from_playwright"),
    [
        (["chromium-headless-shell", "chromium"], ["chromium-headless-shell", "nginx"], False),
        (["chromium"], ["chromium", "nginx"], False),
        ([], ["nginx"], True),
    ],
)
def test_a_distribution_without_the_shell_gives_the_browser_that_it_has(
    offered: list[str],
    from_apt: list[str],
    from_playwright: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran: list[list[str]] = []

    def run(command: list[object], **_told: str) -> None:
        ran.append([str(one) for one in command])

    script = tmp_path / "apt-cache"
    script.write_text(
        f"#!/bin/sh\ncase ' {' '.join(offered)} ' in *\" $2 \"*) ;; *) exit 100;; esac"
    )
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(
        testing, "missing_packages", lambda **_for: ["chromium-headless-shell", "nginx"]
    )
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(testing, "run_quietly", run)
    testing.install_system_packages()
    (installed,) = [one for one in ran if "--no-install-recommends" in one]
    assert installed[installed.index("--no-install-recommends") + 1 :] == from_apt
    own = [one[1] for one in ran if "playwright" in one[0]]
    assert own == (["install", "install-deps"] if from_playwright else [])


def test_only_the_bench_needs_pgbouncer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "find_pgbouncer", lambda: None)
    assert "pgbouncer" in testing.missing_packages(bench=True)
    assert "pgbouncer" not in testing.missing_packages()


def test_only_their_walk_needs_the_other_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_names, **_where: None)
    assert set(testing.ENGINES) <= set(testing.missing_packages(engines=True))
    assert not set(testing.ENGINES) & set(testing.missing_packages())


def test_only_the_long_tests_need_empty_distributions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_names, **_where: None)
    assert testing.DEBOOTSTRAP in testing.missing_packages(soak=True)
    assert testing.DEBOOTSTRAP not in testing.missing_packages()


def test_pgbouncer_is_found_outside_the_distribution_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "pgbouncer"
    program.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert testing.find_pgbouncer() == str(program)
