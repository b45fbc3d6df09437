"""Who may import whom. Every rule is also shown a small file that breaks it."""

from collections.abc import Callable, Iterator

import pytest

from tests.architecture import layers
from tests.architecture.source import ROOT, Module, package

Rule = Callable[[Module], Iterator[str]]

RULES: list[Rule] = [
    layers.slices_in_order,
    layers.floors_in_order,
    layers.kernel_knows_no_slice,
    layers.commands_stay_outside,
    layers.doors_hold_no_rule,
    layers.one_place_commits,
    layers.one_place_reads_the_environment,
]

BROKEN: list[tuple[Rule, str, str]] = [
    (layers.slices_in_order, "events/service.py", "from rookiebattle.payments import service"),
    (layers.slices_in_order, "events/service.py", "import rookiebattle.site.pages"),
    (layers.slices_in_order, "site/state.py", "from rookiebattle.events import policy"),
    (
        layers.slices_in_order,
        "site/pages/home.py",
        "from rookiebattle.events.state import Calendar",
    ),
    (layers.slices_in_order, "payments/service.py", "from rookiebattle.events.queries import one"),
    (layers.floors_in_order, "events/models.py", "from rookiebattle.events.service import create"),
    (layers.floors_in_order, "events/policy.py", "from rookiebattle.events import service"),
    (layers.floors_in_order, "events/service.py", "from rookiebattle.events.state import Form"),
    (layers.floors_in_order, "events/pages/list.py", "from rookiebattle.events import service"),
    (
        layers.floors_in_order,
        "events/components.py",
        "from rookiebattle.events.models import Event",
    ),
    (layers.kernel_knows_no_slice, "core/db.py", "from rookiebattle.events.models import Event"),
    (layers.kernel_knows_no_slice, "core/edge/http.py", "from rookiebattle.ui import state"),
    (layers.kernel_knows_no_slice, "ui/shell.py", "from rookiebattle.accounts import schemas"),
    (layers.kernel_knows_no_slice, "settings.py", "from rookiebattle.core import db"),
    (layers.kernel_knows_no_slice, "integrations/mail.py", "from rookiebattle.ui import forms"),
    (layers.commands_stay_outside, "events/state.py", "from rookiebattle.manage import build"),
    (layers.doors_hold_no_rule, "events/state.py", "import sqlmodel"),
    (layers.doors_hold_no_rule, "events/api.py", "def f():\n    from sqlalchemy import select"),
    (layers.doors_hold_no_rule, "payments/pages/checkout.py", "import stripe.checkout"),
    (layers.one_place_commits, "events/service.py", "def f(session):\n    session.commit()"),
    (layers.one_place_commits, "events/service.py", "finish = session.commit"),
    (layers.one_place_reads_the_environment, "core/db.py", "import os\nx = os.environ['X']"),
    (layers.one_place_reads_the_environment, "core/db.py", "from os import getenv"),
]

SOUND: list[tuple[Rule, str, str]] = [
    (layers.slices_in_order, "site/pages/home.py", "from rookiebattle.events import components"),
    (layers.slices_in_order, "payments/service.py", "from rookiebattle.events import service"),
    (layers.slices_in_order, "admin/pages.py", "from rookiebattle.events.admin import events_tab"),
    (layers.floors_in_order, "events/service.py", "from rookiebattle.events import policy"),
    (layers.floors_in_order, "events/pages/list.py", "from rookiebattle.events.state import List"),
    (layers.one_place_commits, "core/db.py", "def f(session):\n    session.commit()"),
    (layers.one_place_reads_the_environment, "manage/run.py", "import os\nos.environ"),
]


def named(rule: Rule) -> str:
    return rule.__name__


@pytest.mark.parametrize("rule", RULES, ids=named)
def test_the_package_keeps(rule: Rule) -> None:
    assert [problem for module in package() for problem in rule(module)] == []


@pytest.mark.parametrize(("rule", "path", "text"), BROKEN)
def test_a_file_that_breaks_a_rule_is_found(rule: Rule, path: str, text: str) -> None:
    assert list(rule(Module(f"rookiebattle/{path}", text)))


@pytest.mark.parametrize(("rule", "path", "text"), SOUND)
def test_a_file_that_keeps_it_is_left_alone(rule: Rule, path: str, text: str) -> None:
    assert list(rule(Module(f"rookiebattle/{path}", text))) == []


def test_every_rule_has_a_file_that_breaks_it() -> None:
    assert {rule for rule, _, _ in BROKEN} == set(RULES)


def test_what_is_written_about_the_order_is_the_order() -> None:
    for path in ("docs/development.md", "docs/decisions/0011-order-of-slices.md"):
        told = " ".join((ROOT / path).read_text(encoding="utf-8").split())
        assert ", ".join(layers.SLICES) in told, path
