"""Our code keeps the rules of `reflex`. Each rule is also shown a file that breaks it."""

from collections.abc import Callable, Iterator

import pytest

from tests.architecture import reflex
from tests.architecture.source import PACKAGE, TOOLS, Module, modules

Rule = Callable[[Module], Iterator[str]]
RULES: list[Rule] = [reflex.reflex_is_behind_one_module, reflex.private_names_stay_private]


def named(rule: Rule) -> str:
    return rule.__name__


@pytest.mark.parametrize("rule", RULES, ids=named)
@pytest.mark.parametrize("folder", [PACKAGE, "tests", *TOOLS])
def test_all_keep(rule: Rule, folder: str) -> None:
    assert [problem for module in modules(folder) for problem in rule(module)] == []


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (reflex.reflex_is_behind_one_module, "from reflex.assets import _link_shared_asset"),
        (reflex.reflex_is_behind_one_module, "from reflex_base.registry import Registry"),
        (reflex.reflex_is_behind_one_module, "import reflex_base"),
        (reflex.reflex_is_behind_one_module, "def f():\n    import reflex.utils.exec"),
        (reflex.reflex_is_behind_one_module, "sids = app.event_namespace.sid_to_token"),
        (reflex.private_names_stay_private, "root = state._get_root_state()"),
        (reflex.private_names_stay_private, "self.manager._purge_token(token)"),
    ],
)
def test_a_file_that_breaks_a_rule_is_found(rule: Rule, text: str) -> None:
    assert list(rule(Module("rookiebattle/core/pushing/live.py", text)))
    assert list(rule(Module("rookiebattle/core/reflex_internals.py", text))) == []


@pytest.mark.parametrize("rule", RULES, ids=named)
@pytest.mark.parametrize(
    "text",
    [
        "import reflex as rx\nfrom reflex.state import BaseState",
        "def f(self):\n    return self._labels(row._mapping)",
        "class A:\n    def __init__(self):\n        self._labels = {}",
    ],
)
def test_a_file_that_keeps_them_is_left_alone(rule: Rule, text: str) -> None:
    assert list(rule(Module("rookiebattle/core/pushing/live.py", text))) == []
