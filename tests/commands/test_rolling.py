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


@pytest.mark.parametrize(("patience", "questions"), [("60", 11), ("1", 1)])
def test_a_server_that_hangs_is_given_up_after_the_seconds_that_were_said(
    tmp_path: Path, patience: str, questions: int
) -> None:
    for name, command in STAND_INS.items():
        file = tmp_path / name
        file.write_text(f"#!/bin/sh\n{command}\n")
        file.chmod(0o755)
    clock, asked = tmp_path / "clock", tmp_path / "asked"
    clock.write_text("1000\n")
    path = f"{tmp_path}:{os.environ['PATH']}"
    given = {"PATH": path, "CLOCK": str(clock), "ASKED": str(asked), "PATIENCE": patience}
    roll = [str(ROOT / "deploy/roll.sh"), "8001", "8002"]
    done = subprocess.run(roll, check=False, env=given, capture_output=True, text=True)
    assert done.returncode == 1
    assert "at port 8001 is not ready; the others were left alone." in done.stderr
    assert len(asked.read_text().split()) == questions
