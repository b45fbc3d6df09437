"""Computes the value of a Reflex var here, without a browser.

A test compares every rule with Node's result for the same script.
"""

import operator
from collections.abc import Callable, Mapping
from typing import Any

from rookiebattle.core.reflex_drawing import (
    ITEM,
    JOINED,
    LISTED,
    Field,
    Given,
    NamedValue,
    Operation,
    Value,
)

# The values of each state's fields by its full name, and a loop's current item by the name of its
# var.
Scope = Mapping[str, Any]
Compute = Callable[[Scope], Any]


class NotKnownError(Exception):
    """The var belongs to a state whose values are not given."""


class NotComputedError(Exception):
    """The var's kind has no rule here yet, so its page cannot be read without scripts."""


def compute(value: Value, known: frozenset[str]) -> Compute:
    """A function from the values of the `known` states and loops to the var's value.

    Raises NotKnownError for another state, and NotComputedError where a rule is missing.
    """
    match value:
        case Given(constant):
            return lambda _scope: constant
        case Field(state, name):
            if state not in known:
                raise NotKnownError(state)
            return lambda scope: _part(scope[state], name)
        case NamedValue(name):
            if name not in known:
                raise NotComputedError(name)
            return lambda scope: scope[name]
        case Operation(name, values):
            return _operation(name, [compute(one, known) for one in values])


def as_text(value: Any) -> str:
    """A value as React writes it: empty unless it is a text or a number."""
    return "" if value is None or isinstance(value, bool) else str(value)


def _operation(name: str, parts: list[Compute]) -> Compute:
    rule = _RULES.get(name)
    if rule is None:
        raise NotComputedError(name)
    return lambda scope: rule(*(part(scope) for part in parts))


def _part(whole: Any, name: str) -> Any:
    if whole is None:
        return None
    return whole.get(name) if isinstance(whole, Mapping) else getattr(whole, name)


_RULES: dict[str, Callable[..., Any]] = {
    ITEM: _part,
    JOINED: lambda *parts: "".join(map(as_text, parts)),
    LISTED: lambda *parts: list(parts),
    "===": operator.eq,
    "!==": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "_and_operation": lambda left, right: left and right,
    "_or_operation": lambda left, right: left or right,
    "array_contains_operation": lambda array, one: one in array,
    "array_length_operation": len,
    "boolean_not_operation": operator.not_,
    "boolify": bool,
    "object_has_own_property_operation": lambda whole, key: key in whole,
    "ternary_operation": lambda condition, yes, no: yes if condition else no,
}
