"""The bench ends with a table and leaves nothing behind, whatever its rows do."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from bench.report import BEGIN, END
from rookiebattle.manage.processes import ROOT
from tests.bench.tiny_bench import LIMIT
from tests.bench.tiny_rows import FOLDER, PIDS

# Each bench starts half a dozen processes, which is slow on a busy machine.
pytestmark = pytest.mark.timeout(180)
PATIENCE = 150


class Tiny:
    """A bench of tiny rows with a folder of its own, and the files that it wrote there."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.output, self.code = folder, "", 0
        (folder / "bench.md").write_text(f"Before.\n{BEGIN}old\n{END}After.\n")

    @contextmanager
    def started(self, kind: str, rows: str, *options: str) -> Iterator["subprocess.Popen[str]"]:
        with subprocess.Popen(
            [sys.executable, "-m", "tests.bench.tiny_bench", kind, rows, *options],
            cwd=ROOT,
            env={**os.environ, FOLDER: str(self.folder), "TMPDIR": str(self.folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as bench:
            try:
                yield bench
            finally:
                bench.kill()

    def run(self, kind: str, rows: str, *options: str) -> None:
        with self.started(kind, rows, *options) as bench:
            self.finish(bench)

    def finish(self, bench: "subprocess.Popen[str]") -> None:
        self.output, _ = bench.communicate(timeout=PATIENCE)
        self.code = bench.returncode

    def lines(self) -> list[tuple[str, str, bool]]:
        found = json.loads((self.folder / "bench.json").read_text())
        return [(one["row"], one["what"], one["ok"]) for one in found]

    def document(self) -> str:
        return (self.folder / "bench.md").read_text()

    def note(self, pids: list[str]) -> None:
        """Note processes that must not outlive the test."""
        with (self.folder / PIDS).open("a") as file:
            file.writelines(f"{pid}\n" for pid in pids)

    def servers(self) -> list[int]:
        file = self.folder / PIDS
        return [int(pid) for pid in file.read_text().split()] if file.exists() else []


@contextmanager
def _tiny(folder: Path) -> Iterator[Tiny]:
    tiny = Tiny(folder)
    yield tiny
    for pid in tiny.servers():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Tiny]:
    with _tiny(tmp_path) as made:
        yield made


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tiny]:
    """Every tiny row has been run."""
    with _tiny(tmp_path_factory.mktemp("ended")) as made:
        made.run("every", "")
        yield made


def _until_it_hangs(bench: "subprocess.Popen[str]") -> None:
    assert bench.stdout
    assert any("before it hangs" in line for line in bench.stdout)


def _all_end(pids: list[int]) -> bool:
    """Wait: the system needs a moment to remove a killed process."""
    deadline = time.monotonic() + 15
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        if time.monotonic() > deadline:
            return False
    return True


def test_a_row_that_hangs_fails_or_dies_stops_no_other(ended: Tiny) -> None:
    assert ended.code == 1
    assert ended.lines() == [
        ("P1", "quick", True),
        ("P2", "before it hangs", True),
        ("P2", "not measured", False),
        ("P3", "before it fails", True),
        ("P3", "not measured", False),
        ("P4", "before it dies", True),
        ("P4", "not measured", False),
        ("P5", "quick too", True),
    ]


def test_the_table_says_why_rows_were_not_measured(ended: Tiny) -> None:
    table = ended.output.partition("Load of the machine")[2]
    assert f"P2  NOT MEASURED to its end: stopped at its limit of {LIMIT:.0f} s" in table
    assert "P3  NOT MEASURED to its end: RuntimeError: the server is gone" in table
    assert "P4  NOT MEASURED to its end: ended with -9" in table
    assert "5 of 5 lines meet their goal" in table


def test_a_row_that_hangs_says_where(ended: Tiny) -> None:
    assert "in hangs" in ended.output


def test_servers_that_their_rows_have_left_are_ended(ended: Tiny) -> None:
    assert len(ended.servers()) == 3
    assert _all_end(ended.servers())


@pytest.mark.parametrize(
    "how",
    [
        signal.SIGINT,
        pytest.param(signal.SIGTERM, marks=pytest.mark.whole),
        pytest.param(signal.SIGHUP, marks=pytest.mark.whole),
    ],
)
def test_a_stopped_bench_keeps_what_was_measured_and_ends_its_servers(
    tiny: Tiny, how: signal.Signals
) -> None:
    with tiny.started("patient", "P1,P2,P5") as bench:
        _until_it_hangs(bench)
        bench.send_signal(how)
        tiny.finish(bench)
    assert tiny.code == 128 + how
    assert f"NOT MEASURED to its end: stopped by {how.name}" in tiny.output
    assert tiny.lines() == [
        ("P1", "quick", True),
        ("P2", "before it hangs", True),
        ("P2", "not measured", False),
    ]
    assert len(tiny.servers()) == 1
    assert _all_end(tiny.servers())


def test_a_row_ends_with_a_bench_that_is_killed(tiny: Tiny) -> None:
    with tiny.started("patient", "P2") as bench:
        _until_it_hangs(bench)
        children = Path(f"/proc/{bench.pid}/task/{bench.pid}/children").read_text().split()
        bench.kill()
    tiny.note(children)
    assert len(children) == 1
    assert _all_end([int(pid) for pid in children])


def test_a_complete_run_is_kept_in_the_document(tiny: Tiny) -> None:
    tiny.run("sound", "")
    assert tiny.code == 0
    before, _, rest = tiny.document().partition(BEGIN)
    kept, _, after = rest.partition(END)
    assert (before, after) == ("Before.\n", "After.\n")
    assert "quick too" in kept
    assert "old" not in kept


def test_a_run_with_rows_left_out_is_not(tiny: Tiny) -> None:
    tiny.run("sound", "P1")
    assert "old" in tiny.document()


def test_a_run_with_a_row_that_failed_is_not(ended: Tiny) -> None:
    assert "old" in ended.document()


def test_fewer_rounds_are_shown_and_not_kept(tiny: Tiny) -> None:
    tiny.run("every", "p1", "--rounds", "2")
    assert tiny.code == 0
    assert "quick" in tiny.output
    assert not (tiny.folder / "bench.json").exists()


def test_a_row_that_there_is_not_is_refused(tiny: Tiny) -> None:
    tiny.run("every", "P1,P99")
    assert tiny.code == 2
    assert "Unknown rows P99; there are P1" in tiny.output
