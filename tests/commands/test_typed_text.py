"""A text that somebody else wrote, such as an address out of a letter, is an argument and no more:
neither make nor the shell runs anything in it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from rookiebattle.manage.processes import ROOT

NASTY = "a`touch ran`$(touch ran)$(shell touch ran)${HOME}$$'\"\\;touch ran;@example.org"
VERBS = [
    ("personal-data", {"EMAIL": NASTY}, [NASTY]),
    ("adult", {"EMAIL": NASTY}, [NASTY]),
    ("admin", {"EMAIL": NASTY, "OFF": "1"}, [NASTY, "--off=1"]),
    ("erase", {"EMAIL": NASTY, "SURE": "1", "CHILD": "1"}, [NASTY, "--sure=1", "--child=1"]),
    ("erase", {"EMAIL": NASTY}, [NASTY]),
    ("copy-data", {"FROM": NASTY}, [NASTY, "DATABASE_URL"]),
    ("copy-data", {"TO": NASTY}, ["DATABASE_URL", NASTY]),
    ("backup", {"FOLDER": NASTY, "KEEP": NASTY}, [NASTY, f"--keep={NASTY}"]),
    ("restore", {"FROM": NASTY}, [NASTY]),
    ("check-backup", {"FROM": NASTY}, [NASTY]),
    ("static", {"FOLDER": NASTY}, [NASTY]),
    ("reconcile", {"DAYS": NASTY}, [NASTY]),
    ("replay-webhooks", {"EVENT": NASTY}, [NASTY]),
    ("run", {"PAYMENTS": NASTY}, [f"--payments={NASTY}"]),
]


@pytest.mark.parametrize(("verb", "typed", "received"), VERBS)
def test_a_typed_text_runs_nothing(
    tmp_path: Path, verb: str, typed: dict[str, str], received: list[str]
) -> None:
    """The Makefile alone, with a Python that only tells its arguments."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    python.chmod(0o755)
    arguments = [f"{name}={text}" for name, text in typed.items()]
    done = subprocess.run(
        ["make", "--no-print-directory", verb, "PYTHON=true", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["-m", "rookiebattle.manage", verb, *received]
    assert not (tmp_path / "ran").exists()
