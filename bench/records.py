"""The lines that a row passes from its own process to the bench: JSON, written at once."""

import json
from dataclasses import asdict
from pathlib import Path

from bench.plan import Goal, Line


class Records:
    """The file of one row."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def add(self, line: Line) -> None:
        self._write({"line": asdict(line)})

    def fail(self, problem: str) -> None:
        """Record the reason why the row stopped."""
        self._write({"problem": problem})

    def _write(self, record: object) -> None:
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")

    def lines(self) -> list[Line]:
        return [_line(one["line"]) for one in self._all() if "line" in one]

    def problem(self) -> str:
        return "; ".join(str(one["problem"]) for one in self._all() if "problem" in one)

    def _all(self) -> list[dict[str, dict[str, object]]]:
        if not self._file.exists():
            return []
        # A killed process may have left half a line.
        whole, _, _half = self._file.read_text(encoding="utf-8").rpartition("\n")
        return [json.loads(one) for one in whole.splitlines()]


def _line(fields: dict[str, object]) -> Line:
    goal = Goal(**fields.pop("goal"))  # type: ignore[arg-type]  # written by asdict above
    return Line(goal=goal, **fields)  # type: ignore[arg-type]  # as above
