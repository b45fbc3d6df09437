"""The folders of the tests mirror those of the package."""

import pytest

from tests.architecture import mirror
from tests.architecture.source import ROOT, TOOLS, modules, package

PRODUCT = (
    *("settings.py", "events/service.py", "events/components.py", "members/api.py"),
    *("pages/event/state.py", "seed/people.py"),
)


def _test_files() -> list[str]:
    found = (path.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py"))
    return sorted(path.as_posix() for path in found if "node_modules" not in path.parts)


def test_every_test_is_beside_the_module_it_tests() -> None:
    product = [module.path.removeprefix("rookiebattle/") for module in package()]
    product += [module.path for folder in TOOLS for module in modules(folder)]
    assert list(mirror.strays(_test_files(), product)) == []
    assert list(mirror.unused_themes(_test_files())) == []


@pytest.mark.parametrize(
    "test",
    [
        "test_service.py",
        "events/test_form.py",
        "events/test_service_of_series.py",
        "pages/event/test_service.py",
        "pages/test_event_state.py",
        "members/api/more/test_roster.py",
        "pages/event/test_cost.py",
        "payments/test_payments.py",
    ],
)
def test_a_test_in_the_wrong_place_is_found(test: str) -> None:
    assert list(mirror.strays([test], PRODUCT))


@pytest.mark.parametrize(
    "test",
    [
        "test_settings.py",
        "events/test_service.py",
        "events/test_components.py",
        "events/components/test_form.py",
        "events/test_cost.py",
        "members/api/test_roster.py",
        "pages/event/test_state.py",
        "seed/test_seed.py",
        "journeys/test_anything.py",
    ],
)
def test_a_test_in_its_place_is_left_alone(test: str) -> None:
    assert list(mirror.strays([test], PRODUCT)) == []


def test_a_theme_without_a_test_is_found() -> None:
    assert list(mirror.unused_themes([]))
