"""The table on the screen, `artifacts/bench.json`, and the last complete run in `docs/bench.md`."""

import json
import os
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.plan import Line, Outcome

HEADINGS = ("row", "what", "ratio", "min–max", "goal", "ours", "baseline", "unit", "")
# The text of the document outside of these marks is written by hand.
BEGIN, END = "<!-- the last complete run -->\n", "<!-- its end -->\n"
LONGEST_REASON = 200


def show_at_once(line: Line) -> None:
    """Print one measured line while its row continues."""
    print("  " + "  ".join(_cells(line)[1:]), flush=True)
    for note in line.notes:
        print(f"     {note}", flush=True)


def table(outcomes: Sequence[Outcome]) -> str:
    """Every line with its notes, and every row that stopped early."""
    lines = [line for outcome in outcomes for line in outcome.lines]
    rows = [HEADINGS, *map(_cells, lines)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    text = [f"Load of the machine {os.getloadavg()[1]:.1f} on {os.cpu_count()} processors"]
    text.append(_joined(HEADINGS, widths))
    for outcome in outcomes:
        for line in outcome.lines:
            text.append(_joined(_cells(line), widths))
            text += [f"     {note}" for note in line.notes]
        if outcome.problem:
            text.append(f"{outcome.row}  NOT MEASURED{_partly(outcome)}: {outcome.problem}")
    missed = sum(not line.ok for line in lines)
    text.append(f"{len(lines) - missed} of {len(lines)} lines meet their goal")
    return "\n".join(text)


def _partly(outcome: Outcome) -> str:
    return " to its end" if outcome.lines else ""


def save(outcomes: Sequence[Outcome], file: Path) -> None:
    """Write the lines of this run. Lines of earlier runs that were not measured again stay."""
    found = [one for outcome in outcomes for one in _plain_rows(outcome)]
    whole = {outcome.row for outcome in outcomes if not outcome.problem}
    parts = {(one["row"], one["what"]) for one in found}
    kept = [
        one
        for one in _earlier(file)
        if one["row"] not in whole and (one["row"], one["what"]) not in parts
    ]
    every = sorted([*kept, *found], key=lambda one: int(str(one["row"])[1:]))
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".new")
    fresh.write_text(json.dumps(every, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    fresh.replace(file)


def _earlier(file: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(file.read_text("utf-8")) if file.exists() else []
    # A line without a ratio says why the row was not measured. A new attempt replaces it.
    return [one for one in found if one["ratio"] is not None]


def _plain_rows(outcome: Outcome) -> list[dict[str, object]]:
    lines = [_plain(line) for line in outcome.lines]
    return [*lines, _unmeasured(outcome)] if outcome.problem else lines


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


def _unmeasured(outcome: Outcome) -> dict[str, object]:
    nothing = dict.fromkeys(("ratio", "min", "max", "goal", "ours", "baseline"))
    told = {"ok": False, "unit": "", "notes": [outcome.problem]}
    return {"row": outcome.row, "what": "not measured", **nothing, **told}


def publish(outcomes: Sequence[Outcome], document: Path) -> None:
    """Put the table of a complete run between the marks of the document."""
    before, _, rest = document.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    minutes = sum(outcome.seconds for outcome in outcomes) / 60
    head = f"{datetime.now(UTC):%B %-d, %Y}, commit {_commit()}, {minutes:.0f} minutes.\n"
    run = f"\n{head}\n```text\n{table(outcomes)}\n```\n\n"
    document.write_text(f"{before}{BEGIN}{run}{END}{after}", encoding="utf-8")


def _commit() -> str:
    told = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return told.stdout.strip() or "unknown"


def in_one_line(error: BaseException) -> str:
    """The kind of an error and its first line. A sentence below output is the last line."""
    lines = [line for line in str(error).splitlines() if line.strip()] or [""]
    kind = type(error).__name__
    said = lines[-1] if kind == "CannotContinue" else f"{kind}: {lines[0]}"
    return said[:LONGEST_REASON]


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
