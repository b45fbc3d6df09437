"""The tests keep the rules of `sharing`. Each rule is also shown a file that breaks it."""

from collections.abc import Callable, Iterator

import pytest

from tests.architecture import sharing
from tests.architecture.source import Module, modules

Rule = Callable[[Module], Iterator[str]]

RULES: list[Rule] = [
    sharing.tests_are_imported_by_nobody,
    sharing.one_place_composes,
    sharing.one_backend,
]
BACKEND = "def anyio_backend(): ..."
BROKEN: list[tuple[Rule, str, str]] = [
    (
        sharing.tests_are_imported_by_nobody,
        "pages/conftest.py",
        "from tests.events.conftest import club",
    ),
    (sharing.tests_are_imported_by_nobody, "walls/walk.py", "import tests.matrix.test_handlers"),
    (sharing.one_place_composes, "tab.py", "from rookiebattle.rookiebattle import app"),
    (sharing.one_place_composes, "tab.py", "from rookiebattle import rookiebattle"),
    (
        sharing.one_place_composes,
        "events/conftest.py",
        "from rookiebattle.core.doors.identity import use_identities",
    ),
    (sharing.one_backend, "events/conftest.py", BACKEND),
]
SOUND: list[tuple[Rule, str, str]] = [
    (sharing.tests_are_imported_by_nobody, "events/test_api.py", "from tests.door import as_"),
    (sharing.one_place_composes, "identities.py", "from rookiebattle import rookiebattle"),
    (sharing.one_backend, "conftest.py", BACKEND),
]


def named(rule: Rule) -> str:
    return rule.__name__


@pytest.mark.parametrize("rule", RULES, ids=named)
def test_the_tests_keep(rule: Rule) -> None:
    assert [problem for module in modules("tests") for problem in rule(module)] == []


@pytest.mark.parametrize(("rule", "path", "text"), BROKEN)
def test_a_file_that_breaks_a_rule_is_found(rule: Rule, path: str, text: str) -> None:
    assert list(rule(Module(f"tests/{path}", text)))


@pytest.mark.parametrize(("rule", "path", "text"), SOUND)
def test_a_file_that_keeps_it_is_left_alone(rule: Rule, path: str, text: str) -> None:
    assert list(rule(Module(f"tests/{path}", text))) == []


def test_every_rule_has_a_file_that_breaks_it() -> None:
    assert {rule for rule, _, _ in BROKEN} == set(RULES)
