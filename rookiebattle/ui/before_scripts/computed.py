"""The value of a Reflex var, computed here and not in a browser.

A test compares every rule with the answer that Node gives for the same script.
"""

import operator
from collections.abc import Callable, Mapping
from typing import Any

import reflex as rx

from rookiebattle.core.reflex_drawing import (
    Constant,
    Field,
    Item,
    Joined,
    Listed,
    Named,
    Operation,
    part_of,
)

# Fields by the full name of their state, and what a loop is at by the name of its var.
Scope = Mapping[str, Any]
Compute = Callable[[Scope], Any]


class NotKnownError(Exception):
    """A var belongs to a state whose values are not given."""


class NotComputedError(Exception):
    """A var of a kind that has no rule here yet; its page cannot be read without scripts."""


def compute(var: Any, known: frozenset[str]) -> Compute:
    """A function from the values of the `known` states and loops to the value of `var`.

    Raises NotKnownError for another state, NotComputedError where a rule is missing.
    """
    match part_of(var):
        case Constant(value):
            return lambda _scope: value
        case Listed(items):
            return _list([compute(rx.Var.create(one), known) for one in items])
        case Joined(items):
            return _joined([compute(one, known) for one in items])
        case Item(whole, key):
            return _item(compute(whole, known), compute(rx.Var.create(key), known))
        case Operation() as operation:
            return _operation(operation, [compute(one, known) for one in operation.operands])
        case Field(state, name):
            return _field(state, name, known)
        case Named(name):
            return _named(name, var, known)


def as_text(value: Any) -> str:
    """A value as React writes it: nothing for what is neither text nor number."""
    return "" if value is None or isinstance(value, bool) else str(value)


def _list(parts: list[Compute]) -> Compute:
    return lambda scope: [part(scope) for part in parts]


def _joined(parts: list[Compute]) -> Compute:
    return lambda scope: "".join(as_text(part(scope)) for part in parts)


def _item(whole: Compute, key: Compute) -> Compute:
    return lambda scope: _part(whole(scope), key(scope))


def _part(whole: Any, name: str) -> Any:
    return whole.get(name) if isinstance(whole, Mapping) else getattr(whole, name)


def _field(state: str, name: str, known: frozenset[str]) -> Compute:
    if state not in known:
        raise NotKnownError(state)
    return lambda scope: _part(scope[state], name)


def _named(name: str, var: Any, known: frozenset[str]) -> Compute:
    if name not in known:
        raise NotComputedError(f"{type(var).__name__} {name}")
    return lambda scope: scope[name]


def _operation(operation: Operation, parts: list[Compute]) -> Compute:
    rule = _RULES.get(operation.name) or _BINARY.get(operation.sign)
    if rule is None:
        raise NotComputedError(f"{operation.name} {operation.sign}")
    return lambda scope: rule(*(part(scope) for part in parts))


_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "===": operator.eq,
    "!==": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
_RULES: dict[str, Callable[..., Any]] = {
    "_and_operation": lambda left, right: left and right,
    "_or_operation": lambda left, right: left or right,
    "array_contains_operation": lambda array, one: one in array,
    "array_length_operation": len,
    "boolean_not_operation": operator.not_,
    "boolify": bool,
    "object_has_own_property_operation": lambda whole, key: key in whole,
    "ternary_operation": lambda condition, yes, no: yes if condition else no,
}
