"""A plugin of pytest (`-p tests.soak.report`) that writes what `make soak` found.

Both files are written when a test begins and when it ends, so a run that is killed leaves them.
"""

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from development.testing import SOAK_REPORT
from rookiebattle.manage.processes import ROOT

RUNNING, FAILED, SKIPPED, PASSED = "cut off", "failed", "skipped", "passed"
LONGEST_REASON = 200
# The variables that make a soak smaller.
SIZES = ("SOAK", "SOAK_MINUTES")
# The lines of the test that runs at the moment.
_told: list[str] = []


def tell(figures: str) -> None:
    """Keep a line with what the running test measured, for the report."""
    print(figures)
    _told.append(figures)


def _load() -> float:
    return round(os.getloadavg()[0], 2)


@dataclass
class Outcome:
    """One test. As long as nothing else is known of it, it counts as cut off."""

    name: str
    outcome: str = RUNNING
    seconds: float = 0.0
    load_before: float = field(default_factory=_load)
    load_after: float | None = None
    figures: list[str] = field(default_factory=list)
    reason: str = ""

    def add(self, phase: pytest.TestReport) -> None:
        """Take over what one of the test's three phases (setup, call, teardown) came to."""
        self.seconds += phase.duration
        if phase.failed:
            self.outcome = FAILED
            self.reason = self.reason or _reason(phase)
        elif phase.skipped:
            self.outcome = SKIPPED
        elif phase.when == "call":
            self.outcome = PASSED


def _reason(phase: pytest.TestReport) -> str:
    """The first line of what went wrong."""
    crash = getattr(phase.longrepr, "reprcrash", None)
    text = str(crash.message if crash else phase.longrepr).strip()
    return text.partition("\n")[0][:LONGEST_REASON]


@dataclass
class Report:
    """A run, written to `file` and to a JSON file beside it."""

    file: Path
    commit: str
    size: str
    began: datetime
    processors: int | None = field(default_factory=os.cpu_count)
    load: float = field(default_factory=_load)
    planned: int = 0
    left_out: int = 0
    ended: bool = False
    tests: list[Outcome] = field(default_factory=list)

    def begin(self, name: str) -> None:
        _told.clear()
        # The same list, so that a test that is interrupted has what it told until then.
        self.tests.append(Outcome(name, figures=_told))
        self.write()

    def end(self) -> None:
        test = self.tests[-1]
        test.figures, test.load_after = [*_told], _load()
        self.write()

    def write(self) -> None:
        """Write both files. Each takes the place of the earlier one at once."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        _put(self.file, "\n".join(self._lines()))
        told = asdict(self) | {"file": self.file.name, "began": self.began.isoformat()}
        _put(self.file.with_suffix(".json"), json.dumps(told, indent=1, ensure_ascii=False))

    def _lines(self) -> Iterator[str]:
        yield f"# The soak of {self.began:%Y-%m-%d %H:%M} UTC\n"
        yield (
            f"Commit {self.commit}, {self.size}. "
            f"Load at the start {self.load:.2f} on {self.processors} processors.\n"
        )
        yield f"{self._course()}\n"
        yield "| test | outcome | seconds | load before and after | figures |"
        yield "|---|---|---:|---|---|"
        yield from map(_row, self.tests)

    def _course(self) -> str:
        """How far the run came, in a sentence."""
        many = {one.outcome: 0 for one in self.tests}
        for one in self.tests:
            many[one.outcome] += 1
        counted = ", ".join(f"{count} {outcome}" for outcome, count in many.items())
        minutes = sum(one.seconds for one in self.tests) / 60
        how = "Run to its end" if self.ended else "**Not run to its end**"
        course = f"{how}: of {self.planned} tests {counted or 'none began'}; {minutes:.0f} minutes."
        return f"{course} **{self.left_out} others were left out.**" if self.left_out else course


def _row(test: Outcome) -> str:
    after = "–" if test.load_after is None else f"{test.load_after:.2f}"
    told = [*test.figures, *filter(None, [test.reason])]
    cells = (
        test.name,
        test.outcome,
        f"{test.seconds:.1f}",
        f"{test.load_before:.2f}, {after}",
        "<br>".join(told),
    )
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def _put(file: Path, text: str) -> None:
    fresh = file.with_name(f"{file.name}.new")
    fresh.write_text(f"{text}\n", encoding="utf-8")
    fresh.replace(file)


class Reporting:
    """The hooks of pytest by which the report learns what happens."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self.report.left_out += len(items)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.report.planned = len(session.items)
        self.report.write()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.report.begin(nodeid.removeprefix("tests/soak/"))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.report.tests[-1].add(report)

    def pytest_runtest_logfinish(self) -> None:
        self.report.end()

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        whole = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        self.report.ended = exitstatus in whole and len(self.report.tests) == self.report.planned
        self.report.write()


def pytest_configure(config: pytest.Config) -> None:
    size = " ".join(f"{name}={os.environ[name]}" for name in SIZES if name in os.environ)
    report = Report(ROOT / SOAK_REPORT, commit_here(), size or "full size", datetime.now(UTC))
    config.pluginmanager.register(Reporting(report))


def commit_here() -> str:
    asked = ["git", "describe", "--always", "--dirty"]
    told = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return told.stdout.strip() or "unknown"
