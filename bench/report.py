"""The table on the screen and `artifacts/bench.json`."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

from bench.plan import Line

FILE = Path("artifacts/bench.json")
HEADINGS = ("row", "what", "ratio", "min–max", "goal", "ours", "baseline", "unit", "")


def show(lines: Sequence[Line]) -> None:
    """Print the table, each line's notes below it."""
    rows = [_cells(line) for line in lines]
    widths = [max(len(row[column]) for row in [HEADINGS, *rows]) for column in range(len(HEADINGS))]
    print(f"\nLoad of the machine {os.getloadavg()[1]:.1f} on {os.cpu_count()} processors")
    print(_joined(HEADINGS, widths))
    for line, row in zip(lines, rows, strict=True):
        print(_joined(row, widths))
        for note in line.notes:
            print(f"     {note}")


def save(lines: Sequence[Line]) -> None:
    """Write the measured rows; rows measured earlier and not now stay."""
    measured = {line.row for line in lines}
    kept = [one for one in _earlier() if one["row"] not in measured]
    every = sorted([*kept, *map(_plain, lines)], key=lambda one: int(str(one["row"])[1:]))
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(every, indent=1, ensure_ascii=False) + "\n")


def _earlier() -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(FILE.read_text()) if FILE.exists() else []
    return found


def _plain(line: Line) -> dict[str, object]:
    return {
        "row": line.row,
        "what": line.what,
        "ratio": round(line.ratio, 3),
        "min": round(line.low, 3),
        "max": round(line.high, 3),
        "goal": str(line.goal),
        "ok": line.ok,
        "ours": round(line.ours, 3),
        "baseline": round(line.baseline, 3),
        "unit": line.unit,
        "notes": line.notes,
    }


def _cells(line: Line) -> tuple[str, ...]:
    return (
        line.row,
        line.what,
        f"{line.ratio:.2f}",
        f"{line.low:.2f}–{line.high:.2f}",
        str(line.goal),
        f"{line.ours:,.4g}",
        f"{line.baseline:,.4g}",
        line.unit,
        "ok" if line.ok else "MISSED",
    )


def _joined(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
