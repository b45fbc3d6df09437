"""`python -m bench [P1,P12] [--rounds 5] [--seconds 1]`: measure, print, write the file."""

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from bench import report
from bench.catalog import ROWS, Row
from bench.plan import ROUNDS, SECONDS, Outcome, Plan
from bench.runner import listening, run
from rookiebattle.manage.processes import ROOT

FILE, DOCUMENT = ROOT / "artifacts/bench.json", ROOT / "docs/bench.md"
UNKNOWN_ROWS = 2


def main(
    arguments: list[str],
    catalog: Mapping[str, Row] = ROWS,
    file: Path = FILE,
    document: Path = DOCUMENT,
) -> int:
    """Exit code 0 when every wanted row was measured, whether or not it met its goal."""
    chosen = _parser().parse_args(arguments)
    names = [name.strip().upper() for name in chosen.rows.split(",") if name.strip()]
    if unknown := [name for name in names if name not in catalog]:
        told = f"Unknown rows {', '.join(unknown)}; there are {', '.join(catalog)}"
        print(told, file=sys.stderr)
        return UNKNOWN_ROWS
    plan, outcomes = Plan(chosen.rounds, chosen.seconds), list[Outcome]()
    rows = [(name, row) for name, row in catalog.items() if name in names or not names]
    with listening() as stop:
        try:
            for outcome in run(rows, plan, stop):
                outcomes.append(outcome)
                if plan.is_thorough:
                    report.save(outcomes, file)
        finally:
            print(f"\n{report.table(outcomes)}", flush=True)
    measured = {outcome.row for outcome in outcomes if not outcome.problem}
    if plan.is_thorough and measured == set(catalog):
        report.publish(outcomes, document)
    return 128 + stop.number if stop.number else int(len(measured) < len(rows))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench")
    parser.add_argument("rows", nargs="?", default="", help="P1,P12; all of them without it")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    return parser


if __name__ == "__main__":
    # Nobody's site runs with it: each start would compile all our files anew (P14, P15).
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.exit(main(sys.argv[1:]))
