"""`deploy/roll.sh`: how long it waits for a server that does not become ready."""

import os
import subprocess
from pathlib import Path

import pytest

from rookiebattle.manage.processes import ROOT

STAND_INS = {
    "systemctl": "true",
    "date": 'cat "$CLOCK"',
    "sleep": 'echo $(($(cat "$CLOCK") + $1)) > "$CLOCK"',
    # A server that accepts and hangs takes the five seconds of each question.
    "curl": 'echo asked >> "$ASKED"; echo $(($(cat "$CLOCK") + 5)) > "$CLOCK"; exit 28',
}


def roll(folder: Path, patience: str, **stand_ins: str) -> tuple[str, int]:
    """Roll two servers that never become ready: the words of the script, and its questions."""
    for name, command in {**STAND_INS, **stand_ins}.items():
        file = folder / name
        file.write_text(f"#!/bin/sh\n{command}\n")
        file.chmod(0o755)
    clock, asked = folder / "clock", folder / "asked"
    clock.write_text("1000\n")
    path = f"{folder}:{os.environ['PATH']}"
    given = {"PATH": path, "CLOCK": str(clock), "ASKED": str(asked), "PATIENCE": patience}
    script = [str(ROOT / "deploy/roll.sh"), "8001", "8002"]
    done = subprocess.run(script, check=False, env=given, capture_output=True, text=True)
    assert done.returncode == 1
    return done.stderr, len(asked.read_text().split())


@pytest.mark.parametrize(("patience", "questions"), [("60", 11), ("1", 1)])
def test_a_server_that_hangs_is_given_up_after_the_seconds_that_were_said(
    tmp_path: Path, patience: str, questions: int
) -> None:
    said, asked = roll(tmp_path, patience)
    assert "at port 8001 is not ready; the others were left alone." in said
    assert asked == questions


def test_a_start_that_does_not_end_is_given_up_too(tmp_path: Path) -> None:
    """Its unit would wait for half an hour."""
    ended = tmp_path / "ended"
    said, _asked = roll(tmp_path, "1", systemctl=f"/bin/sleep 20 > /dev/null 2>&1; touch {ended}")
    assert "at port 8001 is not ready; the others were left alone." in said
    assert not ended.exists()
