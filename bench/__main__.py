"""`python -m bench [P1,P12] [--rounds 5] [--seconds 2]`: measure, print, write the file."""

import argparse
import sys
import time
import traceback
from importlib import import_module

import pytest
from playwright.sync_api import Error as PlaywrightError

from bench import report
from bench.lab import Lab
from bench.plan import ROUNDS, Line, Plan

ROWS = {
    "P1": "http:list_uncached",
    "P2": "http:list_cached",
    "P3": "html:of_every_page",
    "P4": "weight:of_every_page",
    "P5": "phone:largest_paint",
    "P6": "phone:twentieth_event",
    "P7": "phone:steadiness",
    "P8": "events:round_trip",
    "P9": "events:round_trip_in_a_crowd",
    "P10": "memory:of_idle_pages",
    "P11": "live:seats",
    "P12": "registering:one_hot_event",
    "P13": "growth:of_lists",
    "P14": "starting:first_answer",
    "P15": "building:run_and_dev",
    "P17": "verdicts:of_lighthouse",
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench")
    parser.add_argument("rows", nargs="?", default="")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=2.0)
    chosen = parser.parse_args(arguments)
    names = [name.strip().upper() for name in chosen.rows.split(",") if name.strip()] or list(ROWS)
    unknown = [name for name in names if name not in ROWS]
    if unknown:
        print(f"Unknown rows {', '.join(unknown)}; there are {', '.join(ROWS)}", file=sys.stderr)
        return 2
    plan, lines, failed = Plan(chosen.rounds, chosen.seconds), list[Line](), list[str]()
    for name in names:
        try:
            lines += _measure(name, plan)
        except (
            RuntimeError,
            OSError,
            ValueError,
            PlaywrightError,
            pytest.fail.Exception,
        ) as problem:
            failed.append(f"{name} could not be measured: {problem}")
            traceback.print_exc()
        else:
            if plan.rounds >= ROUNDS:
                report.save(lines)
    report.show(lines)
    print("\n".join(["", *failed]))
    return 1 if failed else 0


def _measure(name: str, plan: Plan) -> list[Line]:
    module, function = ROWS[name].split(":")
    start = time.monotonic()
    print(f"· {name}", flush=True)
    with Lab() as lab:
        lines: list[Line] = getattr(import_module(f"bench.rows.{module}"), function)(plan, lab)
    print(f"  measured in {time.monotonic() - start:.0f} s", flush=True)
    return lines


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
