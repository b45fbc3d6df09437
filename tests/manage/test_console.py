"""How commands speak, in plain lines and as objects."""

import io
import json
import logging
import sys

import pytest

from rookiebattle.core.telemetry.log_lines import JsonLines as OfTheSite
from rookiebattle.manage.console import CannotContinue, JsonLines, speak_json, step, stop


def test_each_printed_line_is_an_object(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    speak_json()
    with step("Starting the server"):
        print("one line\n\nand “another”", flush=True)
    stop(CannotContinue("It cannot\ngo on."))
    told = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [one["message"] for one in told][:3] == [
        *("Starting the server", "one line", "and “another”")
    ]
    assert {one["level"] for one in told} == {"info"}
    failed = [json.loads(line) for line in err.getvalue().splitlines()]
    assert [(one["level"], one["message"]) for one in failed] == [
        *(("error", "It cannot"), ("error", "go on."))
    ]


def test_the_objects_have_the_names_of_the_sites_own() -> None:
    out = io.StringIO()
    print("a line", file=JsonLines(out, "info"))
    made = logging.LogRecord("site", logging.INFO, "", 0, "a line", None, None)
    assert json.loads(out.getvalue()).keys() == json.loads(OfTheSite().format(made)).keys()
