"""What a Reflex var is worth, computed here and not in a browser.

How Reflex keeps a var is private to Reflex: a test compares every rule with Node's answer.
"""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

import reflex as rx
from reflex_base.constants.state import FIELD_MARKER
from reflex_base.vars.base import CustomVarOperation, LiteralVar, ToOperation
from reflex_base.vars.object import ObjectItemOperation
from reflex_base.vars.sequence import ConcatVarOperation, LiteralArrayVar

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
    match var:
        case ToOperation():
            return compute(var._original, known)
        case LiteralArrayVar():
            return _list([compute(rx.Var.create(one), known) for one in var._var_value])
        case ConcatVarOperation():
            return _joined([compute(one, known) for one in var._var_value])
        case LiteralVar():
            return _constant(var._var_value)
        case ObjectItemOperation():
            key = compute(rx.Var.create(var._key), known)
            return _item(compute(var._object, known), key)
        case CustomVarOperation():
            return _operation(var, [compute(one, known) for _, one in var._args])
    return _named(var, known)


def as_text(value: Any) -> str:
    """A value as React writes it: nothing for what is neither text nor number."""
    return "" if value is None or isinstance(value, bool) else str(value)


def _constant(value: Any) -> Compute:
    return lambda _scope: value


def _list(parts: list[Compute]) -> Compute:
    return lambda scope: [part(scope) for part in parts]


def _joined(parts: list[Compute]) -> Compute:
    return lambda scope: "".join(as_text(part(scope)) for part in parts)


def _item(whole: Compute, key: Compute) -> Compute:
    return lambda scope: _part(whole(scope), key(scope))


def _part(whole: Any, name: str) -> Any:
    return whole.get(name) if isinstance(whole, Mapping) else getattr(whole, name)


def _named(var: rx.Var[Any], known: frozenset[str]) -> Compute:
    """A field of a state, or what a loop is at."""
    name, data = str(var), var._get_all_var_data()
    if data and data.field_name and name.endswith(f".{data.field_name}{FIELD_MARKER}"):
        state, field = data.state, data.field_name
        if state not in known:
            raise NotKnownError(state)
        return lambda scope: _part(scope[state], field)
    if name not in known:
        raise NotComputedError(f"{type(var).__name__} {name}")
    return lambda scope: scope[name]


def _operation(var: CustomVarOperation[Any], parts: list[Compute]) -> Compute:
    rule = _RULES.get(var._name) or _BINARY.get(_sign(var) if var._name == "operation" else "")
    if rule is None:
        raise NotComputedError(f"{var._name} {var}")
    return lambda scope: rule(*(part(scope) for part in parts))


def _sign(var: CustomVarOperation[Any]) -> str:
    """The operator of arithmetic and comparisons, which Reflex keeps only in its script."""
    left, right = (str(one) for _, one in var._args)
    found = re.fullmatch(
        rf"\({re.escape(left)}(?:\?\.valueOf\?\.\(\))? (\S+) {re.escape(right)}\S*\)",
        str(var._return),
    )
    return found[1] if found else ""


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
