"""A var computed here has the value that a browser would give it: Node runs the same scripts."""

import json
import re
import subprocess
from dataclasses import asdict
from typing import Any

import pytest
import reflex as rx

from rookiebattle.core.reflex_drawing import NotComputedError, NotKnownError, as_text, compute
from rookiebattle.manage.processes import TOOLS
from rookiebattle.ui.marks import EVENT_TYPES
from tests.reflex_internals import SCRIPT_OF_PAGES
from tests.ui.before_scripts.shown import Other, Shown, Thing

# The functions that the vars' scripts call.
CALLED = re.compile(
    r"^export (const (?:isTrue|pyOr|pyAnd) = .*?;)$(?=\n\n)", re.DOTALL | re.MULTILINE
)


THINGS = [
    Thing(),
    Thing("training", 1, 1, True, ["a"]),
    Thing("A <b>", 7, 12, False, ["a", "b"]),
    Thing("ö'\"", 12, 12, True),
]
NUMBERS: list[dict[str, int]] = [{}, {"training": 3}]

THING: Any = Shown.thing
MISSING: Any = Shown.missing
SEEN: Any = Shown.numbers
KINDS: Any = rx.Var.create(list(EVENT_TYPES))
VARS: dict[str, Any] = {
    "literal text": rx.Var.create("a"),
    "literal number": rx.Var.create(2),
    "literal list": rx.Var.create(["a", THING.name]),
    "field": THING.name,
    "field of what is not given": MISSING.name,
    "cast": THING.name.to(str),
    "joined": f"{THING.name} ({THING.count})",
    "sum of texts": "badge-" + THING.name,
    "equal": THING.name == "training",
    "not equal": THING.name != "",
    "equal numbers": THING.count == THING.most,
    "more": THING.count > 1,
    "at least": THING.count >= THING.most,
    "less": THING.count < THING.most,
    "at most": THING.count <= 7,
    "difference": THING.most - THING.count,
    "sum": THING.most + THING.count,
    "product": THING.most * 2,
    "and": THING.is_open & (THING.count > 1),
    "or": THING.is_open | (THING.name != ""),
    "not": ~THING.is_open,
    "length": THING.lines.length(),
    "choice": rx.cond(THING.is_open, THING.name, "closed"),
    "choice by text": rx.cond(THING.name, "named", "nameless"),
    "own key": SEEN.contains(THING.name),
    "item or own": rx.cond(SEEN.contains(THING.name), SEEN[THING.name], THING.count),
    "item or default": SEEN.get(THING.name, 5),
    "one of several": KINDS.contains(THING.name),
}
STATE = Shown.get_full_name()


def here(var: Any, thing: Thing, numbers: dict[str, int]) -> Any:
    return compute(rx.Var.create(var), frozenset({STATE}))(
        {STATE: {"thing": thing, "numbers": numbers}}
    )


def in_node(thing: Thing, numbers: dict[str, int]) -> list[Any]:
    """The values that a browser would give to all the vars."""
    name, _, _ = str(Shown.thing).partition(".")
    values = {"thing_rx_state_": asdict(thing), "numbers_rx_state_": numbers}
    scripts = ", ".join(str(rx.Var.create(var)) for var in VARS.values())
    script = [
        *CALLED.findall(SCRIPT_OF_PAGES.read_text(encoding="utf-8")),
        f"const {name} = {json.dumps(values)};",
        f"console.log(JSON.stringify([{scripts}]))",
    ]
    told = subprocess.run(
        [TOOLS / "node", "-e", "\n".join(script)], capture_output=True, check=True, text=True
    )
    found: list[Any] = json.loads(told.stdout)
    return found


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("numbers", NUMBERS)
def test_every_rule_says_what_a_browser_says(thing: Thing, numbers: dict[str, int]) -> None:
    ours = {name: here(var, thing, numbers) for name, var in VARS.items()}
    assert ours == dict(zip(VARS, in_node(thing, numbers), strict=True))


def test_a_loop_is_at_one_of_its_values() -> None:
    item: Any = rx.Var("item").to(Thing)
    made = compute(item.name, frozenset({"item"}))
    assert made({"item": Thing("a")}) == "a"


def test_a_state_whose_values_are_not_given_is_not_known() -> None:
    with pytest.raises(NotKnownError, match="other"):
        compute(Other.name, frozenset({STATE}))


@pytest.mark.parametrize(
    "var", [rx.match(THING.name, ("a", "b"), "c"), THING.name.upper(), rx.Var("Math.random()")]
)
def test_what_has_no_rule_is_refused(var: Any) -> None:
    with pytest.raises(NotComputedError):
        compute(var, frozenset({STATE}))


@pytest.mark.parametrize(
    ("value", "text"), [("a", "a"), (3, "3"), (None, ""), (True, ""), (False, ""), (0, "0")]
)
def test_only_texts_and_numbers_are_written(value: object, text: str) -> None:
    assert as_text(value) == text
