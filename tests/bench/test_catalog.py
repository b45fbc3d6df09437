"""The catalog has every row with its documentation, and all rows together fit into the time."""

from importlib import import_module

import pytest

from bench.catalog import ROWS
from rookiebattle.manage.processes import ROOT


@pytest.mark.parametrize("name", ROWS)
def test_what_measures_a_row_exists(name: str) -> None:
    module, function = ROWS[name].target.split(":")
    assert callable(getattr(import_module(module), function))


@pytest.mark.parametrize("name", ROWS)
def test_the_document_says_what_a_row_compares(name: str) -> None:
    assert f"\n| {name} |" in (ROOT / "docs/bench.md").read_text()
