"""Every verb of the Makefile has a test that types it."""

import re
from pathlib import Path

from rookiebattle.manage.processes import ROOT
from tests.commands.verbs import typed, verbs

HERE = Path(__file__).parent


def test_every_verb_is_typed_by_a_test() -> None:
    tests = (file.read_text(encoding="utf-8") for file in HERE.glob("test_*.py"))
    assert verbs((ROOT / "Makefile").read_text(encoding="utf-8")) - typed(tests) == set()


def test_every_tool_of_developers_installs_their_packages() -> None:
    """Servers have none of them, and neither has a checkout that was only run."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipes = re.findall(r"^([a-z-]+): venv .*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    tools = {verb for verb, lines in recipes if "$(DEVELOP)" in lines or "$(IN_CHECKOUT)" in lines}
    (with_packages,) = re.findall(r"^(.+): PACKAGES = development$", makefile, re.MULTILINE)
    assert "test" in tools
    assert set(with_packages.split()) == tools


def test_a_verb_without_a_test_is_found() -> None:
    makefile = "MANAGE = x\nseed: venv ## fill\n\t$(MANAGE) seed\ncheck-data:\n"
    named = 'def test_make_seed_fills(checkout):\n    checkout.make("seed")\n'
    unnamed = 'def test_data(checkout):\n    checkout.make("check-data")\n'
    not_typed = 'def test_make_check_data_answers(checkout):\n    checkout.make("check")\n'
    assert verbs(makefile) - typed([named, unnamed, not_typed]) == {"check-data"}
