"""Types and small functions where Reflex's dynamic API cannot be typed, or needs two cases."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import reflex as rx

Child: TypeAlias = rx.Component | rx.Var[Any] | str
Text: TypeAlias = str | rx.Var[str]
Flag: TypeAlias = bool | rx.Var[bool]
Number: TypeAlias = int | float | rx.Var[int] | rx.Var[float]
Handler: TypeAlias = Any  # an event handler, a spec, a list of them or None

if TYPE_CHECKING:
    Fires: TypeAlias = rx.EventHandler
else:
    Fires = rx.EventHandler[rx.event.no_args_event_spec]


def call(handler: Any, *values: Any) -> Handler:
    """A handler with its arguments. Reflex types the decorated method as not callable."""
    return handler(*values)


def page_vars(state: type[rx.State]) -> Any:
    """A state as a page sees it: its attributes are vars and handlers, not values."""
    return state


def joined(*names: Text) -> Text:
    """Class names as one attribute; empty plain strings are left out."""
    if all(isinstance(name, str) for name in names):
        return " ".join(str(name) for name in names if name)
    parts: Iterable[Any] = (name for name in names if not (isinstance(name, str) and not name))
    first, *rest = parts
    joined_names: Any = rx.Var.create(first)
    for name in rest:
        joined_names = joined_names + " " + name
    return joined_names


def suffixed(stem: str, name: Text) -> Text:
    """`stem` and `name` without a space, for a class name that a var completes."""
    if isinstance(name, str):
        return stem + name
    var: Any = name
    return stem + var.to(str)


def with_attrs(component: rx.Component, **attrs: Any) -> rx.Component:
    """The same control with more HTML attributes, such as `aria_describedby`."""
    component.custom_attrs = component.custom_attrs | {
        name.replace("_", "-"): value for name, value in attrs.items()
    }
    return component


def either(flag: Flag, yes: Child | None, no: Child | None = None) -> Child:
    """`yes` or `no`. A plain flag decides now, a var decides in the browser."""
    if isinstance(flag, bool):
        return (yes if flag else no) or rx.fragment()
    return rx.cond(flag, yes or rx.fragment(), no or rx.fragment())


def present(text: Text) -> Flag:
    """Whether the text is not empty. A plain text decides now, a var decides in the browser."""
    return bool(text) if isinstance(text, str) else text != ""
