"""Turns Reflex's components and vars into plain values; nothing else reads their insides.

`tests/ui/before_scripts` compares what is made of these values with Node's answer.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

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


@dataclass(frozen=True, slots=True)
class Given:
    """A value that is known already."""

    value: object


@dataclass(frozen=True, slots=True)
class Field:
    """A var of a state, by the state's full name and its own."""

    state: str
    name: str


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A loop's current item, or a JavaScript expression that is not analyzed."""

    name: str


@dataclass(frozen=True, slots=True)
class Operation:
    """A function of other values, by Reflex's name for it or by its sign, such as `>=`."""

    name: str
    values: Sequence["Value"]


Value = Given | Field | NamedValue | Operation
# Operations for which Reflex has classes of their own.
LISTED, JOINED, ITEM = "listed", "joined", "item"


@dataclass(frozen=True, slots=True)
class Text:
    """A text between elements."""

    contents: Value


@dataclass(frozen=True, slots=True)
class Choice:
    condition: Value
    yes: "Drawn"
    no: "Drawn"


@dataclass(frozen=True, slots=True)
class Loop:
    """A part for each of several values; `one` and `index` are what it calls them."""

    every: Value
    one: str
    index: str
    inside: "Drawn"


@dataclass(frozen=True, slots=True)
class Group:
    parts: Sequence["Drawn"]


@dataclass(frozen=True, slots=True)
class Tag:
    """An element, with React's names for its attributes."""

    name: str
    attributes: Mapping[str, Value]
    parts: Sequence["Drawn"]


@dataclass(frozen=True, slots=True)
class Scripted:
    """A component that is drawn by its own JavaScript, so it has no HTML here."""


@runtime_checkable
class AtFirst(Protocol):
    """A component with a script of its own that says what stands in its place before."""

    def at_first(self) -> rx.Component: ...


Drawn = Text | Choice | Loop | Group | Tag | Scripted


def drawn(component: Any) -> Drawn:
    match component:
        case Bare():
            return Text(value_of(component.contents))
        case Cond():
            yes, no = map(drawn, component.children)
            return Choice(value_of(component.cond), yes, no)
        case Foreach():
            loop = component._render()
            inside = drawn(loop.render_component())
            return Loop(
                value_of(component.iterable), loop.arg_var_name, loop.index_var_name, inside
            )
        case Fragment():
            return Group([drawn(child) for child in component.children])
        case Element():
            # React Router's own link becomes an ordinary one.
            name = "a" if isinstance(component, ReactRouterLink) else str(component.tag)
            props = component._render().props
            attributes = {key: value_of(rx.Var.create(value)) for key, value in props.items()}
            return Tag(name, attributes, [drawn(child) for child in component.children])
        case AtFirst():
            return drawn(component.at_first())
    return Scripted()


def value_of(var: Any) -> Value:
    match var:
        case ToOperation():
            return value_of(var._original)
        case LiteralArrayVar():
            return Operation(LISTED, [value_of(rx.Var.create(one)) for one in var._var_value])
        case ConcatVarOperation():
            return Operation(JOINED, [value_of(one) for one in var._var_value])
        case LiteralVar():
            return Given(var._var_value)
        case ObjectItemOperation():
            return Operation(ITEM, [value_of(var._object), value_of(rx.Var.create(var._key))])
        case CustomVarOperation():
            name = _sign(var) if var._name == "operation" else var._name
            return Operation(name, [value_of(one) for _, one in var._args])
    return _field(var) or NamedValue(str(var))


def _field(var: Any) -> Field | None:
    data = var._get_all_var_data()
    is_field = data and data.field_name and str(var).endswith(f".{data.field_name}{FIELD_MARKER}")
    return Field(data.state, data.field_name) if is_field else None


def _sign(var: Any) -> str:
    """The sign of arithmetic and comparisons, which Reflex keeps only in its script."""
    left, right = (re.escape(str(one)) for _, one in var._args)
    found = re.fullmatch(rf"\({left}(?:\?\.valueOf\?\.\(\))? (\S+) {right}\S*\)", str(var._return))
    return found[1] if found else str(var)
