"""docs/duties.md tells a board what the program does: every time in it is the registry's."""

import re

from rookiebattle.core import privacy
from rookiebattle.manage.__main__ import COMMANDS
from rookiebattle.manage.processes import ROOT
from rookiebattle.models import metadata

MANUAL = (ROOT / "docs/duties.md").read_text(encoding="utf-8")
TIME = re.compile(r"\b\d+ (?:days|hours|minutes)\b")
OF_OTHERS = {"14 days", "72 hours"}
"""Debian's rotation of nginx's log, and the European Union's time to tell an authority."""


def rows() -> list[str]:
    """The table of the manual, made from the registry: 'Your Seats: the events that …'."""
    assert privacy.labeled().keys() == metadata.tables.keys()
    told = [f"| {one.about} | {one.retention} |" for one in privacy.labeled().values()]
    return sorted(told)


def test_the_table_is_the_registrys() -> None:
    listed = re.findall(
        r"^\| [A-Z].*$", MANUAL.partition("as the program has it:")[2], re.MULTILINE
    )
    assert listed[: len(rows())] == rows(), "\n".join(rows())


def test_no_other_time_stands_in_the_manual() -> None:
    """Outside the table only times that are not the program's are written as numbers."""
    without = "\n".join(line for line in MANUAL.splitlines() if line not in rows())
    told = {found.replace("\n", " ") for found in TIME.findall(re.sub(r"\s+", " ", without))}
    assert told == OF_OTHERS
    assert f"| {privacy.labeled()['uploads'].kept} |" in MANUAL


def test_the_commands_of_the_manual_are_there() -> None:
    assert set(re.findall(r"`make ([a-z-]+)", MANUAL)) <= COMMANDS.keys()
