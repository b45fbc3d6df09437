"""How Reflex keeps components and vars inside, as values of our own: no other module reads them.

`tests/ui/before_scripts` compares what is made of these parts with Node's answer.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import reflex as rx
from reflex_base.constants.state import FIELD_MARKER
from reflex_base.vars.base import CustomVarOperation, LiteralVar, ToOperation
from reflex_base.vars.object import ObjectItemOperation
from reflex_base.vars.sequence import ConcatVarOperation, LiteralArrayVar
from reflex_components_core.base.bare import Bare
from reflex_components_core.base.fragment import Fragment
from reflex_components_core.core.cond import Cond
from reflex_components_core.core.foreach import Foreach
from reflex_components_core.el.element import Element
from reflex_components_core.react_router.dom import ReactRouterLink

__all__ = ["Bare", "Cond", "Element", "Foreach", "Fragment", "ReactRouterLink"]


@dataclass(frozen=True)
class Constant:
    """A value that stands in the script."""

    value: Any


@dataclass(frozen=True)
class Listed:
    """A list of vars."""

    items: Sequence[Any]


@dataclass(frozen=True)
class Joined:
    """Texts and vars, one after the other."""

    items: Sequence[Any]


@dataclass(frozen=True)
class Item:
    """A field of an object, or an entry of a dictionary."""

    whole: Any
    key: Any


@dataclass(frozen=True)
class Operation:
    """An operation on vars. `sign` is the operator of arithmetic and comparisons, else empty."""

    name: str
    operands: Sequence[Any]
    sign: str


@dataclass(frozen=True)
class Field:
    """A var of a state, which is named in full."""

    state: str
    name: str


@dataclass(frozen=True)
class Named:
    """A name in the script, such as the current element of a loop."""

    name: str


VarPart = Constant | Listed | Joined | Item | Operation | Field | Named


def part_of(var: Any) -> VarPart:
    """What a var is made of."""
    match var:
        case ToOperation():
            return part_of(var._original)
        case LiteralArrayVar():
            return Listed(var._var_value)
        case ConcatVarOperation():
            return Joined(var._var_value)
        case LiteralVar():
            return Constant(var._var_value)
        case ObjectItemOperation():
            return Item(var._object, var._key)
        case CustomVarOperation():
            return Operation(var._name, [one for _, one in var._args], _sign(var))
    return _field_or_name(var)


def loop_of(loop: Any) -> tuple[str, str, rx.Component]:
    """The names of a loop's element and index, and the component that it repeats."""
    tag = loop._render()
    return tag.arg_var_name, tag.index_var_name, tag.render_component()


def _field_or_name(var: Any) -> Field | Named:
    name, data = str(var), var._get_all_var_data()
    if data and data.field_name and name.endswith(f".{data.field_name}{FIELD_MARKER}"):
        return Field(data.state, data.field_name)
    return Named(name)


def _sign(var: Any) -> str:
    """Reflex keeps the operator only in the script of the operation."""
    if var._name != "operation":
        return ""
    left, right = (str(one) for _, one in var._args)
    found = re.fullmatch(
        rf"\({re.escape(left)}(?:\?\.valueOf\?\.\(\))? (\S+) {re.escape(right)}\S*\)",
        str(var._return),
    )
    return found[1] if found else ""
