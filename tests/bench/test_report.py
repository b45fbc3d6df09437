"""The stored results after only some rows were measured again."""

import json
from pathlib import Path

import pytest

from bench.__main__ import DOCUMENT
from bench.plan import Line, Outcome, against_limit
from bench.records import Records
from bench.report import BEGIN, END, in_one_line, save
from rookiebattle.manage.console import CannotContinue


def _line(row: str, what: str, value: float = 1.0) -> Line:
    return against_limit(row, what, values=[value], limit=2.0, unit="s", notes=[])


def _saved(file: Path) -> list[tuple[str, str, float | None]]:
    return [(one["row"], one["what"], one["ours"]) for one in json.loads(file.read_text())]


def _outcome(row: str, *lines: Line, problem: str = "") -> Outcome:
    return Outcome(row, 1.0, list(lines), problem)


def test_a_row_measured_again_replaces_all_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    save([_outcome("P10", _line("P10", "old")), _outcome("P2", _line("P2", "kept"))], file)
    save([_outcome("P10", _line("P10", "new"))], file)
    assert _saved(file) == [("P2", "kept", 1.0), ("P10", "new", 1.0)]


def test_a_row_measured_in_part_keeps_its_other_lines(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    save([_outcome("P2", _line("P2", "first"), _line("P2", "second"))], file)
    save([_outcome("P2", _line("P2", "first", 1.5), problem="it hung")], file)
    assert sorted(_saved(file), key=str) == [
        ("P2", "first", 1.5),
        ("P2", "not measured", None),
        ("P2", "second", 1.0),
    ]


def test_why_it_was_not_measured_goes_once_it_is(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    save([_outcome("P2", problem="it hung")], file)
    save([_outcome("P2", _line("P2", "first"))], file)
    assert _saved(file) == [("P2", "first", 1.0)]


def test_what_a_killed_row_has_half_written_is_left_out(tmp_path: Path) -> None:
    records = Records(tmp_path / "lines")
    records.add(_line("P2", "whole"))
    with (tmp_path / "lines").open("a") as file:
        file.write('{"line": {"row": "P2"')
    assert [line.what for line in records.lines()] == ["whole"]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (RuntimeError("gone\nsince noon"), "RuntimeError: gone"),
        (TimeoutError(), "TimeoutError: "),
        (CannotContinue("npm error\n\nRun npm install."), "Run npm install."),
    ],
)
def test_an_error_is_told_in_one_line(error: Exception, told: str) -> None:
    assert in_one_line(error) == told


def test_the_document_has_a_place_for_the_last_complete_run() -> None:
    before, begin, rest = DOCUMENT.read_text().partition(BEGIN)
    assert before
    assert begin
    assert END in rest
