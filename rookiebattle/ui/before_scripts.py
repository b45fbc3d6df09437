"""A page's own components as HTML, without everything that needs scripts.

Values of Reflex vars are computed without a browser; a test compares each rule with Node's result.
"""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import reflex as rx
from markupsafe import escape

from rookiebattle.core.reflex_drawing import (
    ITEM,
    JOINED,
    LISTED,
    Choice,
    Drawn,
    Field,
    Given,
    Group,
    Loop,
    NamedValue,
    Operation,
    Tag,
    Text,
    Value,
    drawn,
)
from rookiebattle.ui.views import View, filled_vars

# The values of each state's fields by its full name, and a loop's current item by the name of its
# var.
Scope = Mapping[str, Any]
Compute = Callable[[Scope], Any]
# Adds the HTML of one part of the page.
Write = Callable[[Scope, list[str]], None]
# Each state shows a page's view, or a mapping of vars.
Values = Mapping[type[rx.State], View | Mapping[str, object]]

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


class Template:
    """The components that `draw` returns, turned into HTML once and filled in for every reader.

    Parts that depend on other states than `states` are left out, and so are parts that need
    scripts. Buttons and fields only keep their place.
    """

    def __init__(self, draw: Callable[[], rx.Component], *states: type[rx.State]) -> None:
        self._draw = draw
        self._known = frozenset(state.get_full_name() for state in states)

    @cached_property
    def _write(self) -> Write:
        """Make the HTML on first use: drawing takes as long as filling a hundred times."""
        return _written(drawn(self._draw()), self._known)

    def fill(self, values: Values) -> str:
        """The HTML with these values of the states' vars."""
        scope = {
            state.get_full_name(): one if isinstance(one, Mapping) else filled_vars(state, one)
            for state, one in values.items()
        }
        html: list[str] = []
        self._write(scope, html)
        return "".join(html)


def as_html(component: rx.Component) -> str:
    """The HTML of components that look the same for everybody."""
    return Template(lambda: component).fill({})


def _written(part: Drawn, known: frozenset[str]) -> Write:
    try:
        return _known_part(part, known)
    except NotKnownError:
        return _nothing


def _known_part(part: Drawn, known: frozenset[str]) -> Write:
    match part:
        case Text(contents):
            return _text(compute(contents, known))
        case Choice(condition, yes, no):
            decide = compute(condition, known)
            return _either(decide, _written(yes, known), _written(no, known))
        case Loop():
            return _loop(part, known)
        case Group(parts):
            return _all(parts, known)
        case Tag(name) if name not in NEED_SCRIPTS:
            return _tag(part, known)
    return _nothing


def _nothing(_scope: Scope, _html: list[str]) -> None:
    """Leave out a part of the page."""


def _text(contents: Compute) -> Write:
    return lambda scope, html: html.append(escape(as_text(contents(scope))))


def _either(condition: Compute, yes: Write, no: Write) -> Write:
    return lambda scope, html: (yes if condition(scope) else no)(scope, html)


def _all(parts: Sequence[Drawn], known: frozenset[str]) -> Write:
    writes = [_written(part, known) for part in parts]

    def write(scope: Scope, html: list[str]) -> None:
        for one in writes:
            one(scope, html)

    return write


def _loop(loop: Loop, known: frozenset[str]) -> Write:
    every = compute(loop.every, known)
    inside = _written(loop.inside, known | {loop.one, loop.index})

    def write(scope: Scope, html: list[str]) -> None:
        for number, value in enumerate(every(scope)):
            inside({**scope, loop.one: value, loop.index: number}, html)

    return write


def _tag(tag: Tag, known: frozenset[str]) -> Write:
    attributes = [
        (HTML_NAMES.get(key, key.lower()), compute(value, known))
        for key, value in tag.attributes.items()
        if key not in LEFT_OUT | OF_ROUTER and not HANDLER.match(key)
    ]
    inside = _all(tag.parts, known)

    def write(scope: Scope, html: list[str]) -> None:
        html.append(f"<{tag.name}")
        html.extend(_attribute(key, value(scope)) for key, value in attributes)
        html.append(">")
        inside(scope, html)
        if tag.name not in HAVE_NO_END:
            html.append(f"</{tag.name}>")

    return write


def _attribute(name: str, value: Any) -> str:
    if value is None or value is False or (name == "class" and not value):
        return ""
    return f' {name}="{escape("" if value is True else as_text(value))}"'
