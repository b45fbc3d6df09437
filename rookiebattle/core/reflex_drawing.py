"""Turns Reflex's components and vars into functions that write HTML; nothing else reads their
insides. Values are computed without a browser: a test compares each rule with Node's result."""

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import reflex as rx
from markupsafe import escape
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

# The values of each state's fields by its full name, and a loop's current item by the name of its
# var. A state shows a view, or a mapping of vars.
Scope = Mapping[str, Any]
Compute = Callable[[Scope], Any]
# Adds the HTML of one part of the page.
Write = Callable[[Scope, list[str]], None]

# Elements that are not there without their script. Other buttons and fields keep their place: the
# style sheet hides them, and the rest of the page does not move when they appear.
NEED_SCRIPTS = frozenset({"dialog", "form"})
HAVE_NO_END = frozenset({"br", "hr", "img", "input", "link", "meta"})
# Attributes that HTML spells neither as React does nor in small letters.
HTML_NAMES = {"className": "class", "htmlFor": "for", "to": "href", "viewBox": "viewBox"}
# Ids are left out: the page that the scripts make has the same ids, and for a moment both are
# there.
LEFT_OUT = frozenset({"key", "ref", "id", "defaultValue"})
OF_ROUTER = frozenset({"discover", "preventScrollReset", "reloadDocument", "replace"})
# Handlers of clicks need scripts. As attributes they would be inline scripts.
HANDLER = re.compile(r"on[A-Z]")


class NotKnownError(Exception):
    """The var belongs to a state whose values are not given."""


class NotComputedError(Exception):
    """The var's kind has no rule here yet, so its page cannot be read without scripts."""


@runtime_checkable
class AtFirst(Protocol):
    """A component with a script of its own that says what stands in its place before."""

    def at_first(self) -> rx.Component: ...


def compute(var: Any, known: frozenset[str]) -> Compute:
    """A function from the values of the `known` states and loops to the var's value.

    Raises NotKnownError for another state, and NotComputedError where a rule is missing.
    """
    match var:
        case ToOperation():
            return compute(var._original, known)
        case LiteralArrayVar():
            return _operation(_listed, map(rx.Var.create, var._var_value), known)
        case ConcatVarOperation():
            return _operation(_joined, var._var_value, known)
        case LiteralVar():
            constant = var._var_value
            return lambda _scope: constant
        case ObjectItemOperation():
            return _operation(_part, [var._object, rx.Var.create(var._key)], known)
        case CustomVarOperation():
            name = _sign(var) if var._name == "operation" else var._name
            if name not in _RULES:
                raise NotComputedError(name)
            return _operation(_RULES[name], [one for _, one in var._args], known)
    data = var._get_all_var_data()
    if data and data.field_name and str(var).endswith(f".{data.field_name}{FIELD_MARKER}"):
        return _field(data.state, data.field_name, known)
    item = str(var)
    if item not in known:
        raise NotComputedError(item)
    return lambda scope: scope[item]


def as_text(value: Any) -> str:
    """A value as React writes it: empty unless it is a text or a number."""
    return "" if value is None or isinstance(value, bool) else str(value)


def _operation(rule: Callable[..., Any], parts: Iterable[Any], known: frozenset[str]) -> Compute:
    computes = [compute(part, known) for part in parts]
    return lambda scope: rule(*(one(scope) for one in computes))


def _sign(var: Any) -> str:
    """The sign of arithmetic and comparisons, which Reflex keeps only in its script."""
    left, right = (re.escape(str(one)) for _, one in var._args)
    found = re.fullmatch(rf"\({left}(?:\?\.valueOf\?\.\(\))? (\S+) {right}\S*\)", str(var._return))
    return found[1] if found else str(var)


def _field(state: str, name: str, known: frozenset[str]) -> Compute:
    if state not in known:
        raise NotKnownError(state)
    return lambda scope: _part(scope[state], name)


def _part(whole: Any, name: str) -> Any:
    if whole is None:
        return None
    return whole.get(name) if isinstance(whole, Mapping) else getattr(whole, name)


def _joined(*parts: Any) -> str:
    return "".join(map(as_text, parts))


def _listed(*parts: Any) -> list[Any]:
    return list(parts)


# By Reflex's name of an operation, or by its sign.
_RULES: dict[str, Callable[..., Any]] = {
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


def written(component: Any, known: frozenset[str]) -> Write:
    """A function that writes the component. It leaves out what depends on other states."""
    try:
        return _known_part(component, known)
    except NotKnownError:
        return _nothing


def _known_part(component: Any, known: frozenset[str]) -> Write:
    match component:
        case Bare():
            contents = compute(component.contents, known)
            return lambda scope, html: html.append(escape(as_text(contents(scope))))
        case Cond():
            condition = compute(component.cond, known)
            yes, no = (written(one, known) for one in component.children)
            return lambda scope, html: (yes if condition(scope) else no)(scope, html)
        case Foreach():
            return _loop(component, known)
        case Fragment():
            return _all(component.children, known)
        case Element():
            return _tag(component, known)
        case AtFirst():
            return written(component.at_first(), known)
    return _nothing


def _nothing(_scope: Scope, _html: list[str]) -> None:
    """Leave out a part of the page."""


def _all(parts: Sequence[Any], known: frozenset[str]) -> Write:
    writes = [written(part, known) for part in parts]

    def write(scope: Scope, html: list[str]) -> None:
        for one in writes:
            one(scope, html)

    return write


def _loop(component: Any, known: frozenset[str]) -> Write:
    loop, every = component._render(), compute(component.iterable, known)
    item, index = loop.arg_var_name, loop.index_var_name
    inside = written(loop.render_component(), known | {item, index})

    def write(scope: Scope, html: list[str]) -> None:
        for number, value in enumerate(every(scope)):
            inside({**scope, item: value, index: number}, html)

    return write


def _tag(component: Any, known: frozenset[str]) -> Write:
    # React Router's own link becomes an ordinary one.
    name = "a" if isinstance(component, ReactRouterLink) else str(component.tag)
    if name in NEED_SCRIPTS:
        return _nothing
    attributes = [
        (HTML_NAMES.get(key, key.lower()), compute(rx.Var.create(value), known))
        for key, value in component._render().props.items()
        if key not in LEFT_OUT | OF_ROUTER and not HANDLER.match(key)
    ]
    inside = _all(component.children, known)

    def write(scope: Scope, html: list[str]) -> None:
        html.append(f"<{name}")
        html.extend(_attribute(key, value(scope)) for key, value in attributes)
        html.append(">")
        inside(scope, html)
        if name not in HAVE_NO_END:
            html.append(f"</{name}>")

    return write


def _attribute(name: str, value: Any) -> str:
    if value is None or value is False or (name == "class" and not value):
        return ""
    return f' {name}="{escape("" if value is True else as_text(value))}"'
