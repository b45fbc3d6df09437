"""The commands for developers, each run with the smallest part that it accepts."""

import os
import re
import shutil
from pathlib import Path

import pytest

from development import audit
from development.testing import ENGINES, SOAK_REPORT
from rookiebattle.core.telemetry.version import version
from rookiebattle.manage.processes import ROOT
from tests.commands.verbs import verbs
from tests.servers.checkout import Checkout

# An unused import, a missing line, a missing type, the environment read outside of settings.py,
# a weak hash.
FAULTY = """\
import hashlib
import os
import sys

def fingerprint(text):
    return hashlib.md5(text + os.environ["SALT"])
"""
AUDITOR = """\
#!/bin/sh
echo '{"dependencies": [{"name": "six", "version": "1.0", "vulns": []}]}'
"""


# Of the two changes that are tried, it sees the one that closes public resources.
TOO_WEAK = """\
from rookiebattle.core.actor import VISITOR
from rookiebattle.resources.policy import may_open


def test_everybody_opens_public_resources():
    assert may_open(VISITOR, is_public=True)
"""
# The first test takes no time. The second counts as slow because its whole folder does.
FAST, SLOW = "tests/core/values/test_text.py", "tests/commands/test_every_verb.py"
# No program listens on this port, so npm learns at once that the advisories are out of reach.
NO_REGISTRY = {"npm_config_registry": "http://127.0.0.1:1", "npm_config_fetch_retries": "0"}


def test_make_help_lists_every_verb_that_does_something(checkout: Checkout) -> None:
    told = checkout.make("help")
    known = verbs((ROOT / "Makefile").read_text(encoding="utf-8")) - {"venv"}
    title, *lines = told.splitlines()
    assert title == f"Rookie Battle {version().partition(' ')[0]}"
    assert {line.split()[1] for line in lines} == known
    assert checkout.make() == told


def test_make_venv_installs_the_pinned_list_once(own_checkout: Checkout) -> None:
    shutil.rmtree(own_checkout.root / ".venv")
    (own_checkout.root / "requirements.txt").write_text("")
    assert "Installing Python packages" in own_checkout.make("venv")
    assert (own_checkout.root / ".venv/bin/python").exists()
    assert own_checkout.make("venv") == ""


def test_make_test_runs_what_is_fast_and_what_is_slow(built: Checkout) -> None:
    told = built.make("test", f"ARGS=-n 0 {FAST} {SLOW}")
    assert "The pages are built and unchanged" in told
    *_, last = told.splitlines()
    assert " passed in " in last


def test_make_test_fast_leaves_the_slow_ones_out(checkout: Checkout) -> None:
    *_, last = checkout.make("test-fast", f"ARGS=-n 0 {FAST} {SLOW}").splitlines()
    assert re.search(r" passed, \d+ deselected in ", last)


@pytest.mark.whole
def test_make_check_goes_on_to_the_end_and_fails(own_checkout: Checkout) -> None:
    """The slowest check reads only the faulty file, or the rule that it breaks."""
    (own_checkout.root / "rookiebattle/faulty.py").write_text(FAULTY)
    (own_checkout.root / "assets/faulty.js").write_text("export const a = () => missing;\n")
    whole = 'files = ["rookiebattle", "tests", "bench", "development", "mutants", "rxconfig.py"]'
    own_checkout.edit("pyproject.toml", whole, 'files = ["rookiebattle/faulty.py"]')
    for of_all, of_one in (
        ('"rookiebattle")', '"rookiebattle/faulty.py")'),
        ('"tests/architecture"]', '"tests/architecture/test_layers.py"]'),
    ):
        own_checkout.edit("development/checks.py", of_all, of_one)
    told = own_checkout.make("check", fails=True)
    for fault in (
        *("F401", "would be reformatted", "noUndeclaredVariables", "no-untyped-def", "B324"),
        "only settings.py reads the environment",
    ):
        assert fault in told


def ask_nobody(checkout: Checkout) -> None:
    """Put a program of ours in the place of pip-audit."""
    program = checkout.root / ".audit/bin/pip-audit"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(AUDITOR)
    program.chmod(0o755)
    (checkout.root / ".audit/made-from").write_text(audit.PIP_AUDIT)


def test_make_audit_ends_with_2_where_advisories_are_out_of_reach(checkout: Checkout) -> None:
    ask_nobody(checkout)
    told = checkout.make("audit", fails=True, settings=NO_REGISTRY)
    assert "Python packages: 1 looked up, 0 with a known hole" in told
    assert told.count("NOT CHECKED") == len(audit.NPM_FOLDERS)
    assert told.splitlines()[-1].endswith("Error 2")


@pytest.mark.whole
def test_make_mutants_fails_where_too_many_live(own_checkout: Checkout) -> None:
    (own_checkout.root / "tests/resources/test_policy.py").write_text(TOO_WEAK)
    told = own_checkout.make("mutants", "FILES=resources/policy.py", fails=True)
    assert "LIVES rookiebattle/resources/policy.py `may_open`" in told
    assert "2 mutants     1 killed   50.0 %" in told


@pytest.mark.whole
def test_make_soak_runs_a_long_test_and_then_the_audit(built: Checkout) -> None:
    ask_nobody(built)
    chosen = "ARGS=-k test_growth_is_noticed"
    told = built.make("soak", chosen, settings={"SOAK": "0", **NO_REGISTRY})
    assert "1 passed, " in told
    assert "Python packages: 1 looked up" in told.partition("1 passed, ")[2]
    report = (built.root / SOAK_REPORT).read_text()
    assert "test_growth_is_noticed | passed |" in report


def test_make_engines_walks_in_both_and_in_two_sizes(built: Checkout, tmp_path: Path) -> None:
    """Programs of these names are there, so that nothing is installed."""
    for name in ENGINES.values():
        (tmp_path / name).touch(0o755)
    path = {"PATH": f"{os.environ['PATH']}:{tmp_path}"}
    told = built.make("engines", "ARGS=--collect-only", settings=path)
    for window in ("webkit-phone", "webkit-desktop", "firefox-phone", "firefox-desktop"):
        assert f"test_a_gift_is_paid_by_card[{window}]" in told


def test_make_bench_refuses_a_row_that_is_not_there(built: Checkout) -> None:
    assert "Unknown rows P99; there are P1, " in built.make("bench", "ROWS=P99", fails=True)


@pytest.mark.whole
def test_make_bench_measures_the_rows_that_are_named(built: Checkout) -> None:
    """The row runs one round, not five: the test is about the table, not about the figures."""
    built.edit("bench/plan.py", "= 5", "= 1")
    lines = built.make("bench", "ROWS=P19").splitlines()
    head = next(line for line in lines if line.startswith("row "))
    assert "baseline" in head
    below = lines[lines.index(head) + 1 :]
    assert {line.split()[0] for line in below if line.startswith("P")} == {"P19"}


@pytest.mark.whole
def test_make_peers_leaves_out_what_cannot_be_installed(built: Checkout) -> None:
    built.edit("bench/plan.py", "= 5", "= 1")
    no_index = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:1"}
    told = built.make("peers", settings={**NO_REGISTRY, **no_index, "PIP_RETRIES": "0"})
    assert "express is left out. " in told
    assert "pretix is left out. " in told
    assert told.splitlines()[-1].startswith("| registration, ms of a core | ")
    assert "| | Rookie Battle |" in (built.root / "artifacts/peers.md").read_text()
