"""`python -m development guarantees`: docs/guarantees.md, from a table and the last whole runs.

The verb takes over what tests/promised.py and `make soak` recorded; `--break R5` breaks R5."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from development.testing import SERVED
from rookiebattle.manage.build import build_if_changed
from rookiebattle.manage.processes import ROOT

TABLE = ROOT / "development/guarantees.toml"
RUNS = ROOT / "development/guarantees.json"
PAGE = ROOT / "docs/guarantees.md"
RECORD = ROOT / "artifacts/guarantees.json"
SOAK = ROOT / "artifacts/soak.json"
FIGURE = re.compile(r"\{([\w/]+\.py) (\w+)\}")
HEAD = """# What a club may rely on

Every promise of the site, the tests that show it, how much they tried, and where the proof ends.
A number behind a test says in how many cases it passed. “Broken on purpose” is a careless edit of
the program, made once to see that a test notices it. Not provable on our machines: the real Stripe,
AWS and Discord, a loss of power, and a network that loses packets.

- `make test`: {test}
- `make soak`: {soak}

Made by `python -m development guarantees` from `development/guarantees.toml` and the last whole
runs that passed. `make check` fails when this page differs from them, and when a row names a test
that there is not.

| | promise | cases in `make test` | in `make soak` |
|---|---|--:|--:|"""


@dataclass(frozen=True)
class Change:
    """An edit of one place in the product, and the test that noticed it."""

    file: str
    was: str
    becomes: str
    seen: str


@dataclass(frozen=True)
class Promise:
    """A row of the table. Its head describes the fields."""

    id: str
    name: str
    promise: str
    tried: str
    limit: str
    tests: Sequence[str]
    controls: Sequence[str] = ()
    broken: Sequence[Change] = ()


def promises() -> list[Promise]:
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))["promise"]
    return [
        Promise(**{**row, "broken": [Change(**one) for one in row.get("broken", ())]})
        for row in rows
    ]


def recorded() -> dict[str, Any]:
    """The runs that the page tells of: `test` and `soak`, as far as there are any."""
    found: dict[str, Any] = json.loads(RUNS.read_text(encoding="utf-8"))
    return found


def problems(rows: Sequence[Promise]) -> Iterator[str]:
    """A sentence for each row that nothing shows, or that names what there is not."""
    for row in rows:
        if not row.tests:
            yield f"{row.id} names no test"
        if not row.controls and not row.broken:
            yield f"{row.id} was never broken on purpose: its tests may be unable to fail"
        for test in (*row.tests, *row.controls, *(one.seen for one in row.broken)):
            if not functions_of(test):
                yield f"{row.id} names tests/{test}, which does not exist"
        for one in row.broken:
            if not (ROOT / one.file).is_file():
                yield f"{row.id} was broken in {one.file}, which does not exist: break it again"


def functions_of(test: str) -> list[str]:
    """The ids of a function, or of all functions of a file, as pytest has them."""
    path, _, wanted = test.partition("::")
    return [f"tests/{path}::{one}" for one in _defined(path) if one == (wanted or one)]


@cache
def _defined(path: str) -> Sequence[str]:
    file = ROOT / "tests" / path
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    return re.findall(r"^(?:async )?def (test_\w+)\(", text, re.MULTILINE)


def page(rows: Sequence[Promise], runs: Mapping[str, Any]) -> str:
    lines = [HEAD.format(test=_run(runs.get("test")), soak=_run(runs.get("soak")))]
    for row in rows:
        shown = dict.fromkeys((*row.tests, *row.controls))
        counts = " | ".join(_cases(shown, runs, kind) or "–" for kind in ("test", "soak"))
        lines.append(f"| [{row.id}](#{row.id.lower()}) | {row.name} | {counts} |")
    return "\n".join([*lines, *(line for row in rows for line in _row(row, runs)), ""])


def _run(run: Mapping[str, Any] | None) -> str:
    if run is None:
        return "no whole run that passed is recorded yet."
    at = date.fromisoformat(run["date"])
    how = ", with nothing left out" if run.get("is_whole") else ""
    return f"{at:%B} {at.day}, {at.year}, at commit {run['commit']}, on {run['cores']} cores{how}."


def _cases(tests: Mapping[str, None], runs: Mapping[str, Any], *kinds: str) -> str:
    """The number of cases in which these tests passed; empty where none did."""
    names = {name for test in tests for name in functions_of(test)}
    passed = (runs.get(kind, {"passed": {}})["passed"] for kind in kinds)
    return str(sum(many for one in passed for name, many in one.items() if name in names) or "")


def _row(row: Promise, runs: Mapping[str, Any]) -> Iterator[str]:
    def shown(tests: Sequence[str]) -> str:
        return ", ".join(
            f"{_link(one)} {_cases({one: None}, runs, 'test', 'soak')}".strip() for one in tests
        )

    figures = runs.get("soak", {}).get("figures", {})
    functions = [name for test in row.tests for name in functions_of(test)]
    told = [line for name in functions for line in figures.get(name, ())]
    yield f'\n<a id="{row.id.lower()}"></a>\n\n## {row.id}. {row.name}\n\n{row.promise}\n'
    yield f"- **Tried:** {FIGURE.sub(lambda found: f'{figure(*found.groups()):,}', row.tried)}"
    if told:
        yield f"- **Measured by `make soak`:** {'; '.join(told)}"
    yield f"- **Tests:** {shown(row.tests)}"
    yield f"- **Limit of the proof:** {row.limit}"
    if row.controls:
        yield f"- **Broken in every run by** {shown(row.controls)}"
    for one in row.broken:
        became = f"became {_code(one.becomes)}" if one.becomes else "was taken out"
        where = f"in `{one.file}`, {_code(one.was)} {became}"
        yield f"- **Broken on purpose:** {where}. Seen by {_link(one.seen)}"


def _link(test: str) -> str:
    path, _, name = test.partition("::")
    return f"[{name or path}](../tests/{path})"


def _code(text: str) -> str:
    """Code in one line, in which a backtick may stand."""
    return f"`` {' '.join(text.split())} ``"


def figure(path: str, name: str) -> int:
    """The number to which a test file gives this name; of `scaled(…)` that of the full soak."""
    for node in ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign):
            names, values = _parts(node.targets[0]), _parts(node.value)
            found = dict(zip(map(ast.unparse, names), values, strict=False)).get(name)
            if found is not None:
                number = found.args[0] if isinstance(found, ast.Call) else found
                return int(ast.literal_eval(number))
    raise LookupError(f"tests/{path} has no number {name}")


def _parts(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def guarantees_command(arguments: list[str]) -> int:
    """Take over the last runs and write the page; with --break, break all promises or these."""
    rows = promises()
    if arguments[:1] == ["--break"]:
        chosen = [row for row in rows if row.id in arguments[1:] or not arguments[1:]]
        seen = [is_seen(row.id, one) for row in chosen for one in row.broken]
        return int(not all(seen))
    runs = recorded() | fresh(rows)
    RUNS.write_text(f"{json.dumps(runs, indent=1, sort_keys=True, ensure_ascii=False)}\n")
    PAGE.write_text(page(rows, runs), encoding="utf-8")
    print("\n".join(problems(rows)) or f"{PAGE} tells of {len(rows)} promises.")
    return int(any(problems(rows)))


def fresh(rows: Sequence[Promise]) -> dict[str, Any]:
    """The runs in artifacts/, with the tests that the table names."""
    named = {
        name for row in rows for test in (*row.tests, *row.controls) for name in functions_of(test)
    }
    found = {}
    if RECORD.exists():
        found["test"] = json.loads(RECORD.read_text(encoding="utf-8"))
    if SOAK.exists() and (soak := of_soak(json.loads(SOAK.read_text(encoding="utf-8")))):
        found["soak"] = soak
    for run in found.values():
        run["passed"] = {name: many for name, many in run["passed"].items() if name in named}
    return found


def of_soak(report: Mapping[str, Any]) -> dict[str, Any] | None:
    """The record of a soak of full size that passed to its end; None for any other."""
    outcomes = {one["outcome"] for one in report["tests"]}
    is_whole = report["ended"] and not report["left_out"] and report["size"] == "full size"
    if not is_whole or not outcomes <= {"passed", "skipped"}:
        return None
    passed, figures = dict[str, int](), dict[str, list[str]]()
    for one in report["tests"]:
        name = f"tests/soak/{one['name'].partition('[')[0]}"
        passed[name] = passed.get(name, 0) + (one["outcome"] == "passed")
        figures.setdefault(name, []).extend(one["figures"])
    run = {"commit": report["commit"], "date": report["began"][:10], "cores": report["processors"]}
    return {
        **run,
        "passed": passed,
        "figures": {name: told for name, told in figures.items() if told},
    }


def is_seen(promise: str, one: Change) -> bool:
    """Whether the test fails while the product is changed so."""
    file = ROOT / one.file
    before = file.read_text(encoding="utf-8")
    if before.count(one.was) != 1:
        print(f"{promise}: what was changed does not stand once in {one.file} any more")
        return False
    asked = [sys.executable, "-m", "pytest", "-q", "-n0", "-x", f"tests/{one.seen}"]
    try:
        file.write_text(before.replace(one.was, one.becomes), encoding="utf-8")
        if one.seen.partition("/")[0] in SERVED:
            build_if_changed()
        ran = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    finally:
        file.write_text(before, encoding="utf-8")
    # A test that could not begin has an error and no failure.
    has_failed = re.search(r"\b\d+ failed.*\s*\Z", ran.stdout) is not None
    why = [line for line in ran.stdout.splitlines() if line.startswith(("E ", "ERROR"))]
    print(f"{promise}: {'seen' if has_failed else 'NOT SEEN'} by {one.seen}", *why[:1], flush=True)
    return has_failed
