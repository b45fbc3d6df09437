"""The one way from a view to a page: its fields into the vars of a state, by name and type."""

from collections.abc import Collection
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, Protocol, get_type_hints

from reflex.state import BaseState

from rookiebattle.core import reflex_internals

_vars_of = cache(reflex_internals.types_of_vars)


class View(Protocol):
    """A frozen dataclass; each field has the name and the type of the var that it fills."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


@dataclass(frozen=True)
class Loaded:
    """The view of a page that has nothing for this person, such as a visitor's account."""

    loaded: bool = True


def fill(state: BaseState, view: View, *, but: Collection[str] = ()) -> None:
    """Put every field of the view into its var, `but` those that the state keeps as they are.

    Raises TypeError when the state has no such var.
    """
    must_fit(type(state), type(view))
    if strangers := set(but) - _vars_of(type(state)).keys():
        raise TypeError(f"{type(state).__name__} has no {', '.join(strangers)}")
    for one in fields(view):
        if one.name not in but:
            setattr(state, one.name, getattr(view, one.name))


def shows(state: BaseState, view: View) -> bool:
    """Whether the vars already are what the view says."""
    must_fit(type(state), type(view))
    return all(getattr(state, one.name) == getattr(view, one.name) for one in fields(view))


def delta(state: type[BaseState], view: View) -> dict[str, dict[str, object]]:
    """The view in the form in which Reflex sends the vars of a state to the page."""
    must_fit(state, type(view))
    return reflex_internals.delta(
        state, {one.name: getattr(view, one.name) for one in fields(view)}
    )


@cache
def must_fit(state: type[BaseState], view: type[View]) -> None:
    """Raise TypeError unless the state has a var of the same type for every field of the view."""
    declared, wanted = _vars_of(state), get_type_hints(view)
    for one in fields(view):
        found = declared.get(one.name, "no such var")
        if found != wanted[one.name]:
            raise TypeError(
                f"{view.__name__}.{one.name} is {wanted[one.name]}, {state.__name__} has {found}"
            )
