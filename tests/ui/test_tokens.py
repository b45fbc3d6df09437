"""The design's colors: every ink is readable on every ground where it is used, in both themes."""

import re
from pathlib import Path

import pytest

from tests.contrast import ratio

TOKENS = Path("assets/styles/tokens.css").read_text()
GROUNDS = ("paper", "card", "sunken", "hover", "sky")
TEXT_ON_GROUNDS = ("ink", "soft", "primary", "accent-text", "ink-danger", "ink-success")
TINTS = ("info", "success", "warning", "danger", "rose", "violet")
PAIRS = (
    *((ink, ground) for ink in TEXT_ON_GROUNDS for ground in GROUNDS),
    *((f"ink-{tint}", f"tint-{tint}") for tint in TINTS),
    *(("on-primary", ground) for ground in ("primary", "primary-hover")),
    *(("on-accent", ground) for ground in ("accent", "accent-hover")),
    ("on-banner", "banner"),
)
SHAPES = (
    *((mark, "card") for mark in ("primary", "success", "ink", "soft", "line-field")),
    ("primary", "meter"),
)


def theme(name: str) -> dict[str, str]:
    """The colors of a theme. The dark theme only names those that differ."""
    start = {"light": ":root {", "dark": ".dark {"}[name]
    block = TOKENS.split(start, 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colors such as #ffffff."""
    return ratio(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]))


def test_the_ratio_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS, ids=map("-on-".join, PAIRS))
def test_text_reaches_four_and_a_half_to_one(name: str, ink: str, ground: str) -> None:
    colors = theme(name)
    assert contrast(colors[ink], colors[ground]) >= 4.5


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize(("shape", "ground"), SHAPES, ids=map("-on-".join, SHAPES))
def test_shapes_that_mean_something_reach_three_to_one(name: str, shape: str, ground: str) -> None:
    colors = theme(name)
    assert contrast(colors[shape], colors[ground]) >= 3


def test_both_themes_name_the_same_colors() -> None:
    assert set(theme("light")) == set(theme("dark"))
