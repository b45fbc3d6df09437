"""Fills the vars of a state from a view.

A page's state declares `shown` with the type of its view. Other views fill a var for each field.
"""

from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, Protocol, get_type_hints

from reflex.state import BaseState

from rookiebattle.core import reflex_internals

_vars_of = cache(reflex_internals.types_of_vars)


class View(Protocol):
    """A frozen dataclass. All tabs share a default that holds no list: an empty sequence is ()."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


@dataclass(frozen=True)
class Loaded:
    """The view of a page that shows this person nothing, such as Your account to a visitor."""

    loaded: bool = True


def fill(state: BaseState, view: View) -> None:
    """Set every var that the view fills. Raises TypeError when the state has no such var."""
    must_fit(type(state), type(view))
    for name, value in filled_vars(type(state), view).items():
        setattr(state, name, value)


def filled_vars(state: type[BaseState], view: View) -> dict[str, object]:
    """The vars that the view fills: `shown` with the whole view, or a var for each field."""
    if _is_shown(state, type(view)):
        return {"shown": view, "loaded": True}
    return {one.name: getattr(view, one.name) for one in fields(view)}


def shows(state: BaseState, view: View) -> bool:
    """Whether every var already has the view's value."""
    must_fit(type(state), type(view))
    return all(
        getattr(state, name) == value for name, value in filled_vars(type(state), view).items()
    )


def delta(state: type[BaseState], view: View) -> dict[str, dict[str, object]]:
    """The view in the form in which Reflex sends a state's vars to the page."""
    must_fit(state, type(view))
    return reflex_internals.delta(state, filled_vars(state, view))


@cache
def must_fit(state: type[BaseState], view: type[View]) -> None:
    """Raise TypeError unless the state shows the view, or has a var like each of its fields."""
    if _is_shown(state, view):
        return
    declared, wanted = _vars_of(state), get_type_hints(view)
    for one in fields(view):
        found = declared.get(one.name, "no such var")
        if found != wanted[one.name]:
            raise TypeError(
                f"{view.__name__}.{one.name} is {wanted[one.name]}, {state.__name__} has {found}"
            )


def _is_shown(state: type[BaseState], view: type[View]) -> bool:
    return _vars_of(state).get("shown") is view
