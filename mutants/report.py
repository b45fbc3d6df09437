"""The table of a run, and the page of the mutants that live (docs/mutants.md)."""

import re
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime

from mutants.catalog import ROOT
from mutants.making import Mutant

LEAST = 90
DOCUMENT = ROOT / "docs/mutants.md"
UNEXPLAINED = "**no reason yet**"
HEAD = """\
# The mutants of the rules

`make mutants` writes this page. A mutant is a file of rules with one small thing changed. It dies
when a test beside the file fails, and {least} % must die. The reason behind one that lives is kept.

{day}, at commit {commit}: {killed} of {number} die, {percent:.1f} %.

| file | mutants | killed | percent |
|---|--:|--:|--:|
"""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one file's mutants."""

    file: str
    number: int
    living: list[Mutant]

    @property
    def killed(self) -> int:
        return self.number - len(self.living)

    @property
    def percent(self) -> float:
        return 100 * self.killed / (self.number or 1)


def write(results: list[Result], *, is_whole: bool) -> int:
    """Print the table; 1 when too many live. A whole run writes the document."""
    reasons = _reasons(DOCUMENT.read_text(encoding="utf-8") if DOCUMENT.exists() else "")
    living = [mutant for one in results for mutant in one.living]
    total = Result("all", sum(one.number for one in results), living)
    for one in (*sorted(results, key=lambda one: -one.percent), total):
        print(f"{one.file:44} {one.number:5} mutants {one.killed:5} killed {one.percent:6.1f} %")
    if is_whole:
        DOCUMENT.write_text(document(results, total, reasons), encoding="utf-8")
    return int(total.percent < LEAST)


def document(results: list[Result], total: Result, reasons: dict[str, str]) -> str:
    """The page, with the reasons of the page before it."""
    now = datetime.now(UTC)
    head = HEAD.format(
        least=LEAST,
        day=f"{now:%B} {now.day}, {now.year}",
        commit=_commit(),
        killed=total.killed,
        number=total.number,
        percent=total.percent,
    )
    rows = [f"| {one.file} | {one.number} | {one.killed} | {one.percent:.0f} |" for one in results]
    lines = ["", "## Those that live"]
    for one in results:
        if one.living:
            lines += ["", f"### {one.file}", ""]
        for mutant in one.living:
            reason = reasons.get(f"{one.file} {mutant.name}", UNEXPLAINED)
            lines.append(f"- {mutant.name}: {reason}")
    return head + "\n".join((*rows, *lines)) + "\n"


def _commit() -> str:
    asked = ["git", "rev-parse", "--short", "HEAD"]
    answer = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return answer.stdout.strip() or "unknown"


def _reasons(page: str) -> dict[str, str]:
    """The reason of each mutant on the page, by its file and name."""
    found, file = {}, ""
    for line in page.splitlines():
        if line.startswith("### "):
            file = line.removeprefix("### ")
        elif told := re.fullmatch(r"- (`.*` becomes `.*`): (.+)", line):
            found[f"{file} {told[1]}"] = told[2]
    return found
