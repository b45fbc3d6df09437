"""The table of a run, and the page of the mutants that live (docs/mutants.md)."""

import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from mutants.catalog import ROOT

LEAST = 90
DOCUMENT = ROOT / "docs/mutants.md"
UNEXPLAINED = "**no reason yet**"
HEAD = """\
# The mutants of the rules

`make mutants` writes this page. A mutant is a file of rules with one small thing changed. It dies
when a test beside the file fails, and {least} % must die. The reason behind one that lives is kept.

{killed} of {number} die: {percent:.1f} %.

| file | mutants | killed | percent | tried on | at commit |
|---|--:|--:|--:|---|---|
"""
ROW = re.compile(r"\| (\S+) \| (\d+) \| \d+ \| \d+ \| (.+) \| (\S+) \|")


@dataclass(frozen=True, slots=True)
class Result:
    """The fate of one file's mutants: how many there are, and the names of those that live."""

    file: str
    number: int
    living: list[str]
    day: str = ""
    commit: str = ""

    @property
    def killed(self) -> int:
        return self.number - len(self.living)

    @property
    def percent(self) -> float:
        return 100 * self.killed / (self.number or 1)


def write(results: list[Result]) -> int:
    """Print the table and bring the page up to date; 1 when too many live."""
    now, commit = datetime.now(UTC), _commit()
    day = f"{now:%B} {now.day}, {now.year}"
    for one in (*sorted(results, key=lambda one: -one.percent), _sum(results)):
        print(f"{one.file:44} {one.number:5} mutants {one.killed:5} killed {one.percent:6.1f} %")
    found = [replace(one, day=day, commit=commit) for one in results]
    DOCUMENT.write_text(page(DOCUMENT.read_text(encoding="utf-8"), found), encoding="utf-8")
    return int(_sum(results).percent < LEAST)


def page(before: str, results: list[Result]) -> str:
    """The page with these results. Files that were not tried now stay as they were."""
    reasons = _reasons(before)
    rows = {**_rows(before, reasons), **{one.file: one for one in results}}
    tried = [rows[file] for file in sorted(rows)]
    total = _sum(tried)
    head = HEAD.format(least=LEAST, killed=total.killed, number=total.number, percent=total.percent)
    return head + "\n".join((*map(_row, tried), *_lives(tried, reasons))) + "\n"


def _row(one: Result) -> str:
    figures = f"{one.number} | {one.killed} | {one.percent:.0f}"
    return f"| {one.file} | {figures} | {one.day} | {one.commit} |"


def _lives(tried: list[Result], reasons: dict[tuple[str, str], str]) -> Iterator[str]:
    yield from ("", "## Those that live")
    for one in tried:
        if one.living:
            yield from ("", f"### {one.file}", "")
        for name in one.living:
            yield f"- {name}: {reasons.get((one.file, name), UNEXPLAINED)}"


def _sum(results: list[Result]) -> Result:
    living = [name for one in results for name in one.living]
    return Result("all", sum(one.number for one in results), living)


def _rows(text: str, reasons: Mapping[tuple[str, str], str]) -> dict[str, Result]:
    """The results that a page tells of."""
    return {
        file: Result(file, int(number), [name for one, name in reasons if one == file], day, at)
        for file, number, day, at in ROW.findall(text)
    }


def _reasons(text: str) -> dict[tuple[str, str], str]:
    """The reason of each mutant on a page, by its file and its name."""
    found, file = {}, ""
    for line in text.splitlines():
        if line.startswith("### "):
            file = line.removeprefix("### ")
        elif told := re.fullmatch(r"- (.*`.*` becomes `.*`): (.+)", line):
            found[file, told[1]] = told[2]
    return found


def _commit() -> str:
    asked = ["git", "rev-parse", "--short", "HEAD"]
    answer = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return answer.stdout.strip() or "unknown"
